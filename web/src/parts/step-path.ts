// The solving path of a puzzle: steps as they arrive, cached for each puzzle while the page is open.
import { batch, createSignal, type Accessor } from "solid-js";
import { ask, isCancelled, type Engine, type Progress } from "../engine/engine";
import type { Candidate, FoundStep, Rating, Status, Step, Technique } from "../engine/types";
import type { Doc } from "../state/doc";
import { words } from "./errors";

export type Reason = { kind: string; name: string; rule?: string; candidates?: Candidate[]; steps?: Step[] };

/** The answer to `explain` without the steps, which arrive before it. */
export type Explained = { status: string; solutions?: Status; grid?: string; rating?: Rating; clash?: string };

/** The answer to `steps`. */
export type Listed = {
  status: string;
  complete?: boolean;
  mistakes?: string[];
  steps?: (Step & { others?: number })[];
  clash?: string;
};

export class Path {
  readonly hash: string;
  readonly steps: Accessor<readonly FoundStep[]>;
  readonly #setSteps: (steps: readonly FoundStep[]) => void;
  readonly progress: Accessor<Progress | undefined>;
  readonly #setProgress: (progress: Progress | undefined) => void;
  readonly ended: Accessor<Explained | undefined>;
  readonly #setEnded: (ended: Explained | undefined) => void;
  readonly failed: Accessor<string>;
  readonly #setFailed: (why: string) => void;
  readonly state: Accessor<"new" | "running" | "stopped" | "ended">;
  readonly #setState: (state: "new" | "running" | "stopped" | "ended") => void;
  /** The number of the selected step, from 1. */
  readonly chosen: Accessor<number>;
  readonly setChosen: (number: number) => void;
  #abort: AbortController | undefined;

  constructor(hash: string) {
    this.hash = hash;
    [this.steps, this.#setSteps] = createSignal<readonly FoundStep[]>([]);
    [this.progress, this.#setProgress] = createSignal<Progress>();
    [this.ended, this.#setEnded] = createSignal<Explained>();
    [this.failed, this.#setFailed] = createSignal("");
    [this.state, this.#setState] = createSignal<"new" | "running" | "stopped" | "ended">("new");
    [this.chosen, this.setChosen] = createSignal(1);
  }

  async start(doc: Doc): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    batch(() => {
      this.#setSteps([]);
      this.#setEnded(undefined);
      this.#setFailed("");
      this.#setProgress(undefined);
      this.#setState("running");
      this.setChosen(1);
    });
    // Steps that arrive at the same moment are shown together.
    let coming: FoundStep[] = [];
    let frame: number | undefined;
    const show = () => {
      clearTimeout(frame);
      frame = undefined;
      if (this.#abort !== abort || !coming.length) return;
      const first = coming[0]!.number;
      // After a lost connection, the steps arrive again from the first one.
      this.#setSteps([...this.steps().slice(0, first - 1), ...coming]);
      coming = [];
    };
    const asking = {
      long: true,
      signal: abort.signal,
      partial: (found: FoundStep) => {
        if (coming.length && found.number !== coming.at(-1)!.number + 1) show();
        coming.push(found);
        frame ??= window.setTimeout(show, 40);
      },
      progress: (progress: Progress) => {
        if (this.#abort === abort) this.#setProgress(progress);
      },
    };
    try {
      const ended = await doc.ask<Explained>("explain", { stream: true, positions: true }, asking);
      show();
      if (this.#abort !== abort) return;
      batch(() => {
        this.#setEnded(ended);
        this.#setState("ended");
      });
    } catch (error) {
      show();
      if (this.#abort !== abort) return;
      batch(() => {
        this.#setState("stopped");
        if (!isCancelled(error)) this.#setFailed(words(error));
      });
    }
  }

  /** Stops the search and keeps the steps found so far. */
  stop(): void {
    this.#abort?.abort();
  }

  /** Abandons the search because the path is no longer shown. */
  leave(): void {
    if (this.state() !== "running") return;
    this.stop();
    paths.delete(this.hash);
  }
}

const paths = new Map<string, Path>();
const MOST = 12;

export function pathOf(hash: string): Path {
  const path = paths.get(hash) ?? new Path(hash);
  // Move the path to the end of the cache, so that it is evicted last.
  paths.delete(hash);
  paths.set(hash, path);
  for (const old of paths.keys()) {
    if (paths.size <= MOST) break;
    paths.delete(old);
  }
  return path;
}

const [names, setNames] = createSignal<ReadonlyMap<string, string>>(new Map());
let asked = false;

/** The name of a technique for readers. */
export function techniqueName(engine: Engine, id: string): string {
  if (!asked) {
    asked = true;
    ask<{ techniques: Technique[] }>(engine.quick, { op: "techniques" }).then(
      ({ techniques }) => setNames(new Map(techniques.map((one) => [one.id, one.name]))),
      () => (asked = false),
    );
  }
  return names().get(id) ?? id.replaceAll("_", " ");
}
