// @ts-check
// What browser tests have in common: a page from one of its three hosts, in Debian's Chromium.
//
//   CLUEWRIGHT_PAGE  served (the usual one): `cluewright serve`, target/debug/cluewright or CLUEWRIGHT;
//                    site: the folder target/site or CLUEWRIGHT_SITE, by a static server; file: cluewright.html in it
//   PAGE_FILES       a folder with the page, in place of what the program carries: `npx vite build --outDir FOLDER`
//   CHROMIUM         /usr/bin/chromium
//   SHOTS            a folder: pictures of screens go there
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const KIND = process.env.CLUEWRIGHT_PAGE ?? "served";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const SITE = process.env.CLUEWRIGHT_SITE ?? join(ROOT, "target/site");
const PROGRAM = process.env.CLUEWRIGHT ?? join(ROOT, "target/debug/cluewright");
const FILES = process.env.PAGE_FILES;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
// A page that comes from `PAGE_FILES` is from no address, and may ask the engine on this machine nevertheless.
if (FILES) FLAGS.push("--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets");

/** Why nothing can be tried here; nothing: it can. @returns {string | undefined} */
export function missing() {
  if (!existsSync(CHROMIUM)) return `no ${CHROMIUM}`;
  if (!existsSync(join(ROOT, "web/node_modules/playwright-core"))) return "no web/node_modules: npm ci";
  if (KIND === "served" && !existsSync(PROGRAM)) return `no ${PROGRAM}: cargo build`;
  if (KIND !== "served" && !existsSync(join(SITE, "index.html"))) return `no ${SITE}: cargo xtask site`;
  return undefined;
}

/** @type {Record<string, string>} */
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/**
 * The page's host.
 * @typedef {{ url: string, stop: () => Promise<void>, start: () => Promise<void> }} Host
 * @returns {Promise<Host>}
 */
export async function startHost() {
  if (KIND === "file") {
    const url = pathToFileURL(resolve(SITE, "cluewright.html")).href;
    return { url, stop: async () => {}, start: async () => {} };
  }
  return KIND === "site" ? site() : served();
}

/** @returns {Promise<Host>} */
async function served() {
  const folder = mkdtempSync(join(tmpdir(), "cluewright-library-"));
  let port = 0;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  const start = async () => {
    const words = ["serve", "--port", String(port), "--library", join(folder, "library.sqlite")];
    const made = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "inherit"] });
    child = made;
    const said = await new Promise((resolve, reject) => {
      let text = "";
      made.stdout?.on("data", (data) => {
        text += data;
        if (/http:\/\/\S+/.test(text)) resolve(text);
      });
      made.on("exit", (code) => reject(new Error(`the server ended: ${code} ${text}`)));
    });
    port = Number(/:(\d+)\//.exec(said)?.[1]);
  };
  const stop = async () => {
    const ended = new Promise((resolve) => child?.on("exit", resolve));
    // As a crash would.
    child?.kill("SIGKILL");
    await ended;
  };
  await start();
  process.on("exit", () => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  return { url: `http://127.0.0.1:${port}/`, stop, start };
}

/** @returns {Promise<Host>} */
async function site() {
  let port = 0;
  /** @type {import("node:http").Server | undefined} */
  let server;
  const start = async () => {
    const made = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
      const file = resolve(SITE, `.${path.endsWith("/") ? `${path}index.html` : path}`);
      if (!file.startsWith(resolve(SITE)) || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { "Content-Type": TYPES[file.split(".").pop() ?? ""] ?? "application/octet-stream" });
      createReadStream(file).pipe(response);
    });
    server = made;
    await new Promise((resolve) => made.listen(port, "127.0.0.1", () => resolve(true)));
    port = /** @type {import("node:net").AddressInfo} */ (made.address()).port;
  };
  await start();
  const stop = async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, stop, start };
}

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let browser;
/** @returns {Promise<import("playwright-core").Browser>} */
export async function startBrowser() {
  const { chromium } = await import("playwright-core");
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return browser;
}

/** A file of `PAGE_FILES`, with the headers that the host sends. @param {import("playwright-core").Route} route */
async function fromFolder(route) {
  const { pathname } = new URL(route.request().url());
  const file = join(FILES ?? "", pathname === "/" ? "index.html" : pathname);
  if (!existsSync(file)) return route.continue();
  const response = await route.fetch({ url: new URL("/", route.request().url()).href }).catch(() => undefined);
  if (!response) return route.abort();
  const { "content-length": _, etag: __, ...headers } = response.headers();
  return route.fulfill({ response, headers: { ...headers, "content-type": TYPES[file.split(".").pop() ?? ""] ?? "" }, body: readFileSync(file) });
}

export async function stopBrowser() {
  await (await browser)?.close();
}

/**
 * A page as somebody sees it who comes for the first time. What it asks of other hosts, and what it logs as an error, is
 * collected: both have to stay empty.
 * @param {Host} host
 * @param {{ screen?: string, phone?: boolean, touch?: boolean, width?: number, height?: number,
 *   theme?: "light" | "dark" | "contrast", context?: import("playwright-core").BrowserContext }} [options]
 */
export async function open(host, options = {}) {
  const made = await startBrowser();
  const home = new URL(host.url).origin;
  const width = options.width ?? (options.phone ? 390 : 1280);
  const height = options.height ?? (options.phone ? 844 : 900);
  const context =
    options.context ??
    (await made.newContext({
      viewport: { width, height },
      hasTouch: options.touch ?? options.phone ?? false,
      reducedMotion: "reduce",
      acceptDownloads: true,
      permissions: KIND === "file" ? [] : ["clipboard-read", "clipboard-write"],
    }));
  if (FILES && !options.context) await context.route((url) => url.origin === home, fromFolder);
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const foreign = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // A lost connection is told by the browser, too; what the page's policy for content forbids is told below.
    const known = /WebSocket|ERR_CONNECTION|Failed to load resource|Content Security Policy/;
    if (message.type() === "error" && !known.test(message.text())) errors.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      // Chromium itself writes styles into what is edited when a text is put in at once, and is forbidden to.
      if (event.target instanceof Element && event.target.classList.contains("code")) return;
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(?:data|blob|file):/.test(url) && new URL(url).origin !== home) foreign.push(url);
  });
  if (options.theme) {
    const theme = options.theme;
    await page.addInitScript((theme) => {
      try {
        const kept = JSON.parse(localStorage.getItem("cluewright-settings") ?? "{}");
        localStorage.setItem("cluewright-settings", JSON.stringify({ ...kept, theme }));
      } catch {
        // Nothing can be kept by file://.
      }
    }, theme);
  }
  // Without a screen's name the page begins at home: that is what an empty one asks for.
  const screen = options.screen ?? "play";
  await page.goto(`${host.url}${screen && `#/${screen}`}`);
  await page.waitForSelector("h1");
  return { page, context, errors, foreign };
}

/** Waits until the puzzle is drawn. @param {import("playwright-core").Page} page */
export async function drawn(page) {
  await page.waitForSelector('[role="gridcell"]');
  await page.waitForSelector(".engine-state", { state: "detached" });
}

/**
 * Goes to a screen that has a grid, and waits for it: the grid of the screen before has cells of the same names.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function screen(page, name) {
  await page.getByRole("link", { name, exact: true }).click();
  await page.locator(`.screen-${name.toLowerCase()} [role="gridcell"]`).first().waitFor();
}

/** @param {import("playwright-core").Page} page @param {string} name */
export function cell(page, name) {
  return page.locator(`[data-cell="${name}"]`);
}

/**
 * Draws through cells with the mouse.
 * @param {import("playwright-core").Page} page
 * @param {string[]} names
 */
export async function drag(page, ...names) {
  const middle = async (/** @type {string} */ name) => {
    const box = await cell(page, name).boundingBox();
    if (!box) throw new Error(`no cell ${name}`);
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  };
  await page.mouse.move(...(await middle(names[0] ?? "")));
  await page.mouse.down();
  for (const name of names.slice(1)) await page.mouse.move(...(await middle(name)), { steps: 4 });
  await page.mouse.up();
}

/**
 * The same with a finger.
 * @param {import("playwright-core").Page} page
 * @param {string[]} names
 */
export async function swipe(page, ...names) {
  const session = await page.context().newCDPSession(page);
  const points = [];
  for (const name of names) {
    const box = await cell(page, name).boundingBox();
    if (!box) throw new Error(`no cell ${name}`);
    points.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points.slice(0, 1) });
  for (const [i, to] of points.slice(1).entries()) {
    const from = points[i] ?? to;
    for (const part of [0.5, 1]) {
      const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at] });
    }
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Opens a text as if it was pasted on the page. @param {import("playwright-core").Page} page @param {string} text */
export async function paste(page, text) {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Drops a file on the page. @param {import("playwright-core").Page} page @param {string} name @param {string} text */
export async function dropFile(page, name, text) {
  await page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text ?? ""], name ?? "", { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

/** What a screen reader says of each cell. @param {import("playwright-core").Page} page */
export function labels(page) {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("[data-cell]")].map((e) => [e.getAttribute("data-cell") ?? "", e.getAttribute("aria-label") ?? ""]),
    ),
  );
}

/** The givens that are told, by cell. @param {import("playwright-core").Page} page @returns {Promise<Record<string, string>>} */
export async function givens(page) {
  const all = Object.entries(await labels(page));
  return Object.fromEntries(all.flatMap(([name, text]) => [...text.matchAll(/, given (\w+)/g)].map(([, digit]) => [name, digit ?? ""])));
}

/**
 * The file that the page gives out when something is done.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} does
 */
export async function downloaded(page, does) {
  const [download] = await Promise.all([page.waitForEvent("download"), does()]);
  const bytes = readFileSync(await download.path());
  return { name: download.suggestedFilename(), bytes, text: bytes.toString("utf8") };
}

/**
 * Presses Tab until what has the focus fits this selector.
 * @param {import("playwright-core").Page} page @param {string} selector @param {string} [text] all that is written there
 */
export async function tabTo(page, selector, text) {
  for (let i = 0; i < 250; i++) {
    // In the grid of Play, Tab changes the mode as long as a cell is selected.
    if (await page.evaluate(() => document.activeElement?.matches('.play [role="gridcell"]'))) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const fits = await page.evaluate(
      ([selector, text]) => {
        const at = document.activeElement;
        return at !== null && at.matches(selector ?? "") && (text === undefined || at.textContent?.trim() === text);
      },
      [selector, text],
    );
    if (fits) return;
  }
  throw new Error(`${selector} ${text ?? ""} is not reached by Tab`);
}

/** In the place of the browser's own dialog, notes what was there to be printed. @param {import("playwright-core").Page} page */
export async function notePrints(page) {
  await page.evaluate(() => {
    const count = (/** @type {string} */ selector) => document.querySelectorAll(`.sheet-print ${selector}`).length;
    const prints = /** @type {Printed[]} */ ([]);
    Object.assign(window, { prints });
    window.print = () => {
      prints.push({
        pages: count(".sheet-page:not(.sheet-solutions)"),
        puzzles: count(".sheet-puzzle .sheet-picture svg"),
        solutions: count(".sheet-solution .sheet-picture svg"),
        levels: count(".sheet-level"),
        titles: [...document.querySelectorAll(".sheet-print .sheet-puzzle h2")].map((e) => e.textContent ?? ""),
      });
    };
  });
}

/** @typedef {{ pages: number, puzzles: number, solutions: number, levels: number, titles: string[] }} Printed */
/** What was printed, once it was. @param {import("playwright-core").Page} page @returns {Promise<Printed>} */
export async function printed(page) {
  const found = await page.waitForFunction(() => /** @type {any} */ (window).prints.shift(), undefined, { timeout: 60_000 });
  return /** @type {Promise<Printed>} */ (found.jsonValue());
}

/** The pages of the page's PDF. @param {import("playwright-core").Page} page */
export async function pdfPages(page) {
  return (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** No wider than the screen, and with room for fingers. @param {import("playwright-core").Page} page */
export async function fitsPhone(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const small = [...document.querySelectorAll("button, select, summary, nav a")]
      .filter((e) => e.getClientRects().length && !e.closest(".hidden-text"))
      .map((e) => ({ text: e.textContent, high: e.getBoundingClientRect().height }))
      .filter(({ high }) => high < 43.5)
      .map(({ text, high }) => `${text} is ${high} pixels high`);
    return [...(wide > 0 ? [`the page is ${wide} pixels too wide`] : []), ...small];
  });
}

/** @param {import("playwright-core").Page} page @param {string} name */
export async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/**
 * The tests of a file: a host for all of them, and for each a page of its own, about which nothing is complained at its end.
 * @param {object} usual how pages are opened
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} ready when it can begin
 */
export function trials(usual = {}, ready = drawn) {
  const skip = missing();
  /** @type {Host} */
  let host;
  before(async () => {
    if (!skip) host = await startHost();
  });
  after(async () => {
    if (skip) return;
    await stopBrowser();
    await host.stop();
  });
  /** @param {string} name @param {(page: import("playwright-core").Page) => Promise<void>} body @param {object} [options] */
  const on = (name, body, options = {}) =>
    test(name, { skip }, async () => {
      const { page, context, errors, foreign } = await open(host, { ...usual, ...options });
      try {
        await ready(page);
        await body(page);
        assert.deepEqual(errors, []);
        assert.deepEqual(foreign, []);
      } finally {
        await context.close();
      }
    });
  return { on, skip, host: () => host };
}
