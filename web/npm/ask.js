// @ts-check
// What browsers and Node have in common: questions with typed answers.

/** Why there is no answer. */
export class CluewrightError extends Error {
  /** @param {{ code: string, message: string, place?: [number, number], hint?: string, cause?: string }} failure */
  constructor({ code, message, place, hint, cause }) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "CluewrightError";
    this.code = code;
    this.place = place;
    this.hint = hint;
  }
}

/** The engine in a worker. */
export class Cluewright {
  #engine;
  #asked = 0;

  /** @param {import("./engine/engine.js").WorkerEngine} engine */
  constructor(engine) {
    this.#engine = engine;
    /** Fulfilled when the engine can answer. Questions may be asked before. */
    this.ready = engine.ready;
  }

  /**
   * @param {string} op
   * @param {Record<string, any>} [fields]
   * @param {{ signal?: AbortSignal, onPart?: (part: any) => void, onProgress?: (progress: any) => void }} [listener]
   */
  async ask(op, fields = {}, { signal, onPart, onProgress } = {}) {
    signal?.throwIfAborted();
    const id = `a${++this.#asked}`;
    const stop = () => void this.#engine.cancel(id);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const request = { ...fields, ...(onProgress ? { progress: true } : {}), id, op };
      const { ok, error } = await this.#engine.request(request, ({ partial, progress }) => {
        if (partial !== undefined) onPart?.(partial);
        if (progress !== undefined) onProgress?.(progress);
      });
      signal?.throwIfAborted();
      if (error) throw new CluewrightError(error);
      return ok;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Ends the worker and every question that is still open. */
  close() {
    this.#engine.dispose();
  }
}
