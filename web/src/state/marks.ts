// What a player writes into cells. A board is a value: changing it makes another one, which shares the cells that stay.

/** A cell. What is absent is not there. */
export type Mark = {
  readonly digit?: number;
  readonly corner?: readonly number[];
  readonly centre?: readonly number[];
  /** Colours of the cell, by number from 1. */
  readonly colours?: readonly number[];
  /** Colours of single candidates. */
  readonly tinted?: Readonly<Record<number, number>>;
};

/** A line drawn with the pen from a cell's middle to another's, or a cross in a cell (then both are the same). */
export type Stroke = string;

export type Board = { readonly cells: readonly Mark[]; readonly strokes: readonly Stroke[] };

export type Mode = "digit" | "corner" | "centre" | "colour" | "pen";

const EMPTY: Mark = Object.freeze({});

export function emptyBoard(cells: number): Board {
  return { cells: new Array<Mark>(cells).fill(EMPTY), strokes: [] };
}

function without<K extends keyof Mark>(mark: Mark, key: K): Mark {
  const { [key]: _, ...rest } = mark;
  return rest;
}

function withList(mark: Mark, key: "corner" | "centre" | "colours", list: readonly number[]): Mark {
  return list.length ? { ...mark, [key]: [...list].sort((a, b) => a - b) } : without(mark, key);
}

/** Puts a value into cells, or takes it away where all of them have it. Those that `fixed` names stay as they are. */
export function toggle(board: Board, at: readonly number[], mode: Mode, value: number, fixed: (i: number) => boolean): Board {
  const key = mode === "corner" || mode === "centre" ? mode : mode === "colour" ? "colours" : undefined;
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

/** Colours one candidate of cells. */
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

/** Takes away the uppermost of what is in cells: digits, else marks of the mode, else any marks, else colours. */
export function clear(board: Board, at: readonly number[], mode: Mode, fixed: (i: number) => boolean): Board {
  const cells = [...board.cells];
  const open = at.filter((i) => !fixed(i));
  const order: (keyof Mark)[][] = [["digit"], ["corner"], ["centre"], ["tinted"], ["colours"]];
  const own: keyof Mark = mode === "colour" || mode === "pen" ? "colours" : mode;
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

/** Takes a digit that was placed out of the marks of cells that see it. */
export function sweep(board: Board, seen: Iterable<number>, value: number): Board {
  const cells = [...board.cells];
  for (const i of seen) {
    for (const key of ["corner", "centre"] as const) {
      const list = cells[i]![key];
      if (list?.includes(value)) cells[i] = withList(cells[i]!, key, list.filter((v) => v !== value));
    }
  }
  return { ...board, cells };
}

export function setCell(board: Board, at: number, mark: Mark): Board {
  const cells = [...board.cells];
  cells[at] = mark;
  return { ...board, cells };
}

export function toggleStroke(board: Board, a: number, b: number): Board {
  const stroke = a <= b ? `${a}-${b}` : `${b}-${a}`;
  const has = board.strokes.includes(stroke);
  return { ...board, strokes: has ? board.strokes.filter((s) => s !== stroke) : [...board.strokes, stroke] };
}
