// @ts-check
// The page's side of a worker: requests in, answers out. It keeps the order, drops what nobody wants any more, and starts
// the worker anew when that is the only way to end something, or when it has died.

/**
 * A request: `id`, `op` and what that takes. Without an `id` it is given one.
 * @typedef {{ id?: number | string, op: string, doc?: string, kind?: string, [field: string]: unknown }} Request
 * A message about a request: `progress` or `partial`, and as the last one `ok` or `error`.
 * @typedef {{ id: number | string | null, ok?: any, error?: Failure, progress?: any, partial?: any, hash?: string }} Message
 * @typedef {{ code: string, message: string, place?: [number, number], hint?: string, cause?: string }} Failure
 *
 * What this needs of a worker: that of a browser, or something like it.
 * @typedef {object} WorkerLike
 * @property {(message: any) => void} postMessage
 * @property {() => void} terminate
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onerror
 *
 * @typedef {object} Options
 * @property {URL | string | BufferSource | WebAssembly.Module} wasm the engine, or where it is
 * @property {() => WorkerLike} [spawn] starts a worker; usually `worker.js` beside this file
 * @property {boolean} [shared] is the worker told by shared memory to end its work? Usually where the browser allows it.
 * @property {boolean} [warm] warm the worker up as soon as it is there
 * @property {number} [memory] bytes that the engine may take; 1 GB
 * @property {number} [patience] milliseconds in which unwanted work may still end by itself, before the worker is ended
 *
 * @typedef {object} Job
 * @property {number} number
 * @property {Request} request
 * @property {string | null} kind the newest of a kind is the one that is wanted
 * @property {boolean} own opens a document again: nobody waits for its answer
 * @property {((message: Message) => void) | undefined} onMessage
 * @property {((message: Message) => void) | null} resolve `null` when it has been called
 * @property {Message | null} answer
 */

const MEMORY = 2 ** 30;
/** A restart costs some ten milliseconds, and what documents know: work that is about to end may. */
const PATIENCE = 40;
/** One that was told by shared memory ends within a millisecond, usually. */
const PATIENCE_TOLD = 1000;
/** Starts in a row that may fail. */
const STARTS = 3;

/** Operations whose requests do not take each other's place. */
const APART = new Set(["meta"]);

/** @param {Request} request */
function kindOf({ op, doc, kind }) {
  if (doc === undefined || kind === "" || (kind === undefined && APART.has(op))) return null;
  return JSON.stringify([doc, kind ?? op]);
}

/** A worker whose script is not there, or may not be loaded by this page, fails without a word. */
const NO_SCRIPT = "the script of its worker cannot be loaded";
const CANCELLED = { code: "cancelled", message: "cancelled" };

/** The engine in a worker: one request runs at a time, in the order in which they came. */
export class WorkerEngine {
  /** @type {Options} */
  #options;
  /** @type {WebAssembly.Module | undefined} */
  #module;
  /** @type {WorkerLike | undefined} */
  #worker;
  /** Its script is being loaded: it will take the place of the worker, or be the first. @type {WorkerLike | undefined} */
  #spare;
  /** Shared with the worker: the number of the request that is to end. @type {Int32Array | undefined} */
  #flag;
  /** Bytes the worker had at its start, with the documents that were open; 0: it is not there yet. */
  #atStart = 0;
  #failedStarts = 0;
  #warmed = false;
  /** Why no request will be answered any more. @type {Failure | undefined} */
  #closed;
  /** @type {Job | undefined} */
  #running;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Job[]} */
  #queue = [];
  #numbers = 0;
  #ids = 0;
  /** What opened each document. @type {Map<string, Request[]>} */
  #documents = new Map();
  /** What is still to be done to open them again. @type {Map<string, Request[]>} */
  #lost = new Map();
  /** Workers started so far. */
  starts = 0;
  /** The engine can be asked. Rejected: it cannot be loaded. @type {Promise<void>} */
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
    // The worker's script comes while the engine is compiled.
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
   * Asks. The last message comes as the promise's value, also when it is an error; those before it go to `onMessage`.
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
   * Ends the requests with this id, whose last message is then the error `cancelled`. Were there any?
   * @param {number | string} id
   */
  cancel(id) {
    return this.#drop((job) => job.request.id === id);
  }

  /** Ends the worker and all requests. */
  dispose() {
    this.#close("cancelled", "the engine was ended");
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

  /** A worker that can be started sooner than a new one. */
  #prepare() {
    if (this.#spare) return;
    try {
      const spare = (this.#options.spawn ?? spawn)();
      this.#spare = spare;
      spare.onerror = () => {
        if (spare === this.#spare) this.#spare = undefined;
      };
    } catch {
      // The start after it tells why.
    }
  }

  /** Starts a worker in the place of the one there is. */
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
      // What has been asked comes first.
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
      // What large questions took stays with the worker as long as it lives; what open documents take would be back at once.
      const most = Math.max((this.#options.memory ?? MEMORY) / 2, 2 * this.#atStart);
      if (heard.memory > most && !this.#lost.size) this.#start();
      else this.#next();
    }
  }

  /**
   * The worker is of no use any more.
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
      const message = "the engine could not answer this and was started anew; open puzzles are still open";
      this.#settle(job, { code: "restarted", message, cause });
    }
  }

  /**
   * What was done to open a document, for the time when the worker is started anew.
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
      // With its whole text it takes the place of changes before.
      const before = this.#documents.get(doc) ?? [];
      this.#documents.set(doc, [...("text" in request ? before.slice(0, 1) : before), request]);
    }
  }

  /** The next one runs, if there is any. */
  #next() {
    if (!this.#atStart || this.#running) return;
    const [first] = this.#queue;
    const job = this.#reopening(first?.request) ?? this.#queue.shift();
    if (!job) return;
    this.#running = job;
    this.#worker?.postMessage({ ask: job.number, text: JSON.stringify(job.request) });
  }

  /**
   * What is to be done before this request: its document was open in a worker that is no more. Without a request, any one.
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
  // Served as something else than `application/wasm` it cannot be compiled while it comes.
  if (!response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compile(await response.arrayBuffer());
  }
  return WebAssembly.compileStreaming(response);
}
