// Work on many puzzles: a row for each puzzle, with its results. The work continues while another screen is open.
import { createMemo, createRoot, createSignal, type Accessor } from "solid-js";
import { EngineError, type Engine, type Message } from "../engine/engine";
import type { Checked, Rated, Solved, Status } from "../engine/types";
import { readMany } from "../state/shelf";
import { t } from "../texts";
import { words } from "./errors";

export type Work = "solve" | "rate" | "count" | "check";

export type Row = {
  readonly n: number;
  readonly text: string;
  readonly title: string;
  readonly author: string;
  readonly format: string;
  /** The error if the row cannot be read. */
  readonly wrong?: string;
  readonly running?: boolean;
  readonly status?: Status;
  readonly count?: number;
  readonly exact?: boolean;
  readonly score?: number;
  readonly word?: string;
  readonly scale?: string;
  readonly hardest?: string;
  readonly steps?: number;
  readonly ok?: boolean;
  readonly flaws?: readonly string[];
  /** The reason why there is no result. */
  readonly error?: string;
  readonly hash?: string;
};

export type Column = "n" | "title" | "format" | "status" | "count" | "score" | "hardest";
export type Filter = { text: string; status: Status | "" | "error" | "todo"; from: number | undefined; to: number | undefined };
export const NO_FILTER: Filter = { text: "", status: "", from: undefined, to: undefined };

/** The number of puzzles that are processed at the same time. */
const AT_ONCE = 3;

export class Batch {
  readonly #engine: Engine;
  #rows: Row[] = [];
  /** A counter of changes to rows. */
  readonly changed: Accessor<number>;
  readonly #setChanged: (n: number) => void;
  /** A counter of changes after which rows are sorted again. Rows are not sorted after each answer, because they would jump. */
  readonly #settled: Accessor<number>;
  readonly #setSettled: (n: number) => void;
  #told: number | undefined;

  readonly filter: Accessor<Filter>;
  readonly setFilter: (filter: Filter) => void;
  readonly sort: Accessor<{ column: Column; down: boolean }>;
  readonly setSort: (sort: { column: Column; down: boolean }) => void;
  readonly selected: Accessor<ReadonlySet<number>>;
  readonly setSelected: (selected: ReadonlySet<number>) => void;
  /** The numbers of the rows that pass the filter, in the current order. */
  readonly order: Accessor<readonly number[]>;
  readonly reading: Accessor<boolean>;
  readonly #setReading: (reading: boolean) => void;
  readonly progress: Accessor<{ done: number; all: number; work: Work } | undefined>;
  readonly #setProgress: (progress: { done: number; all: number; work: Work } | undefined) => void;
  #stop: AbortController | undefined;
  #stopReading: AbortController | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    [this.changed, this.#setChanged] = createSignal(0);
    [this.#settled, this.#setSettled] = createSignal(0);
    [this.filter, this.setFilter] = createSignal(NO_FILTER);
    [this.sort, this.setSort] = createSignal<{ column: Column; down: boolean }>({ column: "n", down: false });
    [this.selected, this.setSelected] = createSignal<ReadonlySet<number>>(new Set<number>());
    [this.reading, this.#setReading] = createSignal(false);
    [this.progress, this.#setProgress] = createSignal<{ done: number; all: number; work: Work }>();
    this.order = createMemo(() => {
      this.#settled();
      const fits = fitting(this.filter());
      const { column, down } = this.sort();
      const all = this.#rows.filter(fits);
      if (column !== "n" || down) all.sort((a, b) => compare(a, b, column, down));
      return all.map((row) => row.n);
    });
  }

  get size(): number {
    this.changed();
    return this.#rows.length;
  }

  /** The row with this number, from 1. */
  row(n: number): Row {
    return this.#rows[n - 1]!;
  }

  rows(numbers: readonly number[]): Row[] {
    return numbers.map((n) => this.row(n));
  }

  #tell(settled: boolean): void {
    if (settled) {
      clearTimeout(this.#told);
      this.#told = undefined;
      this.#setChanged(this.changed() + 1);
      this.#setSettled(this.#settled() + 1);
    } else {
      this.#told ??= window.setTimeout(() => {
        this.#told = undefined;
        this.#setChanged(this.changed() + 1);
      }, 120);
    }
  }

  #put(n: number, change: Partial<Row>): void {
    const { error: _, running: __, ...before } = this.#rows[n - 1]!;
    this.#rows[n - 1] = { ...before, ...change };
    this.#tell(false);
  }

  clear(): void {
    this.stop();
    this.#stopReading?.abort();
    this.#rows = [];
    this.setSelected(new Set<number>());
    this.setFilter(NO_FILTER);
    this.setSort({ column: "n", down: false });
    this.#tell(true);
  }

  /** Replaces all rows with the puzzles in the text. Returns their number. */
  async read(text: string): Promise<number> {
    this.clear();
    const stop = (this.#stopReading = new AbortController());
    this.#setReading(true);
    try {
      for await (const portion of readMany(this.#engine, text, stop.signal)) {
        if (stop.signal.aborted) break;
        for (const { text, title, author, format, wrong } of portion) {
          const n = this.#rows.length + 1;
          const row = { n, text, title: title ?? "", author: author ?? "", format: format ?? "" };
          this.#rows.push(wrong === undefined ? row : { ...row, wrong });
        }
        this.#tell(true);
      }
    } finally {
      if (this.#stopReading === stop) this.#setReading(false);
    }
    return this.#rows.length;
  }

  /** Replaces all rows with puzzles that have already been read. */
  put(rows: readonly Pick<Row, "text" | "title" | "author" | "format">[]): void {
    this.clear();
    this.#rows = rows.map((row, i) => ({ ...row, n: i + 1 }));
    this.#tell(true);
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Processes rows. Returns the number of processed rows. */
  async run(work: Work, numbers: readonly number[], options: { limit: number; seconds: number }): Promise<number> {
    const list = numbers.filter((n) => this.row(n).wrong === undefined);
    const stop = (this.#stop = new AbortController());
    const { signal } = stop;
    let next = 0;
    let done = 0;
    this.#setProgress({ done, all: list.length, work });
    const one = async () => {
      for (;;) {
        const n = list[next++];
        if (n === undefined || signal.aborted) return;
        this.#put(n, { running: true });
        let change: Partial<Row>;
        try {
          const message = await this.#ask(work, this.row(n).text, options, signal);
          change = found(work, message);
        } catch (error) {
          change = { error: words(error) };
        }
        if (signal.aborted) {
          if (this.#rows[n - 1]) this.#put(n, {});
          return;
        }
        this.#put(n, change);
        done++;
        if (done % 10 === 0 || list.length < 500) this.#setProgress({ done, all: list.length, work });
      }
    };
    await Promise.all(Array.from({ length: this.#engine.library ? AT_ONCE : 1 }, one));
    if (this.#stop === stop) {
      this.#setProgress(undefined);
      this.#tell(true);
    }
    return done;
  }

  async #ask(work: Work, text: string, options: { limit: number; seconds: number }, signal: AbortSignal): Promise<Message> {
    const limits = options.seconds > 0 ? { limits: { ms: Math.round(options.seconds * 1000) } } : {};
    const more = work === "count" ? { limit: options.limit } : {};
    for (let tries = 0; ; tries++) {
      const message = await this.#engine.long.send({ op: work, kind: "", puzzle: text, ...more, ...limits }, { signal });
      const again = message.error && ["gone", "busy"].includes(message.error.code);
      if (!again || tries > 20 || signal.aborted) return message;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** The fields of a row that follow from an answer. */
function found(work: Work, message: Message): Partial<Row> {
  if (message.error) {
    if (message.error.code === "limit") return { status: "unknown", error: t("batch.timeUp") };
    throw new EngineError(message.error);
  }
  const hash = message.hash === undefined ? {} : { hash: message.hash };
  if (work === "rate") {
    const { status, points, word, technique, steps } = message.ok as Rated;
    return {
      ...hash,
      status,
      ...(points === undefined ? {} : { score: points, scale: "cluewright", steps: steps ?? 0 }),
      ...(word === undefined ? {} : { word }),
      ...(technique === undefined ? {} : { hardest: technique }),
    };
  }
  if (work === "check") {
    const { ok, status, flaws } = message.ok as Checked & { status?: Status };
    return { ...hash, ok, flaws: flaws ?? [], ...(status === undefined ? {} : { status }) };
  }
  const { status, count, exact } = message.ok as Solved;
  return { ...hash, status, ...(count === undefined ? {} : { count }), exact: exact ?? true };
}

/** The problem with a row, in words; empty if there is no problem. */
export function problem(row: Row): string {
  return row.wrong ?? row.error ?? row.flaws?.join(" ") ?? "";
}

function fitting(filter: Filter): (row: Row) => boolean {
  const text = filter.text.trim().toLowerCase();
  return (row) => {
    if (filter.status === "error") {
      if (row.wrong === undefined && row.error === undefined && row.ok !== false) return false;
    } else if (filter.status === "todo") {
      if (row.wrong !== undefined || row.error !== undefined || row.status !== undefined) return false;
    } else if (filter.status && row.status !== filter.status) return false;
    if (filter.from !== undefined && !(row.score !== undefined && row.score >= filter.from)) return false;
    if (filter.to !== undefined && !(row.score !== undefined && row.score <= filter.to)) return false;
    return !text || [row.title, row.author, row.format, row.hardest ?? "", row.word ?? "", problem(row), row.text].some((s) => s.toLowerCase().includes(text));
  };
}

/** Compares rows for sorting. Rows without a value come last in either direction. */
function compare(a: Row, b: Row, column: Column, down: boolean): number {
  const [x, y] = [a[column], b[column]];
  const none = (v: unknown) => v === undefined || v === "";
  if (none(x) || none(y)) return none(x) && none(y) ? a.n - b.n : none(x) ? 1 : -1;
  const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
  return (down ? -order : order) || a.n - b.n;
}

let made: Batch | undefined;

/** The page's single batch. */
export function batchOf(engine: Engine): Batch {
  return (made ??= createRoot(() => new Batch(engine)));
}

function cell(value: string | number | boolean | undefined, spoken = false): string {
  const text = String(value ?? "");
  // Spreadsheets interpret text that begins with these characters as a formula.
  const safe = spoken && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv(rows: readonly Row[]): string {
  // `rating` and `hardest` are the old names of `points` and `technique`. The old names will be removed in version 0.2.
  const head = "number,title,author,format,status,count,exact,points,word,scale,technique,steps,problem,puzzle,rating,hardest";
  const lines = rows.map((row) =>
    [
      cell(row.n),
      cell(row.title, true),
      cell(row.author, true),
      cell(row.format),
      cell(row.status),
      cell(row.count),
      cell(row.count === undefined ? undefined : row.exact),
      cell(row.score),
      cell(row.word),
      cell(row.scale),
      cell(row.hardest),
      cell(row.steps),
      cell(problem(row), true),
      cell(row.text),
      cell(row.score),
      cell(row.hardest),
    ].join(","),
  );
  return [head, ...lines].join("\r\n") + "\r\n";
}

export function toJsonLines(rows: readonly Row[]): string {
  return rows
    .map((row) => {
      const { n, text, running: _, score, hardest, wrong, error, flaws, ...rest } = row;
      // Includes the old names, to be removed in version 0.2.
      const named = { points: score, technique: hardest, rating: score, hardest };
      const filled = Object.entries({ ...rest, ...named }).filter(([, v]) => v !== undefined && v !== "");
      const wrongs = problem({ n, text, title: "", author: "", format: "", ...(wrong === undefined ? {} : { wrong }), ...(error === undefined ? {} : { error }), ...(flaws ? { flaws } : {}) });
      return `${JSON.stringify({ number: n, puzzle: text, ...Object.fromEntries(filled), ...(wrongs ? { problem: wrongs } : {}) })}\n`;
    })
    .join("");
}
