// @ts-check
// The engine's side of a worker: it loads the engine, answers one request at a time, and tells when it has died.
import { Instance } from "./instance.js";

/**
 * What the page sends. `flag` is shared memory: the number of a request in it ends that request.
 * @typedef {{ start: { module: WebAssembly.Module, flag?: SharedArrayBuffer, memory?: number } }
 *   | { ask: number, text: string } | { warm: true }} ToWorker
 * What the worker sends. After `failed` it answers nothing any more.
 * @typedef {{ ready: true, memory: number } | { said: string } | { done: number, memory: number } | { warmed: number }
 *   | { failed: string }} FromWorker
 * @typedef {{ onmessage: ((event: { data: ToWorker }) => void) | null, postMessage: (message: FromWorker) => void }} Port
 */

/** A small puzzle with the rules of "The Miracle" (Mitchell Lee, 2020). */
const PUZZLE = `grid: 9x9
rules: miracle
givens:
${".........\n".repeat(4)}..1......
......2..
${".........\n".repeat(3)}`;

/** What makes the engine warm: what people ask first. Compilers of browsers do better after some rounds. */
const WARM = ["solve", "explain", "hint"];

/**
 * Answers at a port.
 * @param {Port} port
 * @param {typeof Instance} [Engine]
 */
export function serve(port, Engine = Instance) {
  /** @type {Instance | undefined} */
  let engine;
  let asked = 0;
  let quiet = false;

  /** @param {() => void} work */
  const guarded = (work) => {
    try {
      work();
    } catch (error) {
      const why = engine?.panic || String(error);
      engine = undefined;
      port.postMessage({ failed: why });
    }
  };

  /** @param {string[]} rest @param {number} begun */
  const warm = (rest, begun) => {
    if (!engine) return;
    if (!rest.length) {
      port.postMessage({ warmed: performance.now() - begun });
      return;
    }
    guarded(() => {
      quiet = true;
      engine?.handle(JSON.stringify({ id: "warm", op: rest[0], puzzle: PUZZLE }));
      quiet = false;
    });
    // What was asked meanwhile comes first.
    setTimeout(() => warm(rest.slice(1), begun), 0);
  };

  port.onmessage = ({ data }) => {
    if ("start" in data) {
      const { module, flag, memory } = data.start;
      const stop = flag && new Int32Array(flag);
      guarded(() => {
        engine = new Engine(module, {
          say: (said) => quiet || port.postMessage({ said }),
          stopped: () => !quiet && stop !== undefined && Atomics.load(stop, 0) === asked,
          memory,
        });
        port.postMessage({ ready: true, memory: engine.memory });
      });
    } else if ("ask" in data) {
      if (!engine) return;
      asked = data.ask;
      guarded(() => {
        engine?.handle(data.text);
        port.postMessage({ done: data.ask, memory: engine?.memory ?? 0 });
      });
    } else if ("warm" in data) {
      warm([...WARM, ...WARM], performance.now());
    }
  };
}

// In a browser's worker; elsewhere somebody calls `serve`.
const scope = /** @type {any} */ (globalThis);
if (typeof scope.WorkerGlobalScope === "function" && scope instanceof scope.WorkerGlobalScope) serve(scope);
