// A puzzle that is open in the engine, and is reopened if the engine loses it.
import { EngineError, type Engine, type Listener } from "../engine/engine";
import type { PuzzleReport } from "../engine/types";

export type Answer<T> = { ok: T; hash: string };
export type Asking = Listener & {
  /** Whether the request may take long, so that it must not block others. */
  long?: boolean;
  /**
   * A new request cancels an older request of the same kind. If the kind is absent, requests of the same operation are cancelled;
   * if it is empty, no request is cancelled.
   */
  kind?: string;
};

let documents = 0;

export class Doc {
  readonly #engine: Engine;
  readonly #name = `p${++documents}`;
  /** The puzzle as text, in any format. */
  #text = "";
  #opened = new Map<unknown, { generation: number; text: string; done: Promise<void> }>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get text(): string {
    return this.#text;
  }

  /**
   * Opens a puzzle instead of the current one. If the text is not a puzzle, the promise is rejected and the current puzzle
   * stays open.
   */
  async open(text: string): Promise<Answer<PuzzleReport>> {
    return this.#read({ op: "open", text }, text);
  }

  /** Changes the puzzle: see `change` in docs/protocol.md. */
  async change(fields: Record<string, unknown>): Promise<Answer<PuzzleReport>> {
    await this.#ready(this.#engine.quick);
    return this.#read({ op: "change", ...fields }, undefined);
  }

  async #read(request: { op: string; [field: string]: unknown }, text: string | undefined): Promise<Answer<PuzzleReport>> {
    const lane = this.#engine.quick;
    const message = await lane.send({ kind: "", ...request, doc: this.#name });
    if (message.error) throw new EngineError(message.error);
    const report = message.ok as PuzzleReport;
    // The text in Cluewright's own format contains everything that is in the original text, and all later changes.
    this.#text = request.op === "open" || report.clue === undefined ? (text ?? this.#text) : report.clue;
    this.#opened.set(lane, { generation: lane.generation(), text: this.#text, done: Promise.resolve() });
    return { ok: report, hash: message.hash ?? "" };
  }

  /** Makes sure that the puzzle is open in a lane. */
  #ready(lane: Engine["quick"]): Promise<void> {
    const generation = lane.generation();
    const before = this.#opened.get(lane);
    if (before && before.generation === generation && before.text === this.#text) return before.done;
    const text = this.#text;
    const done = lane.send({ op: "open", kind: "", doc: this.#name, text }).then((message) => {
      if (!message.error) {
        // Read the generation again, since the request may have been sent after a reconnection.
        this.#opened.set(lane, { generation: lane.generation(), text, done: Promise.resolve() });
        return;
      }
      this.#opened.delete(lane);
      throw new EngineError(message.error);
    });
    this.#opened.set(lane, { generation, text, done });
    return done;
  }

  async ask<T>(op: string, fields: Record<string, unknown> = {}, asking: Asking = {}): Promise<T> {
    return (await this.answer<T>(op, fields, asking)).ok;
  }

  async answer<T>(op: string, fields: Record<string, unknown> = {}, asking: Asking = {}): Promise<Answer<T>> {
    const lane = asking.long ? this.#engine.long : this.#engine.quick;
    const { kind } = asking;
    for (let tries = 0; ; tries++) {
      try {
        await this.#ready(lane);
      } catch (error) {
        if (error instanceof EngineError && error.code === "gone" && tries < 20) continue;
        throw error;
      }
      if (asking.signal?.aborted) throw new EngineError({ code: "cancelled", message: "cancelled" });
      const message = await lane.send({ op, doc: this.#name, ...fields, ...(kind === undefined ? {} : { kind }) }, asking);
      // The connection or the engine was restarted in the meantime: reopen the puzzle and repeat the request.
      const lost = message.error && ["no_document", "gone"].includes(message.error.code);
      if (lost && tries < 20) {
        this.#opened.delete(lane);
        continue;
      }
      if (message.error) throw new EngineError(message.error);
      return { ok: message.ok as T, hash: message.hash ?? "" };
    }
  }

  close(): void {
    for (const lane of this.#opened.keys()) void (lane as Engine["quick"]).send({ op: "close", doc: this.#name });
    this.#opened.clear();
  }
}
