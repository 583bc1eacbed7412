// @ts-check
// The engine in Node: workers of `worker_threads` with the interface of a browser's workers, and the module from a file.
import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Instance } from "./instance.js";
import { serve } from "./worker.js";

/** The file that `cargo xtask wasm` writes. */
export const WASM = new URL("../../target/wasm/cluewright.wasm", import.meta.url);

/** The engine's module. @param {string | URL} [file] */
export function load(file = process.env.CLUEWRIGHT_WASM ?? WASM) {
  return new WebAssembly.Module(readFileSync(file));
}

/**
 * A worker. With `breaks`, the operation `break` makes the engine panic.
 * @param {{ breaks?: boolean }} [data]
 * @returns {import("./engine.js").WorkerLike}
 */
export function spawn(data = {}) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { serve: true, ...data } });
  /** @type {import("./engine.js").WorkerLike} */
  const like = {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => void worker.terminate(),
    onmessage: null,
    onerror: null,
  };
  worker.on("message", (data) => like.onmessage?.({ data }));
  worker.on("error", (error) => like.onerror?.(error));
  return like;
}

/** An engine that panics on request. */
class Breaking extends Instance {
  /** @param {string} request */
  handle(request) {
    super.handle(request);
    if (JSON.parse(request).op === "break") this.break();
  }
}

if (!isMainThread && workerData?.serve && parentPort) {
  const parent = parentPort;
  /** @type {import("./worker.js").Port} */
  const port = { onmessage: null, postMessage: (message) => parent.postMessage(message) };
  parent.on("message", (data) => port.onmessage?.({ data }));
  serve(port, workerData.breaks ? Breaking : Instance);
}
