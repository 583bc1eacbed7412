// The player's entries. A board is an immutable value: a change creates a new one, which shares the unchanged cells.

/** The player's entries in a cell. Absent fields are empty. */
export type Mark = {
  readonly digit?: number;
  readonly corner?: readonly number[];
  readonly centre?: readonly number[];
  /** Letters, by their positions in the alphabet, from 1. */
  readonly letters?: readonly number[];
  /** Colours of the cell, by number from 1. */
  readonly colours?: readonly number[];
  /** The colours of single candidates, by value. */
  readonly tinted?: Readonly<Record<number, number>>;
};

/**
 * A drawing of the pen, as text: `3:12-13` is a line in colour 3 from the middle of one cell to the middle of another, `3:12-12` is
 * a cross in a cell, and `3:v0,1-0,2` is a line along a border from corner to corner (row and column of each corner, from 0).
 * Without a number, the drawing has the default colour.
 */
export type Stroke = string;

/** The colour of the pen before the player chooses a colour. */
export const PEN = 3;

export type Drawn = { colour: number; kind: "line" | "cross"; from: number; to: number } | { colour: number; kind: "edge"; from: Corner; to: Corner };
/** A corner of cells: row and column, from 0. */
export type Corner = readonly [number, number];

export function drawnOf(stroke: Stroke): Drawn | undefined {
  const found = /^(?:(\d+):)?(?:(\d+)-(\d+)|v(\d+),(\d+)-(\d+),(\d+))$/.exec(stroke);
  if (!found) return undefined;
  const [, colour, ...at] = found.map((text) => (text === undefined ? NaN : Number(text)));
  const [a, b, r1, c1, r2, c2] = at as [number, number, number, number, number, number];
  const own = colour || PEN;
  if (Number.isNaN(a)) return { colour: own, kind: "edge", from: [r1, c1], to: [r2, c2] };
  return { colour: own, kind: a === b ? "cross" : "line", from: a, to: b };
}

export function lineOf(a: number, b: number): string {
  return a <= b ? `${a}-${b}` : `${b}-${a}`;
}

export function edgeOf(a: Corner, b: Corner): string {
  return a[0] < b[0] || a[1] < b[1] ? `v${a.join()}-${b.join()}` : `v${b.join()}-${a.join()}`;
}

export type Board = { readonly cells: readonly Mark[]; readonly strokes: readonly Stroke[] };

export type Mode = "digit" | "corner" | "centre" | "colour" | "pen" | "letter";

const EMPTY: Mark = Object.freeze({});

export function emptyBoard(cells: number): Board {
  return { cells: new Array<Mark>(cells).fill(EMPTY), strokes: [] };
}

function without<K extends keyof Mark>(mark: Mark, key: K): Mark {
  const { [key]: _, ...rest } = mark;
  return rest;
}

type Lists = "corner" | "centre" | "colours" | "letters";
const LISTS: Partial<Record<Mode, Lists>> = { corner: "corner", centre: "centre", colour: "colours", letter: "letters" };

function withList(mark: Mark, key: Lists, list: readonly number[]): Mark {
  return list.length ? { ...mark, [key]: [...list].sort((a, b) => a - b) } : without(mark, key);
}

/** Adds a value to cells, or removes it if all of them have it. Cells for which `fixed` is true are unchanged. */
export function toggle(board: Board, at: readonly number[], mode: Mode, value: number, fixed: (i: number) => boolean): Board {
  const key = LISTS[mode];
  const open = at.filter((i) => key === "colours" || !fixed(i));
  const cells = [...board.cells];
  if (key === undefined) {
    const all = open.length > 0 && open.every((i) => cells[i]!.digit === value);
    for (const i of open) cells[i] = all ? without(cells[i]!, "digit") : { ...cells[i]!, digit: value };
  } else {
    // Marks go into cells without a digit.
    const free = key === "colours" ? open : open.filter((i) => cells[i]!.digit === undefined);
    const all = free.length > 0 && free.every((i) => cells[i]![key]?.includes(value));
    for (const i of free) {
      const list = cells[i]![key] ?? [];
      cells[i] = withList(cells[i]!, key, all ? list.filter((v) => v !== value) : list.includes(value) ? list : [...list, value]);
    }
  }
  return { ...board, cells };
}

/** Colours a candidate in cells, or removes the colour if all of them have it. */
export function tint(board: Board, at: readonly number[], value: number, colour: number): Board {
  const cells = [...board.cells];
  const all = at.every((i) => cells[i]!.tinted?.[value] === colour);
  for (const i of at) {
    const { [value]: _, ...rest } = cells[i]!.tinted ?? {};
    const tinted = all ? rest : { ...rest, [value]: colour };
    cells[i] = Object.keys(tinted).length ? { ...cells[i]!, tinted } : without(cells[i]!, "tinted");
  }
  return { ...board, cells };
}

/** Clears one kind of content of cells: digits or, if there are none, marks of the mode, then other marks, then colours. */
export function clear(board: Board, at: readonly number[], mode: Mode, fixed: (i: number) => boolean): Board {
  const cells = [...board.cells];
  const open = at.filter((i) => !fixed(i));
  const order: (keyof Mark)[][] = [["digit"], ["corner"], ["centre"], ["letters"], ["tinted"], ["colours"]];
  const own: keyof Mark = mode === "digit" || mode === "pen" ? "digit" : LISTS[mode]!;
  const first = open.some((i) => cells[i]!.digit !== undefined) && own !== "colours" ? ["digit" as const] : [own];
  for (const keys of [first, ...order]) {
    const among = keys[0] === "colours" || keys[0] === "tinted" ? at : open;
    const having = among.filter((i) => keys.some((k) => cells[i]![k] !== undefined));
    if (!having.length) continue;
    for (const i of having) for (const k of keys) cells[i] = without(cells[i]!, k);
    return { ...board, cells };
  }
  return board;
}

/** Removes values from the marks of a cell. */
export function unmarked(mark: Mark, gone: (value: number) => boolean): Mark {
  let left = mark;
  for (const key of ["corner", "centre"] as const) {
    const list = left[key];
    if (list?.some(gone)) left = withList(left, key, list.filter((v) => !gone(v)));
  }
  return left;
}

/** Removes a placed digit from the marks of the cells that see it. */
export function sweep(board: Board, seen: Iterable<number>, value: number): Board {
  const cells = [...board.cells];
  for (const i of seen) cells[i] = unmarked(cells[i]!, (v) => v === value);
  return { ...board, cells };
}

export function setCell(board: Board, at: number, mark: Mark): Board {
  const cells = [...board.cells];
  cells[at] = mark;
  return { ...board, cells };
}

/** Draws a line, or removes it if it exists. A line with another colour gets the new colour. */
export function toggleStroke(board: Board, line: string, colour: number): Board {
  const same = (stroke: Stroke) => stroke.replace(/^\d+:/, "") === line;
  const before = board.strokes.find(same);
  const others = board.strokes.filter((stroke) => !same(stroke));
  const gone = before !== undefined && drawnOf(before)?.colour === colour;
  return { ...board, strokes: gone ? others : [...others, `${colour}:${line}`] };
}

/** The content of a copied cell, with its distance from the upper left corner in rows and columns. */
export type Piece = { down: number; right: number; mark: Mark };

const COPIED = "cluewright cells ";

export function piecesText(pieces: readonly Piece[]): string {
  return COPIED + JSON.stringify(pieces);
}

/**
 * The copied cells in the text from the clipboard; undefined if the text has no copied cells. `fits` tells whether the puzzle has
 * this digit.
 */
export function piecesOf(text: string, fits: (value: number) => boolean): Piece[] | undefined {
  if (!text.startsWith(COPIED)) return undefined;
  try {
    const told = JSON.parse(text.slice(COPIED.length)) as Piece[];
    const among = (list: unknown, ok: (n: number) => boolean): number[] => (Array.isArray(list) ? list.filter((n) => Number.isInteger(n) && ok(n)) : []);
    const upTo = (most: number) => (n: number) => n >= 1 && n <= most;
    return told.map(({ down, right, mark }) => {
      let made: Mark = typeof mark.digit === "number" && fits(mark.digit) ? { digit: mark.digit } : EMPTY;
      made = withList(made, "corner", among(mark.corner, fits));
      made = withList(made, "centre", among(mark.centre, fits));
      made = withList(made, "letters", among(mark.letters, upTo(26)));
      made = withList(made, "colours", among(mark.colours, upTo(9)));
      return { down: Number(down) || 0, right: Number(right) || 0, mark: made };
    });
  } catch {
    return undefined;
  }
}
