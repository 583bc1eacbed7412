// The state of making puzzles: the request and the results. Puzzles are made even while another screen is open.
import { batch, createSignal, type Accessor } from "solid-js";
import { createStore } from "solid-js/store";
import { isCancelled, type Engine, type Progress } from "../engine/engine";
import type { Generated } from "../engine/types";
import { Doc } from "../state/doc";
import { words } from "./errors";

export const SYMMETRIES = [
  "none",
  "rotate",
  "quarter",
  "horizontal",
  "vertical",
  "diagonal",
  "antidiagonal",
  "mirrors",
  "diagonals",
  "full",
] as const;
export const PREFERRED = ["few-givens", "few-clues", "few-kinds", "spread"] as const;

type Ends = [number | undefined, number | undefined];

/** The clues of one rule to be generated. */
export type Kind = {
  rule: string;
  /** The minimum and maximum number of clues; an absent end means no limit. */
  count: Ends;
  /** The minimum and maximum number of cells of each clue; if both are absent, the rule's default. */
  cells: Ends;
  /** Whether to place a clue wherever a clue would be true. */
  all: boolean;
};

export function kindOf(rule: string): Kind {
  return { rule, count: [undefined, undefined], cells: [undefined, undefined], all: false };
}

/** The number that means no upper limit. */
const ANY = 9999;

/** A kind in the notation of the engine: `killer-cage=10..14:2..4`. */
export function kindText({ rule, count, cells, all }: Kind): string {
  const ends = range(count, 0, ANY);
  const number = all ? "all" : ends ? ends.join("..") : "";
  const large = range(cells, 1, ANY);
  const size = large ? `:${large.join("..")}` : "";
  return number || size ? `${rule}=${number}${size}` : rule;
}

export type Form = {
  base: "open" | "blank";
  /** The number of rows and columns of a blank grid. */
  size: number;
  count: number;
  /** The minimum and maximum number of givens; an absent end means no limit. */
  givens: Ends;
  /** The word for a level on Cluewright's own scale; empty for any level. */
  level: string;
  /** The range of the hardest step's difficulty; used only if no level is set. */
  difficulty: Ends;
  symmetry: (typeof SYMMETRIES)[number];
  /** Whether puzzles must be minimal; absent for the engine's default. */
  minimal: boolean | undefined;
  unrated: boolean;
  seed: number;
  /** Whether each run gets a new seed. */
  fresh: boolean;
  /** The kinds of clues to generate. */
  kinds: readonly Kind[];
  /** Whether the clues of the open puzzle are left out and, if no kinds are named, replaced by similar ones. */
  like: boolean;
  /** Whether the grid gets irregular regions. */
  jigsaw: boolean;
  prefer: (typeof PREFERRED)[number];
  /** The id of the required technique; empty if no technique is required. */
  technique: string;
  /** The ids of techniques that the puzzle must not require. */
  avoid: readonly string[];
};

/** Whether the form requests more than new givens, such as clues. */
export function isSetting(form: Form): boolean {
  return form.kinds.length > 0 || (form.base === "open" && form.like) || form.jigsaw || form.technique !== "" || form.avoid.length > 0;
}

/** A generated puzzle. */
export type Made = Generated & { seed: number; base: string; kept: boolean };

/** The end of a run: the number of puzzles, the seed, and the reason why the run ended. */
export type Ended = { made: number; seed: number; why?: string; stopped?: boolean };

export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

/** Both ends of a range, where an absent end is replaced by the limit; undefined if both are absent. */
function range(ends: Readonly<Ends>, least: number, most: number): [number, number] | undefined {
  const [from, to] = ends;
  return from === undefined && to === undefined ? undefined : [from ?? least, to ?? most];
}

export class Making {
  readonly #doc: Doc;
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
  readonly puzzles: Accessor<readonly Made[]>;
  readonly #setPuzzles: (puzzles: readonly Made[]) => void;
  readonly progress: Accessor<Progress | undefined>;
  readonly #setProgress: (progress: Progress | undefined) => void;
  readonly running: Accessor<{ count: number; made: number } | undefined>;
  readonly #setRunning: (running: { count: number; made: number } | undefined) => void;
  readonly ended: Accessor<Ended | undefined>;
  readonly #setEnded: (ended: Ended | undefined) => void;
  readonly failed: Accessor<string>;
  readonly #setFailed: (why: string) => void;
  #abort: AbortController | undefined;
  /** The seed of the last run. */
  #used: number | undefined;

  constructor(engine: Engine) {
    this.#doc = new Doc(engine);
    const [form, setForm] = createStore<Form>({
      base: "open",
      size: 9,
      count: 6,
      givens: [undefined, undefined],
      level: "",
      difficulty: [undefined, undefined],
      symmetry: "rotate",
      minimal: undefined,
      unrated: false,
      seed: newSeed(),
      fresh: true,
      kinds: [],
      like: false,
      jigsaw: false,
      prefer: "few-givens",
      technique: "",
      avoid: [],
    });
    this.form = form;
    this.change = (change) => setForm(change);
    [this.puzzles, this.#setPuzzles] = createSignal<readonly Made[]>([]);
    [this.progress, this.#setProgress] = createSignal<Progress>();
    [this.running, this.#setRunning] = createSignal<{ count: number; made: number }>();
    [this.ended, this.#setEnded] = createSignal<Ended>();
    [this.failed, this.#setFailed] = createSignal("");
  }

  /** Generates puzzles from the text of a base puzzle; `base` is its name. */
  async start(text: string, base: string): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    // Choose a new seed only if the current one was used by the last run.
    if (this.form.fresh && this.form.seed === this.#used) this.change({ seed: newSeed() });
    this.#used = this.form.seed;
    const { count, givens, level, difficulty, symmetry, minimal, unrated, seed } = this.form;
    batch(() => {
      this.#setEnded(undefined);
      this.#setFailed("");
      this.#setProgress(undefined);
      this.#setRunning({ count, made: 0 });
    });
    let made = 0;
    const asking = {
      long: true,
      signal: abort.signal,
      partial: (found: Generated) => {
        if (this.#abort !== abort) return;
        made++;
        // Equal seeds and settings give equal puzzles, which are listed only once.
        const has = this.puzzles().some((one) => one.puzzle === found.puzzle);
        batch(() => {
          if (!has) this.#setPuzzles([...this.puzzles(), { ...found, seed, base, kept: false }]);
          this.#setRunning({ count, made });
        });
      },
      progress: (progress: Progress) => {
        if (this.#abort === abort) this.#setProgress(progress);
      },
    };
    const { kinds, like, jigsaw, prefer, technique, avoid } = this.form;
    const fields = {
      count,
      seed,
      symmetry,
      rated: !unrated,
      ...entry("minimal", minimal),
      ...(kinds.length ? { clues: kinds.map(kindText) } : {}),
      ...(like && this.form.base === "open" ? { like } : {}),
      ...(jigsaw ? { regions: "random" } : {}),
      ...(isSetting(this.form) ? { prefer } : {}),
      ...entry("technique", technique || undefined),
      ...(avoid.length ? { avoid: [...avoid] } : {}),
      ...entry("givens", range(givens, 0, 4096)),
      ...(unrated ? {} : entry("difficulty", level || range(difficulty, 0, 1000))),
    };
    try {
      await this.#doc.open(text);
      const done = await this.#doc.ask<{ made: number; ended?: string }>("generate", fields, asking);
      if (this.#abort !== abort) return;
      this.#setEnded({ made: done.made, seed, ...(done.ended ? { why: done.ended } : {}) });
    } catch (error) {
      if (this.#abort !== abort) return;
      if (isCancelled(error)) this.#setEnded({ made, seed, stopped: true });
      else this.#setFailed(words(error));
    } finally {
      if (this.#abort === abort) this.#setRunning(undefined);
    }
  }

  /** Stops the run and keeps the puzzles made so far. */
  stop(): void {
    this.#abort?.abort();
  }

  clear(): void {
    this.#setPuzzles([]);
    if (!this.running()) this.#setEnded(undefined);
  }

  keptNow(puzzle: Made): void {
    this.#setPuzzles(this.puzzles().map((one) => (one.puzzle === puzzle.puzzle ? { ...one, kept: true } : one)));
  }
}

function entry<T>(name: string, value: T | undefined): Record<string, T> {
  return value === undefined ? {} : { [name]: value };
}

let making: { engine: Engine; making: Making } | undefined;

/** The page's single instance of `Making`. */
export function makingOf(engine: Engine): Making {
  if (making?.engine !== engine) making = { engine, making: new Making(engine) };
  return making.making;
}
