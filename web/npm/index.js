// @ts-check
// In browsers. Bundlers see the worker and the module by their `new URL(..., import.meta.url)`.
import { Cluewright } from "./ask.js";
import { WorkerEngine } from "./engine/engine.js";

export { Cluewright, CluewrightError } from "./ask.js";

/** @param {Partial<import("./engine/engine.js").Options>} [options] */
export function start(options) {
  return new Cluewright(new WorkerEngine({ wasm: new URL("./cluewright.wasm", import.meta.url), ...options }));
}
