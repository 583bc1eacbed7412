// The service worker of the static site: what was loaded once is there without a network, and every file is of one version.
// `cargo xtask site` fills in the files, with the hashes a browser holds them against; nothing else is ever asked for.
const FILES = new Map(Object.entries(/* files */ {}));
const VERSION = /* version */ "";

/** The folder that all of it lies in. */
const base = new URL("./", location.href);
/** Another folder of the same server may have a site of its own. */
const OURS = `cluewright ${base.pathname} `;
const CACHE = OURS + VERSION;
const HOME = "index.html";
/** So that pages and workers may share memory, by which work under way is ended at once. Few static servers send these. */
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** The page is asked for by its folder: some servers answer its name with a redirection, which a browser does not take from here. */
function address(name) {
  return new URL(name === HOME ? "./" : name, base);
}

async function fetched(name, integrity) {
  // What the browser has already is asked for again, and sent again only where it has changed.
  const response = await fetch(address(name), { cache: "no-cache", integrity, credentials: "same-origin" });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const headers = new Headers(response.headers);
  // The bytes are as they were before they were sent.
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  for (const [header, value] of Object.entries(HEADERS)) headers.set(header, value);
  return new Response(response.body, { headers });
}

// All files or none: a version of which one is missing is not taken, and is tried again later.
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
  // The page that was loaded first, without a service worker, is from now on there without a network, too.
  await clients.claim();
}

async function answer(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address(name))) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// A new version waits until the page says so.
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
