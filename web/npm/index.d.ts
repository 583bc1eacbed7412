import type { Progress, Questions } from "./questions.js";

export * from "./questions.js";

/** What can be asked. */
export type Op = keyof Questions;

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a question takes besides its name. */
export type Fields<O extends Op> = Without<Questions[O]["request"], "id" | "op" | "progress">;

export type Options = {
  /** The engine, or where it is; usually `cluewright.wasm` of this package. */
  wasm?: URL | string | BufferSource | WebAssembly.Module;
  /** Answer a small puzzle as soon as the engine is there, so that the first question is fast. */
  warm?: boolean;
  /** Bytes that the engine may take; 1 GB. */
  memory?: number;
};

export type Listener<O extends Op> = {
  /** Ends the question: its promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Hears each part of an answer: a step of `explain` with `stream`, a puzzle of `generate`. */
  onPart?: (part: Questions[O]["part"]) => void;
  onProgress?: (progress: Progress) => void;
};

/** Why there is no answer. */
export class CluewrightError extends Error {
  readonly code: string;
  /** Line and column in the text that was read. */
  readonly place?: [number, number];
  /** How to mend it. */
  readonly hint?: string;
}

/** The engine in a worker: it answers one question at a time, in order. */
export class Cluewright {
  /** Fulfilled when the engine can answer. Questions may be asked before. */
  readonly ready: Promise<void>;
  /** Asks. An error is a `CluewrightError`. */
  ask<O extends Op>(op: O, fields: Fields<O>, listener?: Listener<O>): Promise<Questions[O]["answer"]>;
  /** Ends the worker and every question that is still open. */
  close(): void;
}

/** Starts the engine. */
export function start(options?: Options): Cluewright;
