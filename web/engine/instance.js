// @ts-check
// One instance of the engine: text in, messages out. Where it runs (worker, page, node) is all the same to it.

/** Thrown out of the engine when it has taken more memory than it may. */
export class TooMuchMemory extends Error {}

/**
 * @typedef {object} Host
 * @property {(message: string) => void} say takes a message
 * @property {() => boolean} [stopped] is the work to end? Asked every few milliseconds.
 * @property {number} [memory] bytes it may take; above it the work ends with `TooMuchMemory`
 */

/** A session of the engine. After `handle` has thrown it is of no use any more. */
export class Instance {
  /** @type {any} */
  #exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  /** What a panic said. */
  panic = "";

  /**
   * @param {WebAssembly.Module} module
   * @param {Host} host
   */
  constructor(module, host) {
    const limit = host.memory ?? Infinity;
    const imports = {
      say: (/** @type {number} */ at, /** @type {number} */ length) => host.say(this.#text(at, length)),
      stopped: () => {
        if (this.memory > limit) throw new TooMuchMemory("it took too much memory");
        return host.stopped?.() ? 1 : 0;
      },
      now: () => performance.now(),
      failed: (/** @type {number} */ at, /** @type {number} */ length) => {
        this.panic = this.#text(at, length);
      },
    };
    this.#exports = new WebAssembly.Instance(module, { host: imports }).exports;
  }

  /** Bytes of memory it has taken, which it never gives back. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  #text(at, length) {
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, at >>> 0, length >>> 0));
  }

  /**
   * Answers a request; every message has gone to the host when this returns.
   * @param {string} request
   */
  handle(request) {
    const bytes = this.#encoder.encode(request);
    const at = this.#exports.alloc(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at >>> 0, bytes.length).set(bytes);
    this.#exports.handle(at, bytes.length);
    this.#exports.free(at, bytes.length);
  }

  /** Panics, for tests: no memory has room for this. */
  break() {
    this.#exports.alloc(2 ** 31);
  }
}
