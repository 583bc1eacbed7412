// The interface of an engine. There are two implementations: over a WebSocket, and in workers. The page cannot tell them apart.
import type { Accessor } from "solid-js";
import type { Unread } from "./types";

/** A request without its id, as docs/protocol.md describes it. */
export type Request = { op: string; doc?: string; kind?: string; [field: string]: unknown };

/** The last message to a request, or one before it. */
export type Message = {
  id?: number | string | null;
  ok?: unknown;
  error?: Failure;
  progress?: Progress;
  partial?: unknown;
  hash?: string;
  /** Drawings and sentences of the puzzle that were not understood: the answer is about the rest. */
  unread?: Unread;
};
export type Progress = { share: number; doing?: string };
export type Failure = { code: string; message: string; place?: [number, number]; hint?: string };

/** Why there is no answer. */
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

/** Was it ended because nobody wants it any more? */
export function isCancelled(error: unknown): boolean {
  return error instanceof EngineError && error.code === "cancelled";
}

/** What hears of an answer before it is there, and what ends it. */
export type Listener = {
  partial?: (part: any) => void;
  progress?: (progress: Progress) => void;
  signal?: AbortSignal | undefined;
};

/** Answers requests one after the other, or several at a time. */
export interface Lane {
  /** Counts the times that documents were lost: those opened under another number have to be opened again. */
  generation(): number;
  send(request: Request, listener?: Listener): Promise<Message>;
}

export type EngineState = "starting" | "ready" | "lost";

export interface Engine {
  /** Where puzzles are kept: on the server that the page is from, or nowhere but in the browser. */
  readonly library: boolean;
  /** Answers what has to be there at once. */
  readonly quick: Lane;
  /** Answers what may take long. It may be the same. */
  readonly long: Lane;
  readonly state: Accessor<EngineState>;
}

/** Asks what is about no open puzzle. */
export async function ask<T>(lane: Lane, request: Request, listener?: Listener): Promise<T> {
  const message = await lane.send(request, listener);
  if (message.error) throw new EngineError(message.error);
  return message.ok as T;
}
