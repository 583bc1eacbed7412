// @ts-check
// The page's side of a worker: requests in, answers out. It keeps the order of requests, drops outdated requests, and restarts the
// worker if cancelled work does not end otherwise, or if the worker has died.

/**
 * A request: `id`, `op` and the fields of this operation. A request without an `id` gets one.
 * @typedef {{ id?: number | string, op: string, doc?: string, kind?: string, [field: string]: unknown }} Request
 * A message about a request: `progress` or `partial`; the last message has `ok` or `error`.
 * @typedef {{ id: number | string | null, ok?: any, error?: Failure, progress?: any, partial?: any, hash?: string }} Message
 * @typedef {{ code: string, message: string, place?: [number, number], hint?: string, cause?: string }} Failure
 *
 * The part of a worker that is used here: a browser's worker, or an object like it.
 * @typedef {object} WorkerLike
 * @property {(message: any) => void} postMessage
 * @property {() => void} terminate
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onerror
 *
 * @typedef {object} Options
 * @property {URL | string | BufferSource | WebAssembly.Module} wasm the engine, or its address
 * @property {() => WorkerLike} [spawn] starts a worker; usually `worker.js` beside this file
 * @property {boolean} [shared] cancel work through shared memory; default: if the browser allows it
 * @property {boolean} [warm] warm the worker up as soon as it is ready
 * @property {number} [memory] the memory limit of the engine in bytes; default: 1 GB
 * @property {number} [patience] the milliseconds that cancelled work has to end by itself before the worker is restarted
 *
 * @typedef {object} Job
 * @property {number} number
 * @property {Request} request
 * @property {string | null} kind a new request replaces an older request of the same kind
 * @property {boolean} own reopens a document; its answer is not passed on
 * @property {((message: Message) => void) | undefined} onMessage
 * @property {((message: Message) => void) | null} resolve `null` after it has been called
 * @property {Message | null} answer
 */

const MEMORY = 2 ** 30;
/** A restart takes about ten milliseconds and loses cached results, so work that is about to end may end. */
const PATIENCE = 40;
/** Work that is cancelled through shared memory usually ends within a millisecond. */
const PATIENCE_TOLD = 1000;
/** The number of starts in a row that may fail. */
const STARTS = 3;

/** Operations whose requests do not replace each other. */
const APART = new Set(["meta"]);

/** @param {Request} request */
function kindOf({ op, doc, kind }) {
  if (doc === undefined || kind === "" || (kind === undefined && APART.has(op))) return null;
  return JSON.stringify([doc, kind ?? op]);
}

/** The error of a worker whose script is missing or may not be loaded by this page; the browser gives no message. */
const NO_SCRIPT = "its worker's script cannot be loaded";
const CANCELLED = { code: "cancelled", message: "cancelled" };

/** The engine in a worker: it runs one request at a time, in the order of arrival. */
export class WorkerEngine {
  /** @type {Options} */
  #options;
  /** @type {WebAssembly.Module | undefined} */
  #module;
  /** @type {WorkerLike | undefined} */
  #worker;
  /** A worker whose script is being loaded: the next worker. @type {WorkerLike | undefined} */
  #spare;
  /** Memory shared with the worker: the number of the request to cancel. @type {Int32Array | undefined} */
  #flag;
  /** The bytes that the worker used after its start, with the reopened documents; 0: it is not ready yet. */
  #atStart = 0;
  #failedStarts = 0;
  #warmed = false;
  /** The reason why no more requests will be answered. @type {Failure | undefined} */
  #closed;
  /** @type {Job | undefined} */
  #running;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Job[]} */
  #queue = [];
  #numbers = 0;
  #ids = 0;
  /** The requests that opened and changed each document. @type {Map<string, Request[]>} */
  #documents = new Map();
  /** For documents that are not reopened yet: the requests still to be made. @type {Map<string, Request[]>} */
  #lost = new Map();
  /** The number of workers started so far. */
  starts = 0;
  /** Resolves when the engine is ready, and rejects if the engine cannot be loaded. @type {Promise<void>} */
  ready;
  /** @type {() => void} */
  #isReady = () => {};
  /** @type {(why: Error) => void} */
  #isUnavailable = () => {};

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    if (options.shared ?? globalThis.crossOriginIsolated === true) {
      this.#flag = new Int32Array(new SharedArrayBuffer(4));
    }
    this.ready = new Promise((resolve, reject) => {
      this.#isReady = resolve;
      this.#isUnavailable = reject;
    });
    this.ready.catch(() => {});
    // Load the worker's script while the engine is compiled.
    this.#prepare();
    compiled(options.wasm).then(
      (module) => {
        this.#module = module;
        if (!this.#closed) this.#start();
      },
      (error) => this.#close("unavailable", `the engine cannot be loaded: ${error}`),
    );
  }

  /**
   * Sends a request. The promise resolves to the last message, even if it is an error; earlier messages go to `onMessage`.
   * @param {Request} request
   * @param {(message: Message) => void} [onMessage]
   * @returns {Promise<Message>}
   */
  request(request, onMessage) {
    request = { ...request, id: request.id ?? `r${++this.#ids}` };
    if (request.op === "cancel") {
      const cancelled = this.cancel(/** @type {number | string} */ (request.of));
      return Promise.resolve({ id: request.id ?? null, ok: { cancelled } });
    }
    return new Promise((resolve) => {
      const kind = kindOf(request);
      const job = { number: ++this.#numbers, request, kind, own: false, onMessage, resolve, answer: null };
      if (this.#closed) return this.#settle(job, this.#closed);
      if (kind !== null) this.#drop((other) => other.kind === kind);
      this.#queue.push(job);
      this.#next();
    });
  }

  /**
   * Cancels the requests with this id; their last message is then the error `cancelled`. Returns whether there were any.
   * @param {number | string} id
   */
  cancel(id) {
    return this.#drop((job) => job.request.id === id);
  }

  /** Ends the worker and all requests. */
  dispose() {
    this.#close("cancelled", "the engine was shut down");
  }

  /** @param {(job: Job) => boolean} unwanted */
  #drop(unwanted) {
    const dropped = this.#queue.filter(unwanted);
    this.#queue = this.#queue.filter((job) => !dropped.includes(job));
    dropped.forEach((job) => this.#settle(job, CANCELLED));
    const running = this.#running;
    if (!running || running.own || !running.resolve || !unwanted(running)) return dropped.length > 0;
    this.#settle(running, CANCELLED);
    if (this.#flag) Atomics.store(this.#flag, 0, running.number);
    else this.#prepare();
    const patience = this.#options.patience ?? (this.#flag ? PATIENCE_TOLD : PATIENCE);
    this.#timer = setTimeout(() => this.#start(), patience);
    return true;
  }

  /**
   * @param {Job} job
   * @param {Failure} error
   */
  #settle(job, error) {
    this.#answer(job, { id: job.request.id ?? null, error });
  }

  /**
   * @param {Job} job
   * @param {Message} message
   */
  #answer(job, message) {
    const resolve = job.resolve;
    job.resolve = null;
    resolve?.(message);
  }

  /** Loads the script of the next worker, which can then start sooner. */
  #prepare() {
    if (this.#spare) return;
    try {
      const spare = (this.#options.spawn ?? spawn)();
      this.#spare = spare;
      spare.onerror = () => {
        if (spare === this.#spare) this.#spare = undefined;
      };
    } catch {
      // The next start reports the error.
    }
  }

  /** Starts a worker, which replaces the current one. */
  #start() {
    this.#end();
    this.#lost = new Map([...this.#documents].map(([name, requests]) => [name, [...requests]]));
    this.starts++;
    /** @type {WorkerLike} */
    let worker;
    try {
      worker = this.#spare ?? (this.#options.spawn ?? spawn)();
    } catch (error) {
      this.#close("unavailable", `the engine does not start: ${error}`);
      return;
    }
    this.#spare = undefined;
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker === this.#worker) this.#hear(data);
    };
    worker.onerror = (error) => {
      if (worker === this.#worker) this.#died(error?.message ?? NO_SCRIPT);
    };
    const memory = this.#options.memory ?? MEMORY;
    worker.postMessage({ start: { module: this.#module, flag: this.#flag?.buffer, memory } });
  }

  #end() {
    clearTimeout(this.#timer);
    if (this.#worker) {
      this.#worker.onmessage = this.#worker.onerror = null;
      this.#worker.terminate();
    }
    this.#worker = this.#running = undefined;
    this.#atStart = 0;
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  #close(code, message) {
    this.#closed ??= { code, message };
    const jobs = this.#running ? [this.#running, ...this.#queue] : this.#queue;
    this.#queue = [];
    this.#end();
    if (this.#spare) {
      this.#spare.onerror = null;
      this.#spare.terminate();
      this.#spare = undefined;
    }
    jobs.forEach((job) => this.#settle(job, { code, message }));
    this.#isUnavailable(new Error(message));
  }

  /** @param {import("./worker.js").FromWorker} heard */
  #hear(heard) {
    const job = this.#running;
    if ("ready" in heard) {
      this.#atStart = heard.memory;
      this.#failedStarts = 0;
      this.#isReady();
      // Waiting requests come first.
      this.#next();
      if (this.#options.warm && !this.#warmed) this.#worker?.postMessage({ warm: true });
      this.#warmed = true;
    } else if ("failed" in heard) {
      this.#died(heard.failed);
    } else if ("said" in heard && job) {
      /** @type {Message} */
      const message = JSON.parse(heard.said);
      if ("ok" in message || "error" in message) {
        job.answer = message;
      } else if (job.resolve) {
        job.onMessage?.(message);
      }
    } else if ("done" in heard && job?.number === heard.done) {
      clearTimeout(this.#timer);
      this.#running = undefined;
      this.#remember(job);
      if (job.answer) this.#answer(job, job.answer);
      if (job.own) this.#atStart = heard.memory;
      // A worker never returns memory, so restart it after large requests; memory of open documents would be used again at once.
      const most = Math.max((this.#options.memory ?? MEMORY) / 2, 2 * this.#atStart);
      if (heard.memory > most && !this.#lost.size) this.#start();
      else this.#next();
    }
  }

  /**
   * Replaces a worker that has failed.
   * @param {string} cause
   */
  #died(cause) {
    const job = this.#running;
    if (!this.#atStart && ++this.#failedStarts >= STARTS) {
      this.#close("unavailable", `the engine does not start: ${cause}`);
      return;
    }
    // A document that cannot be opened again is lost.
    if (job?.own && job.request.doc !== undefined) this.#documents.delete(job.request.doc);
    this.#start();
    if (job) {
      const message = "the engine failed during this request and was restarted; open puzzles are still open";
      this.#settle(job, { code: "restarted", message, cause });
    }
  }

  /**
   * Stores the requests that opened a document, to repeat them after a restart.
   * @param {Job} job
   */
  #remember({ request, own, answer }) {
    const doc = request.doc;
    if (doc === undefined) return;
    if (own) {
      if (!answer?.ok) {
        this.#documents.delete(doc);
        this.#lost.delete(doc);
      }
    } else if (answer?.ok && request.op === "open") {
      this.#documents.set(doc, [request]);
    } else if (answer?.ok && request.op === "close") {
      this.#documents.delete(doc);
    } else if (answer?.ok && request.op === "change") {
      // A change of the whole text replaces the changes before it.
      const before = this.#documents.get(doc) ?? [];
      this.#documents.set(doc, [...("text" in request ? before.slice(0, 1) : before), request]);
    }
  }

  /** Runs the next request, if there is one. */
  #next() {
    if (!this.#atStart || this.#running) return;
    const [first] = this.#queue;
    const job = this.#reopening(first?.request) ?? this.#queue.shift();
    if (!job) return;
    this.#running = job;
    this.#worker?.postMessage({ ask: job.number, text: JSON.stringify(job.request) });
  }

  /**
   * The next request that reopens the document of this request after a restart; without a request, of any document.
   * @param {Request | undefined} request
   * @returns {Job | undefined}
   */
  #reopening(request) {
    const [any] = this.#lost.keys();
    const name = request ? request.doc : any;
    const rest = name === undefined ? undefined : this.#lost.get(name);
    if (name === undefined || !rest) return;
    const next = rest.shift();
    if (!rest.length) this.#lost.delete(name);
    if (!next) return;
    return {
      number: ++this.#numbers,
      request: { ...next, id: "again" },
      kind: null,
      own: true,
      onMessage: undefined,
      resolve: null,
      answer: null,
    };
  }
}

/** @returns {WorkerLike} */
function spawn() {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/**
 * @param {Options["wasm"]} wasm
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (!(wasm instanceof URL || typeof wasm === "string")) return WebAssembly.compile(wasm);
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${wasm}: ${response.status} ${response.statusText}`);
  // A response with another type than `application/wasm` cannot be compiled while it arrives.
  if (!response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compile(await response.arrayBuffer());
  }
  return WebAssembly.compileStreaming(response);
}
