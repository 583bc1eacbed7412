// @ts-check
// `node web/engine/browser.mjs [--answers FILE]`: the engine in a real browser, after `cargo xtask wasm`. Serves this folder on
// 127.0.0.1, opens headless Chromium on it (CHROMIUM, or `chromium` from PATH) and prints what `browser-checks.js` finds there:
// first with the headers that allow shared memory, then without, then how long loading takes. FILE holds all messages to
// `tests/requests.jsonl`, as `cargo xtask wasm --compare` leaves them in target/wasm/answers.jsonl; then the browser's have to be
// the same bytes. 1: a check failed; 2: it was called wrongly. Without Chromium it says so and ends with 0.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WASM } from "./node.js";

/**
 * What a page tells: a check, figures of a load, or that it is done.
 * @typedef {{ check: string, ok: boolean, words: string }} Check
 * @typedef {{ ready: number, first: number, later: number, paint: number | null, longest: number, gap: number }} Load
 * @typedef {{ check?: Check, load?: Load, end?: true }} Told
 */

const FLAGS = [
  ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ["--disable-component-update", "--disable-sync"],
].flat();
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
/** Loads that are measured, each in a browser that has never seen the engine. */
const LOADS = 5;
/** Milliseconds from the start of a navigation until the engine is ready, in the median of all loads. */
const GOAL = 300;
/** Milliseconds that a page's thread may be taken in one piece, in the median of all loads. */
const TASK = 50;
/** Milliseconds for a page, from the start of its browser. */
const PATIENCE = 120_000;

/** @type {Record<string, string>} */
const TYPES = { js: "text/javascript", wasm: "application/wasm", bin: "application/octet-stream", jsonl: "text/plain" };
const PAGE = `<!doctype html><meta charset="utf-8"><title>Cluewright</title><link rel="icon" href="data:,">
<p>The engine is being tried.</p><script type="module" src="engine/browser-checks.js"></script>`;

const asked = process.argv.slice(2);
if (asked.length && (asked.length !== 2 || asked[0] !== "--answers")) {
  console.error("usage: node web/engine/browser.mjs [--answers ANSWERS.jsonl]");
  process.exit(2);
}
const chromium = process.env.CHROMIUM ?? "chromium";
if (spawnSync(chromium, ["--version"], { stdio: "ignore" }).error) {
  console.log("skipped: no chromium");
  process.exit(0);
}

const here = new URL("./", import.meta.url);
const REQUESTS = new URL("../../crates/cluewright-protocol/tests/requests.jsonl", here);
/** What is served besides this folder. @type {Record<string, string | URL | undefined>} */
const FILES = {
  "cluewright.wasm": process.env.CLUEWRIGHT_WASM ?? WASM,
  // The same under a type that browsers do not compile while it comes.
  "cluewright.bin": process.env.CLUEWRIGHT_WASM ?? WASM,
  "requests.jsonl": REQUESTS,
  "answers.jsonl": asked[1],
};

/** Hears what the page that is open tells. @type {(told: Told) => void} */
let hear = () => {};

// The first part of a path is the way it is served: `isolated` or `plain`.
const server = createServer((request, response) => {
  const [, way, ...rest] = new URL(request.url ?? "/", "http://localhost").pathname.split("/");
  const name = rest.join("/");
  const headers = { "Cache-Control": "no-store", ...(way === "isolated" ? ISOLATED : {}) };
  if (request.method === "POST") {
    let text = "";
    request.on("data", (data) => (text += data));
    request.on("end", () => {
      response.writeHead(204, headers).end();
      hear(JSON.parse(text));
    });
    return;
  }
  const file = /^engine\/[a-z-]+\.js$/.test(name) ? new URL(name.slice("engine/".length), here) : FILES[name];
  if (name === "page") {
    response.writeHead(200, { ...headers, "Content-Type": "text/html" }).end(PAGE);
  } else if (file !== undefined && existsSync(file)) {
    const type = TYPES[name.split(".").pop() ?? ""];
    response.writeHead(200, { ...headers, "Content-Type": type }).end(readFileSync(file));
  } else {
    response.writeHead(404, headers).end();
  }
});

/**
 * Opens a page in a browser with a new profile, until the page has told that it is done.
 * @param {string} path
 * @param {(told: Told) => void} onTold
 */
async function open(path, onTold) {
  const profile = mkdtempSync(join(tmpdir(), "cluewright-browser-"));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${address.port}/${path}`;
  // In a group of its own: the browser has many processes, and all of them end with it.
  const browser = spawn(chromium, [...FLAGS, `--user-data-dir=${profile}`, url], { stdio: "ignore", detached: true });
  const ended = new Promise((resolve) => browser.on("close", resolve));
  const stop = () => {
    try {
      process.kill(-(browser.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  process.on("exit", stop);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${path}: not done within ${PATIENCE / 1000} s`)), PATIENCE);
      ended.then(() => reject(new Error(`${path}: the browser ended`)));
      hear = (told) => (told.end ? resolve(true) : onTold(told));
    });
  } finally {
    hear = () => {};
    clearTimeout(timer);
    stop();
    await ended;
    process.off("exit", stop);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

let failed = 0;

/** @param {Check} check */
function print({ check, ok, words }) {
  console.log(`${ok ? "ok    " : "failed"} ${check}${words && `: ${words}`}`);
  if (!ok) failed++;
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

/**
 * @param {Load[]} loads
 * @param {(load: Load) => number} figure
 */
function told(loads, figure) {
  const numbers = loads.map(figure);
  return `median ${median(numbers).toFixed(0)} ms, most ${Math.max(...numbers).toFixed(0)} ms`;
}

/** @param {string} way */
async function checks(way) {
  console.log(`${way}:`);
  try {
    await open(`${way}/page?checks${asked[1] === undefined ? "" : "&answers"}`, ({ check }) => check && print(check));
  } catch (error) {
    print({ check: "the page", ok: false, words: String(error) });
  }
}

/** @param {string} way */
async function loads(way) {
  console.log(`${LOADS} loads, ${way}, from the start of the navigation:`);
  /** @type {Load[]} */
  const all = [];
  for (let i = 0; i < LOADS; i++) {
    try {
      await open(`${way}/page?start`, ({ load, check }) => (load ? all.push(load) : check && print(check)));
    } catch (error) {
      print({ check: "the page", ok: false, words: String(error) });
      return;
    }
  }
  const early = all.filter(({ paint, ready }) => paint !== null && paint < ready).length;
  print({
    check: "the first paint does not wait for the engine",
    ok: early * 2 > all.length,
    words: `${told(all, ({ paint }) => paint ?? Infinity)}; before the engine in ${early} of ${all.length}`,
  });
  print({
    check: `the page's thread is not taken for ${TASK} ms`,
    ok: median(all.map(({ longest }) => longest)) <= TASK,
    words: `longest task: ${told(all, ({ longest }) => longest)}; longest time between timers: ${told(all, ({ gap }) => gap)}`,
  });
  print({
    check: `the engine is ready within ${GOAL} ms`,
    ok: median(all.map(({ ready }) => ready)) <= GOAL,
    words: told(all, ({ ready }) => ready),
  });
  print({ check: "the first answer, asked at once", ok: true, words: told(all, ({ first }) => first) });
  print({ check: "an answer asked when ready, while it gets warm", ok: true, words: `takes ${told(all, ({ later }) => later)}` });
}

await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(true)));
await checks("isolated");
await checks("plain");
await loads("isolated");
await loads("plain");
server.close();
server.closeAllConnections();
console.log(failed ? `${failed} failed` : "all passed");
process.exitCode = failed ? 1 : 0;
