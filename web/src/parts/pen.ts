// The pen: lines from cell to cell, crosses, and lines along borders, which begin near a corner of cells.
import { CELL } from "../board/geometry";
import type { Point } from "../board/gestures";
import type { Stroke } from "../board/Board";
import { edgeOf, lineOf, type Corner } from "../state/marks";
import type { Play } from "../state/play";

/**
 * The maximum distance from a corner at which a line along borders starts, and the maximum distance from a border at which a press
 * marks the border, as fractions of a cell.
 */
const NEAR_CORNER = 0.24;
const NEAR_BORDER = 0.15;

export function penOf(play: Play): Stroke {
  let cell: number | undefined;
  let corner: Corner | undefined;
  /** The line to draw if the press ends without a move. */
  let pressed: string | undefined;
  let moved = false;
  const draw = (line: string) => {
    play.draw(line, moved);
    moved = true;
  };
  const nearest = (at: Point): { corner: Corner; far: number } => {
    const [row, column] = [at.y / CELL, at.x / CELL];
    const corner: Corner = [Math.round(row), Math.round(column)];
    return { corner, far: Math.hypot(row - corner[0], column - corner[1]) };
  };
  /** The border near a point; undefined if no border is near. */
  const border = (at: Point): string | undefined => {
    const [row, column] = [at.y / CELL, at.x / CELL];
    const [r, c] = [Math.floor(row), Math.floor(column)];
    if (Math.abs(row - Math.round(row)) < NEAR_BORDER) return edgeOf([Math.round(row), c], [Math.round(row), c + 1]);
    if (Math.abs(column - Math.round(column)) < NEAR_BORDER) return edgeOf([r, Math.round(column)], [r + 1, Math.round(column)]);
    return undefined;
  };
  return {
    begin: (at, under) => {
      moved = false;
      cell = under;
      const near = nearest(at);
      corner = near.far < NEAR_CORNER ? near.corner : undefined;
      pressed = corner ? undefined : (border(at) ?? (under === undefined ? undefined : lineOf(under, under)));
      if (under !== undefined) play.select(new Set([under]), under);
    },
    move: (at, under) => {
      if (corner) {
        const { corner: to, far } = nearest(at);
        if (far > 0.4) return;
        while (corner[0] !== to[0] || corner[1] !== to[1]) {
          const [down, right] = [Math.sign(to[0] - corner[0]), Math.sign(to[1] - corner[1])];
          const next: Corner = down ? [corner[0] + down, corner[1]] : [corner[0], corner[1] + right];
          draw(edgeOf(corner, next));
          corner = next;
        }
        return;
      }
      if (under === undefined || cell === undefined || under === cell) return;
      draw(lineOf(cell, under));
      cell = under;
    },
    end: () => {
      if (!moved && pressed) draw(pressed);
    },
    cancel: () => {
      if (moved) play.undo();
    },
  };
}
