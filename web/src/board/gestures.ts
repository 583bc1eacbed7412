// Interprets gestures on a grid, by mouse, finger, pen and arrow keys, for every screen. This module does not access elements: the
// board reports events with their cells, and the module selects, writes or zooms through `Hands`.

export type Point = { x: number; y: number };

/**
 * A pointer event: `at` is the point in pixels of the window, `cell` the cell there, and `more` whether Ctrl, Shift or Meta is
 * held.
 */
export type Pointer = { id: number; touch: boolean; more: boolean; time: number; at: Point; cell: number | undefined };

/** The zoom of the grid: the scale, and the offset in pixels. */
export type Zoom = { scale: number; x: number; y: number };

export type Hands = {
  selection: () => ReadonlySet<number>;
  focus: () => number;
  select: (cells: ReadonlySet<number>, focus: number) => void;
  /** The cells with the same content as a cell, which a double press on this cell selects. */
  alike: ((cell: number) => ReadonlySet<number>) | undefined;
  /**
   * Writes the armed digit into a cell that the pointer passes, if a digit is armed. `first` is true for the first cell of a press.
   */
  brush: () => ((cell: number, first: boolean) => void) | undefined;
  /** Called at the end of a press that did not leave its cell. */
  tapped: ((cell: number, at: Point) => void) | undefined;
  zoom: () => Zoom;
  setZoom: (zoom: Zoom) => void;
  /** The position of the unzoomed grid in the window, and its size. */
  frame: () => { left: number; top: number; width: number; height: number };
};

/** The maximum time in milliseconds between the two presses of a double press. */
const TWICE = 350;
/** The time in milliseconds after which a resting finger adds its cell to the selection. */
const LONG = 450;
const CLOSEST = 4;

type Press = {
  pointer: Pointer;
  /** The previous selection, which is restored if the press turns out to be another gesture. */
  before: { cells: ReadonlySet<number>; focus: number };
  add: boolean;
  cells: Set<number>;
  moved: boolean;
  /** Writes the armed digit, if there is one. A finger writes only when it moves or lifts. */
  brush: ((cell: number, first: boolean) => void) | undefined;
  written: boolean;
  last: number;
};

export class Gestures {
  readonly #hands: Hands;
  #press: Press | undefined;
  #last: { cell: number; time: number } | undefined;
  #rest: number | undefined;
  /** The fingers on the grid. Two fingers zoom and move the grid. */
  #fingers = new Map<number, Point>();
  #pinch: { zoom: Zoom; middle: Point; wide: number } | undefined;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  /** Returns true if two fingers are now on the grid, so that the gesture that the first finger began must be abandoned. */
  down(pointer: Pointer): boolean {
    if (pointer.touch) {
      this.#fingers.set(pointer.id, pointer.at);
      if (this.#fingers.size >= 2) {
        this.#giveUp();
        this.#beginPinch();
        return true;
      }
    }
    const { cell } = pointer;
    if (this.#press || this.#pinch) return false;
    const before = { cells: this.#hands.selection(), focus: this.#hands.focus() };
    const brush = pointer.more ? undefined : this.#hands.brush();
    if (cell === undefined) {
      if (!pointer.more && !brush) this.#hands.select(new Set(), before.focus);
      return false;
    }
    const twice = this.#last?.cell === cell && pointer.time - this.#last.time < TWICE;
    this.#last = { cell, time: pointer.time };
    const add = !(pointer.more && before.cells.has(cell));
    const cells = new Set(pointer.more ? before.cells : []);
    if (add) cells.add(cell);
    else cells.delete(cell);
    this.#press = { pointer, before, add, cells, moved: false, brush, written: false, last: cell };
    if (brush) {
      if (!pointer.touch) this.#write(cell);
      return false;
    }
    if (twice && this.#hands.alike) {
      this.#press.moved = true;
      this.#press.add = true;
      this.#press.cells = new Set([...(pointer.more ? before.cells : []), ...this.#hands.alike(cell)]);
    } else if (pointer.touch) {
      this.#rest = window.setTimeout(() => this.#rested(cell), LONG);
    }
    this.#hands.select(new Set(this.#press.cells), cell);
    return false;
  }

  #rested(cell: number): void {
    const press = this.#press;
    if (!press) return;
    press.moved = true;
    press.add = !press.before.cells.has(cell) || press.before.cells.size === 0;
    press.cells = new Set(press.before.cells);
    if (press.add) press.cells.add(cell);
    else press.cells.delete(cell);
    this.#hands.select(new Set(press.cells), cell);
  }

  #write(cell: number): void {
    const press = this.#press!;
    press.brush!(cell, !press.written);
    press.written = true;
  }

  /** `cells` are the cells on the pointer's path since the last call. */
  move(id: number, at: Point, cells: readonly number[]): void {
    if (this.#fingers.has(id)) {
      this.#fingers.set(id, at);
      if (this.#pinch) return this.#pinched();
    }
    const press = this.#press;
    if (press?.pointer.id !== id) return;
    for (const cell of cells) {
      if (cell === press.last) continue;
      clearTimeout(this.#rest);
      if (press.brush) {
        if (!press.written) this.#write(press.last);
        this.#write(cell);
      } else if (press.cells.has(cell) !== press.add) {
        if (press.add) press.cells.add(cell);
        else press.cells.delete(cell);
        this.#hands.select(new Set(press.cells), cell);
      }
      press.moved = true;
      press.last = cell;
    }
  }

  up(id: number, cancelled = false): void {
    clearTimeout(this.#rest);
    this.#fingers.delete(id);
    if (this.#fingers.size < 2) this.#pinch = undefined;
    const press = this.#press;
    if (press?.pointer.id !== id) return;
    this.#press = undefined;
    if (cancelled || press.moved) return;
    if (press.brush && !press.written) press.brush(press.last, true);
    else if (!press.brush) this.#hands.tapped?.(press.last, press.pointer.at);
  }

  #giveUp(): void {
    clearTimeout(this.#rest);
    const press = this.#press;
    this.#press = undefined;
    this.#last = undefined;
    if (press && !press.brush) this.#hands.select(press.before.cells, press.before.focus);
  }

  #between(): { middle: Point; wide: number } {
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, wide: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) };
  }

  #beginPinch(): void {
    this.#pinch = { zoom: this.#hands.zoom(), ...this.#between() };
  }

  #pinched(): void {
    const { zoom, middle, wide } = this.#pinch!;
    const now = this.#between();
    const frame = this.#hands.frame();
    const scale = Math.min(Math.max((zoom.scale * now.wide) / wide, 1), CLOSEST);
    // The point of the grid between the fingers stays between them, and the grid always fills the frame.
    const along = (from: number, to: number, moved: number, size: number) => {
      const kept = (from - moved) / zoom.scale;
      return Math.min(0, Math.max(size * (1 - scale), to - kept * scale));
    };
    this.#hands.setZoom({
      scale,
      x: along(middle.x - frame.left, now.middle.x - frame.left, zoom.x, frame.width),
      y: along(middle.y - frame.top, now.middle.y - frame.top, zoom.y, frame.height),
    });
  }

  end(): void {
    clearTimeout(this.#rest);
  }
}

export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The selection after an arrow key: the next cell or, with Shift, Ctrl or Meta, the previous selection and the next cell. */
export function arrowed(hands: Pick<Hands, "selection" | "focus">, next: number, more: boolean): ReadonlySet<number> {
  if (!more) return new Set([next]);
  const before = hands.selection();
  return new Set([...(before.size ? before : [hands.focus()]), next]);
}
