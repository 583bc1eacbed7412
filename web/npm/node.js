// @ts-check
// In Node: workers of `worker_threads`, which a word in shared memory tells to end their work.
import { Cluewright } from "./ask.js";
import { WorkerEngine } from "./engine/engine.js";
import { load, spawn } from "./engine/node.js";

export { Cluewright, CluewrightError } from "./ask.js";

/** @param {Partial<import("./engine/engine.js").Options>} [options] */
export function start(options) {
  const wasm = options?.wasm ?? load(new URL("./cluewright.wasm", import.meta.url));
  return new Cluewright(new WorkerEngine({ spawn, shared: true, ...options, wasm }));
}
