// A game: the player's entries, and the actions on them. The screen only shows this state.
import { batch, createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from "solid-js";
import { isCancelled } from "../engine/engine";
import type { Candidate, Candidates, Conflict, Hinted, InFog, Listed, Status, Written } from "../engine/types";
import { History, type Checkpoint } from "./history";
import * as marks from "./marks";
import type { Board, Corner, Mark, Mode } from "./marks";
import type { PuzzleState } from "./puzzle";
import { settings } from "./settings";
import * as store from "./store";
import { before } from "./updates";

export type Position = Written[];

export class Play {
  readonly puzzle: PuzzleState;
  readonly history: History<Board>;
  readonly mode: Accessor<Mode>;
  readonly setMode: (mode: Mode) => void;
  readonly selection: Accessor<ReadonlySet<number>>;
  readonly focus: Accessor<number>;
  readonly #setSelection: (cells: ReadonlySet<number>) => void;
  readonly #setFocus: (cell: number) => void;
  /** The candidate that gets colours. If it is undefined, colours apply to cells. */
  readonly tinting: Accessor<number | undefined>;
  readonly setTinting: (value: number | undefined) => void;
  /** The colour used last, which pressed candidates get. The pen has a separate colour. */
  readonly colour: Accessor<number>;
  readonly setColour: (colour: number) => void;
  readonly penColour: Accessor<number>;
  readonly setPenColour: (colour: number) => void;
  /** The armed value: it was chosen while no cell was selected, and is written into the cells that are pressed next. */
  readonly armed: Accessor<number | undefined>;
  readonly arm: (value: number | undefined) => void;
  readonly conflicts: Accessor<readonly Conflict[]>;
  readonly hint: Accessor<Hinted | undefined>;
  readonly setHint: (hint: Hinted | undefined) => void;
  readonly checkpoints: Accessor<readonly Checkpoint<Board>[]>;
  readonly setCheckpoints: (list: readonly Checkpoint<Board>[]) => void;
  readonly seconds: Accessor<number>;
  readonly paused: Accessor<boolean>;
  /** The cells in fog, as reported by the engine. Until the engine has answered, all cells of the grid. */
  readonly hidden: Accessor<ReadonlySet<number>>;
  /** The indices of clues that are not completely visible. */
  readonly hiddenClues: Accessor<ReadonlySet<number>>;
  readonly solved: Accessor<boolean>;
  readonly #setSolved: (solved: boolean) => void;
  readonly #setSeconds: (seconds: number) => void;
  readonly #setPaused: (paused: boolean) => void;
  /** If the game is not being saved, the reason. */
  readonly unkept: Accessor<string | undefined>;
  /** Sets whether the player is active. The clock runs only then. */
  readonly #setActive: (active: boolean) => void;
  /** The number of times that another tab has changed this game. */
  readonly followed: Accessor<number>;
  #hash = "";
  #loaded = false;
  /** Resolves when the saved game has been loaded. */
  #ready: Promise<void> = Promise.resolve();

  constructor(puzzle: PuzzleState) {
    this.puzzle = puzzle;
    this.history = new History<Board>(marks.emptyBoard(puzzle.opened()?.report.cells.length ?? 0));
    [this.mode, this.setMode] = createSignal<Mode>("digit");
    [this.selection, this.#setSelection] = createSignal<ReadonlySet<number>>(new Set<number>());
    [this.focus, this.#setFocus] = createSignal(0);
    [this.tinting, this.setTinting] = createSignal<number>();
    [this.colour, this.setColour] = createSignal(1);
    [this.penColour, this.setPenColour] = createSignal(marks.PEN);
    [this.armed, this.arm] = createSignal<number>();
    const [conflicts, setConflicts] = createSignal<readonly Conflict[]>([]);
    this.conflicts = conflicts;
    [this.hint, this.setHint] = createSignal<Hinted>();
    [this.checkpoints, this.setCheckpoints] = createSignal<readonly Checkpoint<Board>[]>([]);
    [this.seconds, this.#setSeconds] = createSignal(0);
    [this.paused, this.#setPaused] = createSignal(false);
    [this.solved, this.#setSolved] = createSignal(false);
    const [unkept, setUnkept] = createSignal<string>();
    this.unkept = unkept;
    const [followed, setFollowed] = createSignal(0);
    this.followed = followed;

    // The game is saved soon after each change, and at once when the page or the puzzle closes.
    let pending: number | undefined;
    /** Whether a game of this puzzle has been saved before. */
    let keptBefore = false;
    /** The board that was taken over from another tab. */
    let followedBoard: Board | undefined;
    let followedPoints: readonly Checkpoint<Board>[] | undefined;
    /** The time of the last action in this tab, in milliseconds since 1970. */
    let doneAt = 0;
    const save = async (opened = puzzle.opened()): Promise<void> => {
      clearTimeout(pending);
      pending = undefined;
      if (!opened || !this.#loaded || opened.hash !== this.#hash) return;
      // A puzzle that was only viewed is not a game, and a game from another tab is saved by that tab.
      const begun = this.history.canUndo() || this.history.canRedo() || this.checkpoints().length > 0 || keptBefore;
      if (!begun || (this.board() === followedBoard && this.checkpoints() === followedPoints)) return;
      keptBefore = true;
      try {
        await store.save(this.#game(opened.hash, opened.text, opened.report.title ?? ""));
        setUnkept(undefined);
      } catch (error) {
        setUnkept(error instanceof Error ? error.message : String(error));
      }
    };
    const keep = async (opened = puzzle.opened()): Promise<void> => {
      if (pending !== undefined) await save(opened);
    };
    this.keepNow = () => keep();

    // Another puzzle has its own game, which may have been begun before.
    createEffect(
      on(puzzle.opened, (opened, before) => {
        if (!opened) return;
        if (opened.hash === this.#hash && this.board().cells.length === opened.report.cells.length) return;
        if (before) void keep(before);
        // A changed puzzle continues the current game, even if the browser has not finished loading saved games.
        const begun = this.history.canUndo() || this.checkpoints().length > 0;
        if (begun && before?.key === opened.key && before.report.cells.join() === opened.report.cells.join()) {
          this.#hash = opened.hash;
          this.#loaded = true;
          batch(() => {
            this.setHint(undefined);
            this.#setSolved(false);
          });
          keptBefore = true;
          void save(opened);
          return;
        }
        this.#hash = opened.hash;
        this.#loaded = false;
        keptBefore = false;
        followedBoard = undefined;
        batch(() => {
          this.history.reset([], this.#start());
          this.setCheckpoints([]);
          this.setHint(undefined);
          setConflicts([]);
          this.#setSelection(new Set());
          this.#setFocus(0);
          this.arm(undefined);
          this.#setSeconds(0);
          this.#setSolved(false);
        });
        this.#ready = store.load(opened.hash).then((game) => {
          if (this.#hash !== opened.hash) return;
          keptBefore = game !== undefined;
          if (game && game.now.cells.length === this.board().cells.length) this.#take(game);
          this.#loaded = true;
        });
      }),
    );

    // The hidden cells, updated when digits change.
    const [inFog, setInFog] = createSignal<{ of: unknown; cells: ReadonlySet<number>; clues: ReadonlySet<number> }>();
    const digits = createMemo(() => (this.covers() ? JSON.stringify(this.digitsOnly(this.board())) : ""));
    this.hidden = createMemo(() => {
      if (!this.covers()) return new Set<number>();
      const now = inFog();
      if (now && now.of === puzzle.key()) return now.cells;
      return new Set(puzzle.opened()!.report.cells.flatMap((name, i) => (/^r\d+c\d+$/.test(name) ? [i] : [])));
    });
    this.hiddenClues = createMemo(() => {
      if (!this.covers()) return new Set<number>();
      const now = inFog();
      return now && now.of === puzzle.key() ? now.clues : new Set(puzzle.opened()!.report.clues.map((_, i) => i));
    });
    createEffect(
      on([digits, puzzle.opened], ([wanted, opened]) => {
        if (!opened || !this.covers()) return;
        const position = this.digitsOnly(this.board());
        puzzle.doc
          .ask<InFog>("hidden", { position, limits: { ms: 20_000 } })
          .then((found) => {
            if (wanted !== digits() || opened !== puzzle.opened()) return;
            const cells = found.cells.map((name) => puzzle.index().get(name) ?? -1);
            const before = inFog();
            const same = before?.of === opened.key && [...before.cells].join() === cells.join();
            if (!same) setInFog({ of: opened.key, cells: new Set(cells), clues: new Set(found.clues) });
          })
          .catch((error: unknown) => {
            if (!isCancelled(error)) console.error(error);
          });
      }),
    );

    // The conflicts, updated shortly after each change.
    createEffect(
      on([() => this.board(), () => settings.conflicts, puzzle.opened, () => this.covers()], ([board, wanted, opened, fog]) => {
        if (!opened) return;
        if (!wanted && !this.isFull(board)) {
          setConflicts([]);
          return;
        }
        puzzle.doc
          .ask<{ conflicts: Conflict[] }>("conflicts", { position: this.digitsOnly(board), fog })
          .then(({ conflicts }) => {
            if (board !== this.board()) return;
            setConflicts(settings.conflicts ? conflicts : []);
            if (this.isFull(board) && conflicts.length === 0) void this.#finish(board);
          })
          .catch((error: unknown) => {
            if (!isCancelled(error)) setConflicts([]);
          });
      }),
    );

    createEffect(
      on(
        () => [this.board(), this.checkpoints()],
        () => {
          if (!this.#loaded || (this.board() === followedBoard && this.checkpoints() === followedPoints)) return;
          doneAt = Date.now();
          clearTimeout(pending);
          pending = window.setTimeout(() => void save(), 200);
        },
        { defer: true },
      ),
    );
    const leave = () => {
      if (document.visibilityState === "hidden") void save();
    };
    document.addEventListener("visibilitychange", leave);
    const gone = () => void save();
    addEventListener("pagehide", gone);
    before.add(save);

    const following = store.follow((game) => {
      if (game.hash !== this.#hash || !this.#loaded) return;
      // Changes that were made in this tab since then are newer.
      if (game.changed < doneAt) return;
      const board = game.now;
      const same = JSON.stringify(board) === JSON.stringify(this.board());
      if (same && JSON.stringify(game.checkpoints) === JSON.stringify(this.checkpoints())) return;
      batch(() => {
        followedBoard = same ? this.board() : board;
        followedPoints = game.checkpoints;
        // The previous state can be restored by undo.
        if (!same) this.history.push(board);
        this.setCheckpoints(game.checkpoints);
        this.#setSeconds(Math.max(game.seconds, this.seconds()));
        this.#setSolved(game.solved);
      });
      if (!same) setFollowed((n) => n + 1);
    });

    const [active, setActive] = createSignal(false);
    this.#setActive = setActive;
    const clock = window.setInterval(() => {
      const begun = this.history.canUndo() || this.history.canRedo();
      if (active() && begun && !this.paused() && !this.solved() && document.visibilityState === "visible") {
        this.#setSeconds(this.seconds() + 1);
        if (this.seconds() % 10 === 0) void save();
      }
    }, 1000);
    onCleanup(() => {
      clearInterval(clock);
      following();
      document.removeEventListener("visibilitychange", leave);
      removeEventListener("pagehide", gone);
      before.delete(save);
    });
    this.position = createMemo(() => this.#position(this.board()));
  }

  /** Saves recent entries at once, for code that is about to read saved games. */
  readonly keepNow: () => Promise<void>;

  /** The player's entries in the form that the engine reads. */
  readonly position: Accessor<Position>;

  board(): Board {
    return this.history.now();
  }

  mark(cell: number): Mark {
    return this.board().cells[cell] ?? {};
  }

  /** Whether the puzzle has fog, at least at its start, and the player has not lifted it. */
  covers(): boolean {
    return this.puzzle.opened()?.report.fog === true && !settings.liftFog;
  }

  /** The given in a cell; undefined if the cell has no given or fog covers the cell. */
  given(cell: number): number | undefined {
    return this.hidden().has(cell) ? undefined : this.puzzle.givens().get(cell);
  }

  /** The digit in a cell: given or written. */
  digit(cell: number): number | undefined {
    return this.given(cell) ?? this.mark(cell).digit;
  }

  readonly fixed = (cell: number): boolean => this.given(cell) !== undefined;

  /** The board at the start, with the entries that are part of the puzzle. */
  #start(): Board {
    const report = this.puzzle.opened()!.report;
    let board = marks.emptyBoard(report.cells.length);
    for (const { cell, digit, marks: list } of report.written ?? []) {
      const i = this.puzzle.index().get(cell);
      if (i === undefined) continue;
      board = marks.setCell(board, i, {
        ...(digit === undefined ? {} : { digit }),
        ...(list?.length ? { centre: list } : {}),
      });
    }
    return board;
  }

  #game(hash: string, text: string, title: string): store.Game {
    return {
      hash,
      text,
      title,
      now: this.board(),
      past: this.history.past().slice(-500),
      future: this.history.future().slice(-500),
      checkpoints: this.checkpoints(),
      seconds: this.seconds(),
      solved: this.solved(),
      changed: Date.now(),
    };
  }

  #take(game: store.Game): void {
    batch(() => {
      this.history.reset([...game.past], game.now, [...game.future]);
      this.setCheckpoints(game.checkpoints);
      this.#setSeconds(game.seconds);
      this.#setSolved(game.solved);
    });
  }

  digitsOnly(board: Board): Position {
    const names = this.puzzle.opened()!.report.cells;
    return board.cells.flatMap((mark, i) => (mark.digit === undefined ? [] : [{ cell: names[i]!, digit: mark.digit }]));
  }

  /** Digits and centre marks, which are the player's remaining candidates. */
  #position(board: Board): Position {
    const names = this.puzzle.opened()?.report.cells ?? [];
    return board.cells.flatMap((mark, i): Position => {
      if (mark.digit !== undefined) return [{ cell: names[i]!, digit: mark.digit }];
      return mark.centre?.length ? [{ cell: names[i]!, marks: [...mark.centre] }] : [];
    });
  }

  isFull(board: Board): boolean {
    return board.cells.length > 0 && board.cells.every((mark, i) => mark.digit !== undefined || this.fixed(i));
  }

  async #finish(board: Board): Promise<void> {
    // The grid is solved if it is one of the solutions, of which there may be several.
    const fields = { history: [this.digitsOnly(board)], fog: false, limits: { ms: 20_000 } };
    const asking = { long: true, kind: "finish" };
    const { last } = await this.puzzle.doc.ask<{ last?: number }>("last-right", fields, asking).catch(() => ({ last: undefined }));
    if (last !== undefined && board === this.board()) this.#setSolved(true);
  }

  select(cells: ReadonlySet<number>, focus: number): void {
    batch(() => {
      this.#setSelection(cells);
      this.#setFocus(focus);
    });
  }

  #at(): number[] {
    return [...this.selection()];
  }

  #do(board: Board): void {
    batch(() => {
      this.#setSolved(false);
      this.history.push(board);
    });
  }

  /**
   * Enters a value that was typed or whose button was pressed. In colour mode, the value is the number of a colour; in letter mode,
   * the number of a letter.
   */
  enter(value: number, mode: Mode = this.mode()): void {
    if (mode === "pen") {
      this.setPenColour(value);
      return;
    }
    if (mode === "colour") this.setColour(value);
    const at = this.#at();
    // If no cell is selected, arm the value for the next cell that is pressed.
    if (!at.length) this.arm(this.armed() === value ? undefined : value);
    else this.#write(at, value, mode);
  }

  #write(at: readonly number[], value: number, mode: Mode): void {
    const tinting = this.tinting();
    if (mode === "colour" && tinting !== undefined) {
      this.#do(marks.tint(this.board(), at, tinting, value));
      return;
    }
    let board = marks.toggle(this.board(), at, mode, value, this.fixed);
    const placed = mode === "digit" && at.length === 1 && board.cells[at[0]!]!.digit === value;
    if (placed && settings.sweep) board = marks.sweep(board, this.puzzle.peers()[at[0]!] ?? [], value);
    const before = this.board();
    this.#do(board);
    if (placed && settings.sweepRules) void this.#sweepRules(before, board);
  }

  /** Removes the marks that a placed digit rules out by any rule, as part of the same undo step. */
  async #sweepRules(before: Board, board: Board): Promise<void> {
    const ask = (of: Board) =>
      this.puzzle.doc.ask<Candidates>("candidates", { level: "plain", position: this.digitsOnly(of), fog: this.covers() }, { kind: "" });
    const [was, is] = await Promise.all([ask(before), ask(board)]).catch(() => []);
    if (!was || !is || is.mistakes?.length || this.board() !== board) return;
    const old = new Map(was.cells.map((c) => [c.cell, c.candidates]));
    let next = board;
    for (const { cell, candidates } of is.cells) {
      const i = this.puzzle.index().get(cell);
      if (i === undefined) continue;
      const gone = (v: number) => (old.get(cell)?.includes(v) ?? false) && !candidates.includes(v);
      const mark = marks.unmarked(next.cells[i]!, gone);
      if (mark !== next.cells[i]) next = marks.setCell(next, i, mark);
    }
    if (next !== board) this.history.replace(next);
  }

  #brushing = true;
  /**
   * Writes the armed value into a cell. The first cell of a press determines whether the value is added or removed in the
   * following cells.
   */
  readonly brush = (cell: number, first: boolean): void => {
    const value = this.armed();
    if (value === undefined) return;
    this.#setFocus(cell);
    const [mode, board] = [this.mode(), this.board()];
    const has = this.#has(board, cell, mode, value);
    if (first) this.#brushing = !has;
    if (has !== this.#brushing) this.#write([cell], value, mode);
  };

  #has(board: Board, cell: number, mode: Mode, value: number): boolean {
    const mark = board.cells[cell]!;
    if (mode === "digit") return mark.digit === value;
    const list = mode === "corner" ? mark.corner : mode === "centre" ? mark.centre : mode === "letter" ? mark.letters : mark.colours;
    return list?.includes(value) ?? false;
  }

  /** Colours one candidate of a cell with the colour used last. */
  tintAt(cell: number, value: number): void {
    this.#do(marks.tint(this.board(), [cell], value, this.colour()));
  }

  clear(): void {
    if (this.#at().length) this.#do(marks.clear(this.board(), this.#at(), this.mode(), this.fixed));
    else this.arm(undefined);
  }

  /** Draws or removes a line of the pen. `more` is true if the line continues the previous line, as part of the same undo step. */
  draw(line: string, more: boolean): void {
    const board = marks.toggleStroke(this.board(), line, this.penColour());
    if (more) this.history.replace(board);
    else this.#do(board);
  }

  #places(): (readonly [number, number] | undefined)[] {
    return (this.puzzle.opened()?.report.cells ?? []).map((name) => {
      const found = /^r(\d+)c(\d+)$/.exec(name);
      return found ? [Number(found[1]), Number(found[2])] : undefined;
    });
  }

  /** The upper left corner of the selection, from which pieces are copied or at which they are pasted. */
  #corner(places: readonly (readonly [number, number] | undefined)[]): readonly [number, number] | undefined {
    const at = this.#at().length ? this.#at() : [this.focus()];
    const list = at.map((i) => places[i]).filter((place) => place !== undefined);
    return list.length ? [Math.min(...list.map((p) => p[0])), Math.min(...list.map((p) => p[1]))] : undefined;
  }

  /** The content of the selected cells as text for the clipboard; undefined if no cell of the grid is selected. */
  copy(): string | undefined {
    const places = this.#places();
    const corner = this.#corner(places);
    if (!corner || !this.selection().size) return undefined;
    const pieces = this.#at().flatMap((i): marks.Piece[] => {
      const place = places[i];
      const given = this.given(i);
      if (!place) return [];
      const mark = given === undefined ? this.mark(i) : { ...this.mark(i), digit: given };
      return [{ down: place[0] - corner[0], right: place[1] - corner[1], mark }];
    });
    return marks.piecesText(pieces);
  }

  /** Pastes copied cells. Returns whether the text contained copied cells. */
  paste(text: string): boolean {
    return this.#put(text, (places) => this.#corner(places));
  }

  /** Writes the entries that came with a link to the puzzle, starting at the first cell. Undo restores the previous entries. */
  async bring(text: string): Promise<void> {
    await this.#ready;
    this.#put(text, () => [1, 1]);
  }

  #put(text: string, first: (places: readonly (Corner | undefined)[]) => Corner | undefined): boolean {
    const digits = this.puzzle.digits();
    const pieces = marks.piecesOf(text, (value) => digits.includes(value));
    if (!pieces) return false;
    const places = this.#places();
    const corner = first(places);
    if (!corner) return true;
    const by = new Map(places.flatMap((place, i) => (place ? [[place.join(), i] as const] : [])));
    let board = this.board();
    for (const { down, right, mark } of pieces) {
      const i = by.get(`${corner[0] + down},${corner[1] + right}`);
      if (i === undefined) continue;
      const colours = mark.colours ? { colours: mark.colours } : {};
      board = marks.setCell(board, i, this.fixed(i) ? { ...board.cells[i]!, ...colours } : mark);
    }
    this.#do(board);
    return true;
  }

  undo(): void {
    this.setHint(undefined);
    this.history.undo();
  }

  redo(): void {
    this.setHint(undefined);
    this.history.redo();
  }

  restart(): void {
    batch(() => {
      this.#do(this.#start());
      this.#setSeconds(0);
      this.setHint(undefined);
    });
  }

  /** Called when the playing screen appears or disappears. */
  show(active: boolean): void {
    this.#setActive(active);
  }

  pause(paused: boolean): void {
    this.#setPaused(paused);
  }

  /** All cells with the same digit as this one or, if it has no digit, with the same marks or colours. */
  same(cell: number): ReadonlySet<number> {
    const digit = this.digit(cell);
    const all = this.board().cells.map((_, i) => i);
    if (digit !== undefined) return new Set(all.filter((i) => this.digit(i) === digit));
    const mark = this.mark(cell);
    const key = (["centre", "corner", "colours"] as const).find((k) => mark[k]?.length);
    if (!key) return new Set([cell]);
    return new Set(all.filter((i) => this.digit(i) === undefined && String(this.mark(i)[key]) === String(mark[key])));
  }

  /** The candidates that the digits leave in each cell. */
  async plain(board = this.board()): Promise<Candidates["cells"]> {
    return (await this.left(board)).cells;
  }

  /** Like `plain`, but also returns the mistakes if there are any. */
  left(board: Board): Promise<Candidates> {
    return this.puzzle.doc.ask<Candidates>("candidates", { level: "plain", position: this.digitsOnly(board), fog: this.covers() });
  }

  /** Fills in centre marks with the candidates that the digits leave and, if the setting is on, each clue by itself. */
  async fill(): Promise<string[]> {
    const board = this.board();
    const fog = this.covers();
    const found = await this.left(board);
    if (found.mistakes?.length) return found.mistakes;
    const left = new Map(found.cells.map(({ cell, candidates }) => [cell, new Set(candidates)]));
    if (settings.fillClues && !fog) await this.#byClues(board, left);
    let next = board;
    for (const [cell, candidates] of left) {
      const i = this.puzzle.index().get(cell);
      if (i === undefined || this.fixed(i) || board.cells[i]!.digit !== undefined) continue;
      next = marks.setCell(next, i, { ...board.cells[i]!, centre: [...candidates] });
    }
    if (board === this.board()) this.#do(next);
    return [];
  }

  /** Removes the candidates that single clues rule out from `left`, until single clues rule out no more. */
  async #byClues(board: Board, left: Map<string, Set<number>>): Promise<void> {
    const techniques = ["clue", "clue_small", "clue_large"];
    for (let round = 0; round < 6; round++) {
      const marked = [...left].map(([cell, list]): Written => ({ cell, marks: [...list] }));
      const position = [...this.digitsOnly(board), ...marked.filter(({ cell }) => this.digit(this.puzzle.index().get(cell) ?? -1) === undefined)];
      const fields = { position, techniques, limits: { ms: 5000 } };
      const { steps } = await this.puzzle.doc.ask<Listed>("steps", fields, { long: true, kind: "fill" });
      let gone = 0;
      for (const step of steps ?? []) for (const { cell, value } of step.eliminations ?? []) gone += left.get(cell)?.delete(value) ? 1 : 0;
      if (!gone) return;
    }
  }

  /** Requests a hint at a level of detail. If `fog` is set, the hint may use only visible parts. */
  async askHint(level: number, fog = this.covers()): Promise<Hinted> {
    const board = this.board();
    const hint = await this.puzzle.doc.ask<Hinted>("hint", { level, position: this.#position(board), fog }, { long: true });
    if (board === this.board()) this.setHint(hint);
    return hint;
  }

  /** Applies the conclusions of a step or a chain. */
  apply(step: { placements?: Candidate[]; eliminations?: Candidate[] } = {}): Promise<void> {
    let board = this.board();
    for (const { cell, value } of step.placements ?? []) {
      const i = this.puzzle.index().get(cell);
      if (i === undefined || this.fixed(i)) continue;
      board = marks.setCell(board, i, { ...board.cells[i]!, digit: value });
      if (settings.sweep) board = marks.sweep(board, this.puzzle.peers()[i] ?? [], value);
    }
    const out = new Map<number, number[]>();
    for (const { cell, value } of step.eliminations ?? []) {
      const i = this.puzzle.index().get(cell);
      if (i !== undefined && !this.fixed(i)) out.set(i, [...(out.get(i) ?? []), value]);
    }
    return this.#without(board, out);
  }

  /** Removes candidates. A cell without marks first gets all its remaining candidates. */
  async #without(board: Board, out: ReadonlyMap<number, readonly number[]>): Promise<void> {
    const [hash, begun] = [this.#hash, this.board()];
    let next = board;
    if (out.size) {
      const found = await this.plain(board);
      const left = new Map(found.map((c) => [this.puzzle.index().get(c.cell), c.candidates]));
      for (const [i, values] of out) {
        const mark = next.cells[i]!;
        if (mark.digit !== undefined) continue;
        const centre = (mark.centre ?? left.get(i) ?? []).filter((v) => !values.includes(v));
        next = marks.setCell(next, i, { ...mark, centre });
      }
      if (this.#hash !== hash || this.board() !== begun) return;
    }
    this.#do(next);
    this.setHint(undefined);
  }

  /** Checks the entries. `mistakes` is empty if everything is correct. */
  async check(): Promise<{ status: Status; mistakes: string[]; count: number }> {
    const answer = await this.puzzle.doc.ask<{ status: Status; last?: number; mistakes?: string[]; count?: number }>(
      "last-right",
      { history: [this.position()], fog: this.covers() },
      { long: true },
    );
    const { mistakes = [], count = 0 } = answer.last === undefined ? answer : {};
    return { status: answer.status, mistakes, count };
  }

  /**
   * The index of the last correct position in the history; undefined if no position is correct, or the game has changed in the
   * meantime.
   */
  async #lastRight(): Promise<number | undefined> {
    const all = this.history.all();
    const hash = this.#hash;
    // Send only the newest positions, since the length of a request is limited.
    const from = Math.max(all.length - 300, 0);
    const history = all.slice(from).map((board) => this.#position(board));
    const { last } = await this.puzzle.doc.ask<{ last?: number }>("last-right", { history, fog: this.covers() }, { long: true });
    // The answer is useless if the puzzle or the position has changed.
    if (last === undefined || this.#hash !== hash || this.history.all().length !== all.length) return undefined;
    return last + from;
  }

  /** The number of steps since the last correct position; `null` if no position is correct. */
  async sinceRight(): Promise<number | null> {
    const last = await this.#lastRight();
    return last === undefined ? null : this.history.all().length - 1 - last;
  }

  /** Goes back to the last correct position. Returns the number of steps; undefined if there is no such position. */
  async undoMistake(): Promise<number | undefined> {
    const to = await this.#lastRight();
    if (to === undefined) return undefined;
    const steps = this.history.all().length - 1 - to;
    if (steps > 0) {
      this.setHint(undefined);
      this.history.backTo(to);
    }
    return steps;
  }

  addCheckpoint(name: string): void {
    this.setCheckpoints([...this.checkpoints(), { name, value: this.board() }]);
  }

  backTo(checkpoint: Checkpoint<Board>): void {
    this.#do(checkpoint.value);
  }
}
