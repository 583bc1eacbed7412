// @ts-check
// The engine's side of a worker: it loads the engine, answers one request at a time, and reports when the engine has failed.
import { Instance } from "./instance.js";

/**
 * Messages from the page. `flag` is shared memory: a request whose number is written into it is cancelled.
 * @typedef {{ start: { module: WebAssembly.Module, flag?: SharedArrayBuffer, memory?: number } }
 *   | { ask: number, text: string } | { warm: true }} ToWorker
 * Messages from the worker. After `failed` it answers no more requests.
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

/** The operations that warm the engine up: those used first. The browser's compiler needs a few rounds to optimise them. */
const WARM = ["solve", "explain", "hint"];

/**
 * Answers the requests that arrive at a port.
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
    // Requests that arrived in the meantime come first.
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

// In a browser's worker; elsewhere, the importing script calls `serve`.
const scope = /** @type {any} */ (globalThis);
if (typeof scope.WorkerGlobalScope === "function" && scope instanceof scope.WorkerGlobalScope) serve(scope);
