// Positions on the board, in the units of pictures: a cell is 64 wide, and the first cell starts at 0.
import type { Picture, PuzzleReport } from "../engine/types";

export const CELL = 64;

export type Box = { x: number; y: number };
export type Geometry = {
  view: { left: number; top: number; width: number; height: number };
  /** The upper left corner of each cell. */
  boxes: readonly (Box | undefined)[];
  /** The row and the column of each cell of the grid, from 0. */
  places: readonly ([number, number] | undefined)[];
  /** The cell at a row and a column. */
  at: (row: number, column: number) => number | undefined;
  rows: number;
  columns: number;
};

/** `margin` is the minimum visible margin around the grid, in units. */
export function geometryOf(report: PuzzleReport, picture: Picture, margin = 0): Geometry {
  const [x, y, wide, high] = picture.view.map(Number) as [number, number, number, number];
  const [left, top] = margin ? [Math.min(x, -margin), Math.min(y, -margin)] : [x, y];
  const right = margin ? Math.max(x + wide, report.columns * CELL + margin) : x + wide;
  const bottom = margin ? Math.max(y + high, report.rows * CELL + margin) : y + high;
  const [width, height] = [right - left, bottom - top];
  const beside = new Map((picture.beside ?? []).map((b) => [b.cell, b]));
  const places = report.cells.map((name): [number, number] | undefined => {
    const match = /^r(\d+)c(\d+)$/.exec(name);
    return match && !beside.has(name) ? [Number(match[1]) - 1, Number(match[2]) - 1] : undefined;
  });
  const boxes = report.cells.map((name, i): Box | undefined => {
    const place = places[i];
    if (place) return { x: place[1] * CELL, y: place[0] * CELL };
    const other = beside.get(name);
    return other && { x: other.x - CELL / 2, y: other.y - CELL / 2 };
  });
  const by = new Map(places.flatMap((place, i) => (place ? [[place.join(), i] as const] : [])));
  const at = (row: number, column: number) => by.get(`${row},${column}`);
  return { view: { left, top, width, height }, boxes, places, at, rows: report.rows, columns: report.columns };
}

/** The next cell in a direction. The search wraps around at the edges and skips holes. */
export function neighbour(geometry: Geometry, from: number, down: number, right: number): number {
  const place = geometry.places[from];
  if (!place) {
    // Outside the grid, move from one cell to the next, and then back into the grid.
    const list = geometry.boxes.map((_, i) => i).filter((i) => geometry.boxes[i] && !geometry.places[i]);
    const next = list[list.indexOf(from) + right];
    if (right && next !== undefined) return next;
    const { x } = geometry.boxes[from]!;
    const column = Math.min(Math.max(Math.round(x / CELL), 0), geometry.columns - 1);
    for (let i = 0; i < geometry.rows; i++) {
      const row = down > 0 ? i : geometry.rows - 1 - i;
      const found = geometry.at(row, column);
      if (found !== undefined) return found;
    }
    return from;
  }
  let [row, column] = place;
  for (let i = 0; i < Math.max(geometry.rows, geometry.columns); i++) {
    const below = row + down;
    // The cells outside the grid, if there are any, come after the last row.
    if (below >= geometry.rows || below < 0) {
      const extra = geometry.boxes.findIndex((box, j) => box && !geometry.places[j]);
      if (extra >= 0 && down > 0) return extra;
    }
    row = (below + geometry.rows) % geometry.rows;
    column = (column + right + geometry.columns) % geometry.columns;
    const found = geometry.at(row, column);
    if (found !== undefined) return found;
  }
  return from;
}

/** The position of a candidate in a cell, as fractions of the cell's side. Pictures use the same position. */
export function candidatePlace(index: number, count: number): [number, number] {
  let wide = 1;
  while (wide * wide < count && wide < 8) wide++;
  const high = Math.max(Math.ceil(count / wide), 1);
  const step = (i: number, n: number) => (i + 0.5) / n - 0.5;
  return [step(index % wide, wide) * 0.84 + 0.5, step(Math.floor(index / wide), high) * 0.74 + 0.57];
}

export function candidateSize(count: number): number {
  let wide = 1;
  while (wide * wide < count && wide < 8) wide++;
  return count > 9 ? 0.62 / wide : Math.min(0.84 / wide, 0.28);
}

/** The cells with text in their upper left corner, such as a total, and the width of the text as a fraction of a cell. */
export function labelled(geometry: Geometry, picture: Picture): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const frame = /<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)" height="([\d.]+)"/g;
  for (const layer of picture.layers ?? []) {
    if (layer.name === "background" || layer.name === "shades") continue;
    for (const [, x, y, width, height] of layer.svg.matchAll(frame)) {
      const [left, top, wide, high] = [Number(x), Number(y), Number(width), Number(height)];
      const [row, column] = [Math.floor(top / CELL), Math.floor(left / CELL)];
      const small = high > 5 && high < CELL / 3 && wide < CELL * 0.75;
      const cell = small && left - column * CELL < 8 && top - row * CELL < 8 ? geometry.at(row, column) : undefined;
      if (cell !== undefined) found.set(cell, Math.max(found.get(cell) ?? 0, (left - column * CELL + wide) / CELL));
    }
  }
  return found;
}

/** The border of a set of cells as one path, a little inside the cells: SVG in the units of pictures. */
export function outlineOf(geometry: Geometry, cells: ReadonlySet<number>, inside = 3): string {
  const has = new Set([...cells].flatMap((i) => (geometry.boxes[i] ? [`${geometry.boxes[i]!.x},${geometry.boxes[i]!.y}`] : [])));
  const at = (x: number, y: number) => has.has(`${x},${y}`);
  const parts: string[] = [];
  for (const i of cells) {
    const box = geometry.boxes[i];
    if (!box) continue;
    const { x, y } = box;
    // One line for each side whose neighbour is outside the set. The ends of each line reach the next line at convex and at concave
    // corners.
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]] as const) {
      if (at(x + dx * CELL, y + dy * CELL)) continue;
      const [ax, ay] = [-dy, dx];
      const end = (s: number) => {
        const beside = at(x + s * ax * CELL, y + s * ay * CELL);
        const beyond = at(x + (s * ax + dx) * CELL, y + (s * ay + dy) * CELL);
        return s * (CELL / 2 + (beside ? (beyond ? inside : 0) : -inside));
      };
      const out = CELL / 2 - inside;
      const p = (s: number) => `${x + CELL / 2 + dx * out + ax * end(s)} ${y + CELL / 2 + dy * out + ay * end(s)}`;
      parts.push(`M${p(-1)}L${p(1)}`);
    }
  }
  return parts.join("");
}
