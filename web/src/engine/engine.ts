// The interface of an engine. There are two implementations: over a WebSocket, and in workers. The page cannot tell them apart.
import type { Accessor } from "solid-js";
import type { Unread } from "./types";

/** A request without its id, as docs/protocol.md describes it. */
export type Request = { op: string; doc?: string; kind?: string; [field: string]: unknown };

/** A message about a request: the last message, or an earlier message with progress or a partial answer. */
export type Message = {
  id?: number | string | null;
  ok?: unknown;
  error?: Failure;
  progress?: Progress;
  partial?: unknown;
  hash?: string;
  /** The drawings and sentences of the puzzle that were not understood; the answer ignores them. */
  unread?: Unread;
};
export type Progress = { share: number; doing?: string };
export type Failure = { code: string; message: string; place?: [number, number]; hint?: string };

/** The error of a request that has no answer. */
export class EngineError extends Error {
  readonly code: string;
  readonly place: [number, number] | undefined;
  readonly hint: string | undefined;
  constructor(failure: Failure) {
    super(failure.message);
    this.code = failure.code;
    this.place = failure.place;
    this.hint = failure.hint;
  }
}

/** Whether a request failed only because it was cancelled. */
export function isCancelled(error: unknown): boolean {
  return error instanceof EngineError && error.code === "cancelled";
}

/** The callbacks for progress and partial answers, and the signal that cancels the request. */
export type Listener = {
  partial?: (part: any) => void;
  progress?: (progress: Progress) => void;
  signal?: AbortSignal | undefined;
};

/** A channel to the engine, which answers requests one by one or several at a time. */
export interface Lane {
  /**
   * A number that increases whenever the engine loses its documents. Documents opened under another number must be reopened.
   */
  generation(): number;
  send(request: Request, listener?: Listener): Promise<Message>;
}

export type EngineState = "starting" | "ready" | "lost";

export interface Engine {
  /** Whether the server stores a library of puzzles; otherwise puzzles are stored in the browser. */
  readonly library: boolean;
  /** The lane for requests that must be answered at once. */
  readonly quick: Lane;
  /** The lane for requests that may take long. This lane may be the same as `quick`. */
  readonly long: Lane;
  readonly state: Accessor<EngineState>;
}

/** Sends a request that does not refer to an open puzzle, and returns its result. */
export async function ask<T>(lane: Lane, request: Request, listener?: Listener): Promise<T> {
  const message = await lane.send(request, listener);
  if (message.error) throw new EngineError(message.error);
  return message.ok as T;
}
