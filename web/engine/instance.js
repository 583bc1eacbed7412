// @ts-check
// One instance of the engine: text in, messages out. It runs in a worker, in a page or in Node.

/** The error that ends a request when the engine exceeds its memory limit. */
export class TooMuchMemory extends Error {}

/**
 * @typedef {object} Host
 * @property {(message: string) => void} say receives a message
 * @property {() => boolean} [stopped] whether to cancel the work; called every few milliseconds
 * @property {number} [memory] the memory limit in bytes; work that exceeds it ends with `TooMuchMemory`
 */

/** A session of the engine. It cannot be used again after `handle` has thrown. */
export class Instance {
  /** @type {any} */
  #exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  /** The message of a panic. */
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
        if (this.memory > limit) throw new TooMuchMemory("the request needs too much memory");
        return host.stopped?.() ? 1 : 0;
      },
      now: () => performance.now(),
      failed: (/** @type {number} */ at, /** @type {number} */ length) => {
        this.panic = this.#text(at, length);
      },
    };
    this.#exports = new WebAssembly.Instance(module, { host: imports }).exports;
  }

  /** The bytes of memory in use, which are never returned. */
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
   * Answers a request; the host has received every message when this returns.
   * @param {string} request
   */
  handle(request) {
    const bytes = this.#encoder.encode(request);
    const at = this.#exports.alloc(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at >>> 0, bytes.length).set(bytes);
    this.#exports.handle(at, bytes.length);
    this.#exports.free(at, bytes.length);
  }

  /** Panics, for tests: requests more memory than there can be. */
  break() {
    this.#exports.alloc(2 ** 31);
  }
}
