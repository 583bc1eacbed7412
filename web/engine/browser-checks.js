// @ts-check
// The page's side of `browser.mjs`: what is tried in the browser. `?checks` tries the engine, with `&answers` also the list of
// requests; `?start` waits until the browser has come to rest and goes on to `?load`, which measures how the engine loads.
import { WorkerEngine } from "./engine.js";

const asked = new URLSearchParams(location.search);
const SMALL = "12..34..2.....3.";
/** It counts as long as it may, and takes more than ten megabytes. */
const LONG = { op: "count", puzzle: `grid: 25x25\ngivens:\n${`  ${". ".repeat(24)}.\n`.repeat(25)}` };
/** How often a cancelled request is measured. */
const ROUNDS = 7;
/** Milliseconds in which a new browser comes to rest. */
const REST = 1000;

/** @param {import("./browser.mjs").Told} what */
async function tell(what) {
  await fetch("told", { method: "POST", body: JSON.stringify(what) });
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param {unknown} is
 * @param {unknown} wanted
 * @param {string} what
 */
function equal(is, wanted, what) {
  const [a, b] = [JSON.stringify(is), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what} is ${a}, not ${b}`);
}

/** @param {number[]} times */
function told(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1].toFixed(1)} ms, most ${sorted[sorted.length - 1].toFixed(1)} ms`;
}

/**
 * Does something with an engine, which ends afterwards, and tells how it went.
 * @param {string} check
 * @param {Partial<import("./engine.js").Options>} options
 * @param {(engine: WorkerEngine) => Promise<string | void>} work
 */
async function trying(check, options, work) {
  const engine = new WorkerEngine({ wasm: "cluewright.wasm", ...options });
  const late = sleep(60_000).then(() => Promise.reject(new Error("no answer within a minute")));
  try {
    const words = await Promise.race([work(engine), late]);
    await tell({ check: { check, ok: true, words: words ?? "" } });
  } catch (error) {
    await tell({ check: { check, ok: false, words: String(error) } });
  } finally {
    engine.dispose();
  }
}

async function checks() {
  const isolated = location.pathname.startsWith("/isolated/");
  await trying("shared memory is there if the headers are", {}, async () => {
    equal(crossOriginIsolated, isolated, "crossOriginIsolated");
  });

  await trying("answers and streamed steps come in order", {}, async (engine) => {
    /** @type {(number | string | null)[]} */
    const ends = [];
    /** @type {number[]} */
    const steps = [];
    const all = [
      engine.request({ id: 1, op: "open", doc: "a", text: SMALL }),
      engine.request({ id: 2, op: "solve", doc: "a" }),
      engine.request({ id: 3, op: "hint", doc: "a", level: 1 }),
      engine.request({ id: 4, op: "explain", doc: "a", stream: true }, ({ id, partial }) => {
        equal(id, 4, "the id of a step");
        equal(ends.length, 3, "the number of answers before a step");
        steps.push(partial.number);
      }),
      engine.request({ id: 5, op: "solve", doc: "none" }),
    ];
    all.forEach((answer) => answer.then(({ id }) => ends.push(id)));
    const [opened, solved, hint, explained, none] = await Promise.all(all);
    equal(ends, [1, 2, 3, 4, 5], "the order");
    equal(solved.ok?.status, "unique", "the status");
    equal(solved.hash, opened.hash, "the hash");
    equal(hint.ok?.status, "step", "the hint");
    equal(steps, Array.from({ length: 10 }, (_, i) => i + 1), "the steps");
    equal(explained.ok?.status, "solved", "the walk");
    equal(none.error?.code, "no_document", "the error");
    equal(engine.starts, 1, "the number of workers");
    return `${steps.length} steps`;
  });

  await trying(`work is ended by ${isolated ? "shared memory" : "a new worker"}`, {}, async (engine) => {
    const { hash } = await engine.request({ op: "open", doc: "a", text: SMALL });
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      const long = engine.request({ id: "long", ...LONG });
      await sleep(60);
      const begun = performance.now();
      equal(engine.cancel("long"), true, "cancelled");
      const next = await engine.request({ op: "solve", doc: "a" });
      times.push(performance.now() - begun);
      equal(await long, { id: "long", error: { code: "cancelled", message: "cancelled" } }, "the answer");
      equal(next.hash, hash, "the open document's hash");
    }
    equal(engine.starts, isolated ? 1 : 1 + ROUNDS, "the number of workers");
    return `the next answer after it: ${told(times)} of ${ROUNDS}`;
  });

  await trying("the newest of a kind takes the place of others", {}, async (engine) => {
    await engine.request({ op: "open", doc: "a", text: LONG.puzzle });
    const running = engine.request({ op: "count", doc: "a" });
    await sleep(60);
    const queued = engine.request({ op: "solve", kind: "look", doc: "a" });
    const newest = engine.request({ op: "count", doc: "a", limits: { ms: 20 } });
    const other = engine.request({ op: "open", kind: "look", doc: "a", text: SMALL });
    equal((await running).error?.code, "cancelled", "the one that ran");
    equal((await queued).error?.code, "cancelled", "the one that waited");
    equal((await newest).error?.code === "cancelled", false, "the newest one was cancelled");
    equal((await other).ok?.format, "line", "the format");
    equal((await engine.request({ op: "solve", doc: "a" })).ok?.status, "unique", "the status");
  });

  await trying("without memory the worker starts anew, and no request is lost", { memory: 6 << 20 }, async (engine) => {
    const { hash } = await engine.request({ op: "open", doc: "a", text: SMALL });
    await engine.request({ op: "change", doc: "a", add: ["title: Changed"] });
    const long = engine.request(LONG);
    const before = [engine.request({ op: "solve", doc: "a" }), engine.request({ op: "open", doc: "b", text: SMALL })];
    const large = await long;
    const begun = performance.now();
    equal(large.error?.code, "restarted", "the large one");
    equal(/too much memory/.test(large.error?.cause ?? ""), true, `the cause (${large.error?.cause})`);
    const during = [engine.request({ op: "hint", doc: "a" }), engine.request({ op: "solve", puzzle: SMALL })];
    const [solved, opened, hint, alone] = await Promise.all([...before, ...during]);
    const took = performance.now() - begun;
    [solved, opened, hint, alone].forEach((answer) => equal(answer.hash, hash, "a hash"));
    equal((await engine.request({ op: "puzzle", doc: "a" })).ok?.title, "Changed", "the title");
    equal(engine.starts, 2, "the number of workers");
    return `all four answers after ${took.toFixed(0)} ms`;
  });

  await trying("generating with little memory ends with an answer", { memory: 4 << 20 }, async (engine) => {
    await engine.request({ op: "open", doc: "a", text: SMALL });
    const made = await engine.request({ op: "generate", puzzle: ".".repeat(81), count: 10_000 });
    equal(made.error?.code, "restarted", "the answer");
    equal((await engine.request({ op: "solve", doc: "a" })).ok?.status, "unique", "the status");
  });

  await trying("a module served as plain bytes is loaded", { wasm: "cluewright.bin" }, async (engine) => {
    equal((await engine.request({ op: "solve", puzzle: SMALL })).ok?.status, "unique", "the status");
  });

  await trying("a module that is not there is told of", { wasm: "none.wasm" }, async (engine) => {
    const { error } = await engine.request({ op: "meta" });
    equal(error?.code, "unavailable", "the code");
    return error?.message;
  });

  const nowhere = () => new Worker("engine/none.js", { type: "module" });
  await trying("a worker that is not there is told of", { spawn: nowhere }, async (engine) => {
    const { error } = await engine.request({ op: "meta" });
    equal(error?.code, "unavailable", "the code");
    equal(/\[object/.test(error?.message ?? ""), false, `no words (${error?.message})`);
    return error?.message;
  });

  if (asked.has("answers")) await trying("messages are the same bytes", { spawn: () => new Silent() }, compare);
}

/** Nobody: the requests go to a worker without `WorkerEngine`, which reads the messages. */
class Silent {
  onmessage = null;
  onerror = null;
  postMessage() {}
  terminate() {}
}

/** @returns {Promise<string>} */
async function compare() {
  /** @param {string} file */
  const lines = async (file) => {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return (await response.text()).split("\n").filter(Boolean);
  };
  const [requests, wanted] = [await lines("requests.jsonl"), await lines("answers.jsonl")];
  const module = await WebAssembly.compileStreaming(fetch("cluewright.wasm"));
  const worker = new Worker("engine/worker.js", { type: "module" });
  const begun = performance.now();
  /** @type {string[]} */
  const said = [];
  try {
    await new Promise((resolve, reject) => {
      worker.onerror = (error) => reject(new Error(error.message));
      worker.onmessage = ({ data }) => {
        if ("said" in data) said.push(data.said);
        if ("failed" in data) reject(new Error(data.failed));
        if (data.done === requests.length) resolve(true);
      };
      worker.postMessage({ start: { module } });
      requests.forEach((text, i) => worker.postMessage({ ask: i + 1, text }));
    });
  } finally {
    worker.terminate();
  }
  const at = wanted.findIndex((message, i) => said[i] !== message);
  if (at >= 0) throw new Error(`message ${at + 1} is ${said[at]?.slice(0, 300)}, not ${wanted[at].slice(0, 300)}`);
  equal(said.length, wanted.length, "the number of messages");
  return `${said.length} messages to ${requests.length} requests in ${(performance.now() - begun).toFixed(0)} ms`;
}

async function load() {
  let longest = 0;
  new PerformanceObserver((list) => {
    longest = Math.max(longest, ...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask", buffered: true });
  let gap = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
  }, 4);

  const engine = new WorkerEngine({ wasm: "cluewright.wasm", warm: true });
  const first = engine.request({ op: "solve", puzzle: SMALL }).then(() => performance.now());
  await engine.ready;
  const ready = performance.now();
  const answered = await first;
  clearInterval(timer);
  const begun = performance.now();
  await engine.request({ op: "hint", puzzle: SMALL });
  const later = performance.now() - begun;
  // The paint is told of with the frame after it.
  for (let i = 0; i < 50 && !performance.getEntriesByType("paint").length; i++) await sleep(20);
  await sleep(100);
  const paint = performance.getEntriesByName("first-paint")[0]?.startTime ?? null;
  engine.dispose();
  await tell({ load: { ready, first: answered, later, paint, longest, gap } });
}

try {
  if (asked.has("start")) {
    await sleep(REST);
    location.replace("page?load");
  } else {
    await (asked.has("load") ? load() : checks());
    await tell({ end: true });
  }
} catch (error) {
  await tell({ check: { check: "the page", ok: false, words: String(error) } });
  await tell({ end: true });
}
