// The service worker of the static site: after the first visit the site works offline, and all its files are of one version.
// `cargo xtask site` fills in the files, with the hashes that a browser checks; the worker requests no other files.
const FILES = new Map(Object.entries(/* files */ {}));
const VERSION = /* version */ "";

/** The folder of the site. */
const base = new URL("./", location.href);
/** Another folder of the same server may have a site of its own. */
const OURS = `cluewright ${base.pathname} `;
const CACHE = OURS + VERSION;
const HOME = "index.html";
/** With these headers, pages and workers may share memory, which ends cancelled work at once. Few static servers send them. */
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** The page is requested by its folder: some servers redirect its name, and browsers reject a redirect from a service worker. */
function address(name) {
  return new URL(name === HOME ? "./" : name, base);
}

async function fetched(name, integrity) {
  // Ask the server even for files in the browser's cache; it sends only those that have changed.
  const response = await fetch(address(name), { cache: "no-cache", integrity, credentials: "same-origin" });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const headers = new Headers(response.headers);
  // The body is already decoded.
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  for (const [header, value] of Object.entries(HEADERS)) headers.set(header, value);
  return new Response(response.body, { headers });
}

// All files or none: if a file of a version is missing, the version is dropped, and the browser tries again later.
async function install() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all([...FILES].map(async ([name, hash]) => cache.put(address(name), await fetched(name, hash))));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  // From now on, the page that was loaded before there was a service worker works offline, too.
  await clients.claim();
}

async function answer(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address(name))) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// A new version waits until the page sends this message.
addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(skipWaiting());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return;
  const name = url.pathname.slice(base.pathname.length) || HOME;
  if (FILES.has(name)) event.respondWith(answer(name, request));
});
