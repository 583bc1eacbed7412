// `node web/tests/site.mjs`: the static site and the one file in a real browser, after `cargo xtask site`. It is shown, answers a hint,
// is there without a network, takes a new version without losing a mark, and asks nobody else. 1: a check failed. Without Chromium
// (CHROMIUM, or /usr/bin/chromium) it says so and ends with 0.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const SITE = process.argv[2] ?? fileURLToPath(new URL("../../target/site", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png", wasm: "application/wasm" };

if (!existsSync(CHROMIUM)) {
  console.log("skipped: no chromium");
  process.exit(0);
}
if (!existsSync(join(SITE, "index.html"))) {
  console.error(`${SITE} is missing: cargo xtask site`);
  process.exit(2);
}

let failed = 0;
function check(name, ok, words = "") {
  console.log(`${ok ? "ok    " : "failed"} ${name}${words && `: ${words}`}`);
  if (!ok) failed++;
}

/** A folder served under /sub/, as plainly as servers do; `packed`: with gzip. */
async function serve(folder, port = 0, packed = false) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/^\/sub\//, "") || "index.html";
    const path = join(folder, name);
    if (name.includes("/") || !existsSync(path)) return response.writeHead(404).end();
    const headers = { "Content-Type": TYPES[name.split(".").pop()] ?? "application/octet-stream" };
    const bytes = readFileSync(path);
    if (packed) response.writeHead(200, { ...headers, "Content-Encoding": "gzip" }).end(gzipSync(bytes));
    else response.writeHead(200, headers).end(bytes);
  });
  await new Promise((listens) => server.listen(port, "127.0.0.1", listens));
  const end = async () => {
    server.closeAllConnections();
    await new Promise((ended) => server.close(ended));
  };
  return { port: server.address().port, end };
}

/** Another version of the site in the same folder: a file of it changed, with or without the service worker knowing. */
function change(folder, file, from, to, known) {
  const text = readFileSync(join(folder, file), "utf8").replace(from, to);
  writeFileSync(join(folder, file), text);
  const hash = known ? createHash("sha256").update(text).digest("base64") : "none";
  const service = readFileSync(join(folder, "sw.js"), "utf8").replace(/VERSION = "/, `$&${known ? "known" : "unknown"}-`);
  writeFileSync(join(folder, "sw.js"), known ? service.replace(new RegExp(`"${file}": "[^"]*"`), `"${file}": "sha256-${hash}"`) : service);
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
/** Where requests went, and what the browser complained about. */
const hosts = new Set();
const complaints = [];

/** @param profile a folder: what is installed in a browser stays there */
async function context(options = {}, profile = undefined) {
  const made = profile
    ? await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: FLAGS })
    : await browser.newContext(options);
  made.on("request", (request) => hosts.add(new URL(request.url()).protocol + new URL(request.url()).host));
  made.on("weberror", (error) => complaints.push(String(error.error())));
  made.on("console", (said) => ["error", "warning"].includes(said.type()) && complaints.push(said.text()));
  // When the page's head is shown, and when the engine has answered the first question.
  await made.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector("h1")) globalThis.shownAt ??= performance.now();
      if (document.querySelector('[role="gridcell"]')) globalThis.answeredAt ??= performance.now();
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  return made;
}

const cell = (page, n) => page.locator('[role="gridcell"]').nth(n);
const label = (page, n) => cell(page, n).getAttribute("aria-label");
const shown = (page) => cell(page, 0).waitFor({ timeout: 20_000 });
async function write(page, n, digit) {
  await cell(page, n).click();
  await page.keyboard.press(String(digit));
}
async function hints(page) {
  await page.getByRole("button", { name: /^Hint/ }).first().click();
  return page.getByText(/^(Hint, \d of 4|Mistakes)/).first().waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}
async function times(page) {
  const [head, answer] = await page.evaluate(() => [globalThis.shownAt, globalThis.answeredAt]);
  return `shown after ${head.toFixed(0)} ms, first answer after ${answer.toFixed(0)} ms`;
}
const caches = (page) => page.evaluate(() => caches.keys());
const look = (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => {}));
const bar = (page) => page.getByText("A new version is available");

async function site(packed) {
  const folder = mkdtempSync(join(tmpdir(), "cluewright-site-"));
  cpSync(SITE, folder, { recursive: true });
  let server = await serve(folder, 0, packed);
  const url = `http://127.0.0.1:${server.port}/sub/`;
  const tabs = await context();
  const page = await tabs.newPage();
  await page.goto(`${url}#/play`);
  await shown(page);
  check("the site is shown", true, await times(page));
  check("a hint", await hints(page));
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await write(page, 3, 5);
  await page.waitForTimeout(500);

  await server.end();
  await page.reload();
  await shown(page);
  check("without a server it is shown", true, await times(page));
  await page.waitForTimeout(300);
  check("a mark is still there", (await label(page, 3)).includes("5"), await label(page, 3));
  check("a hint without a server", await hints(page));
  check("workers share memory", await page.evaluate(() => crossOriginIsolated));
  const other = await tabs.newPage();
  await other.goto(`${url}index.html#/play`);
  await shown(other);
  check("another tab, by the page's name", await hints(other));

  change(folder, "app.js", "Skip to the content", "Jump to the content", false);
  server = await serve(folder, server.port, packed);
  complaints.length = 0;
  await look(page);
  await page.waitForTimeout(1500);
  check("half a version is not taken", (await caches(page)).length === 1 && !(await bar(page).isVisible()));
  check("and only that is complained about", complaints.every((words) => words.includes("integrity")), complaints.join("; "));
  complaints.length = 0;

  change(folder, "app.js", "", "", true);
  await look(page);
  await bar(page).waitFor({ timeout: 10_000 });
  check("a new version is told in every tab", await bar(other).isVisible());
  await write(page, 7, 6);
  // At once: what was just written is kept before.
  await page.getByRole("button", { name: "Reload" }).click();
  const isNew = (at) => at.waitForFunction(() => document.querySelector(".skip")?.textContent.startsWith("Jump"));
  await isNew(page);
  await shown(page);
  await page.waitForTimeout(300);
  const kept = [await label(page, 3), await label(page, 7)];
  check("the new version has all marks", kept[0].includes("5") && kept[1].includes("6"), kept.join("; "));
  check("the other tab goes on", (await other.locator(".skip").textContent()).startsWith("Skip") && (await hints(other)));
  await other.getByRole("button", { name: "Reload" }).click();
  await isNew(other);
  check("one version is kept", (await caches(page)).length === 1 && !(await bar(page).isVisible()), (await caches(page)).join());
  await tabs.close();
  await server.end();
  rmSync(folder, { recursive: true });
  check("nobody else was asked", [...hosts].join() === `http:127.0.0.1:${server.port}`, [...hosts].join());
  check("the browser has nothing to complain about", complaints.length === 0, complaints.join("; "));
}

/** Installed as an application, which starts without a server and takes a new version without losing a mark. */
async function application() {
  const folder = mkdtempSync(join(tmpdir(), "cluewright-site-"));
  const profile = mkdtempSync(join(tmpdir(), "cluewright-profile-"));
  cpSync(SITE, folder, { recursive: true });
  let server = await serve(folder);
  const url = `http://127.0.0.1:${server.port}/sub/`;
  const tabs = await context({}, profile);
  try {
    const page = await tabs.newPage();
    await page.goto(`${url}#/play`);
    await shown(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await write(page, 3, 5);
    await page.waitForTimeout(500);
    const browsers = await tabs.newCDPSession(page);
    const { installabilityErrors: errors } = await browsers.send("Page.getInstallabilityErrors");
    check("it can be installed", errors.length === 0, JSON.stringify(errors));
    await browsers.send("PWA.install", { manifestId: url });
    await page.close();
    await server.end();
    const starter = await tabs.newCDPSession(tabs.pages()[0]);
    const [app] = await Promise.all([tabs.waitForEvent("page"), starter.send("PWA.launch", { manifestId: url })]);
    await shown(app);
    await app.waitForTimeout(300);
    check("a mark is there without a server", (await label(app, 3)).includes("5"), await label(app, 3));
    check("a hint", await hints(app));

    change(folder, "app.js", "Skip to the content", "Jump to the content", true);
    server = await serve(folder, server.port);
    await look(app);
    await bar(app).waitFor({ timeout: 10_000 });
    await app.getByRole("button", { name: "Reload" }).click();
    await app.waitForFunction(() => document.querySelector(".skip")?.textContent.startsWith("Jump"));
    await shown(app);
    await app.waitForTimeout(300);
    check("the new version has the mark", (await label(app, 3)).includes("5"), await label(app, 3));
  } finally {
    await tabs.close();
  }
  await server.end();
  for (const made of [folder, profile]) rmSync(made, { recursive: true, force: true });
}

async function oneFile(keeps) {
  const tabs = await context({ offline: true });
  if (!keeps) {
    await tabs.addInitScript(() => {
      const none = () => {
        throw new DOMException("nothing is kept here", "SecurityError");
      };
      for (const name of ["indexedDB", "localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get: none });
    });
  }
  const page = await tabs.newPage();
  await page.goto(`file://${SITE}/cluewright.html#/play`);
  await shown(page);
  check("it is shown", true, await times(page));
  check("a hint", await hints(page));
  await write(page, 3, 5);
  await page.waitForTimeout(500);
  const says = await page.getByText("The browser could not save your game").isVisible();
  check(keeps ? "no problems with what is kept" : "it says that nothing is kept", says !== keeps);
  await page.reload();
  await shown(page);
  await page.waitForTimeout(300);
  check(keeps ? "a mark is still there" : "it begins anew", (await label(page, 3)).includes("5") === keeps);
  await tabs.close();
  const own = [...hosts].every((host) => ["file:", "blob:", "data:"].includes(host));
  check("nobody is asked", own, [...hosts].join());
  check("the browser has nothing to complain about", complaints.length === 0, complaints.join("; "));
}

for (const [name, run] of [
  ["a static site", () => site(false)],
  ["a static site whose server compresses", () => site(true)],
  ["an application", application],
  ["one file", () => oneFile(true)],
  ["one file where nothing is kept", () => oneFile(false)],
]) {
  console.log(`${name}:`);
  hosts.clear();
  complaints.length = 0;
  await run().catch((error) => check(name, false, String(error)));
}
await browser.close();
console.log(failed ? `${failed} failed` : "all passed");
process.exitCode = failed ? 1 : 0;
