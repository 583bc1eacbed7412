// Turns drawings on the grid into lines of a `.clue` file. This module knows shapes, but no rules.
import type { Geometry } from "../board/geometry";
import type { Param, PuzzleReport, RuleReport } from "../engine/types";

/** The shapes that consist of a single list of cells. */
const ONE = ["cell", "cells", "edge", "corner", "line", "cage", "outside"];
/** The shapes that consist of several lists of cells. */
const MANY = ["lines", "bulb", "lists", "map"];

export function isShape(param: Param): boolean {
  return ONE.includes(param.kind) || MANY.includes(param.kind);
}

export function shapesOf(rule: RuleReport): Param[] {
  return (rule.params ?? []).filter(isShape);
}

export function valuesOf(rule: RuleReport): Param[] {
  return (rule.params ?? []).filter((p) => !isShape(p));
}

/** Whether one stroke completes a clue. Otherwise each stroke is a list, and the user confirms when all lists are drawn. */
export function isOneStroke(rule: RuleReport): boolean {
  const [first, ...others] = shapesOf(rule);
  return first !== undefined && others.length === 0 && ONE.includes(first.kind);
}

/** Whether the rule's clues apply to a diagonal, which is the case if they are drawn as an arrow outside the grid. */
export function isDiagonal(rule: RuleReport): boolean {
  return (rule.draw ?? []).some((look) => /\barrow\b.*\bat outside\b/.test(look));
}

/** The values that a clue of the rule requires. */
export function neededOf(rule: RuleReport): Param[] {
  return valuesOf(rule).filter((p) => !p.optional && p.kind !== "boolean");
}

/** Converts a stroke through cells to the cells of a clue with this shape, in the clue's order. */
export function shaped(kind: string, cells: readonly number[], geometry: Geometry, side?: [number, number]): number[] {
  const [first] = cells;
  if (first === undefined) return [];
  const place = geometry.places[first];
  if (kind === "cell") return [first];
  if (kind === "edge" && place) {
    const second = cells[1] ?? geometry.at(place[0] + (side?.[0] ?? 0), place[1] + (side ? side[1] : 1));
    return second === undefined ? [] : [first, second];
  }
  if (kind === "corner" && place && cells.length === 1) {
    const [down, right] = side ?? [1, 1];
    const rows = [place[0], place[0] + (down || 1)].sort((a, b) => a - b);
    const columns = [place[1], place[1] + (right || 1)].sort((a, b) => a - b);
    const all = rows.flatMap((r) => columns.map((c) => geometry.at(r, c)));
    return all.includes(undefined) ? [] : (all as number[]);
  }
  if (kind === "outside" && place) {
    // Only the ends of a stroke determine its direction, which may be diagonal.
    const last = cells.length > 1 ? geometry.places[cells.at(-1)!] : undefined;
    const step: [number, number] = last
      ? [Math.sign(last[0] - place[0]), Math.sign(last[1] - place[1])]
      : inward(place, geometry, side);
    if (!step[0] && !step[1]) return [];
    let [row, column] = place;
    // The line starts at the border of the grid, wherever the stroke started.
    while (geometry.at(row - step[0], column - step[1]) !== undefined) [row, column] = [row - step[0], column - step[1]];
    const line: number[] = [];
    for (let at = geometry.at(row, column); at !== undefined && line.length < 1000; ) {
      line.push(at);
      [row, column] = [row + step[0], column + step[1]];
      at = geometry.at(row, column);
    }
    return line;
  }
  return [...new Set(cells)].length === cells.length || kind !== "cage" ? [...cells] : [...new Set(cells)];
}

/**
 * A diagonal direction into the grid from a cell at its border. A cell at a side has two such directions, and `upper` selects one
 * of them.
 */
export function diagonal(place: [number, number], geometry: Geometry, upper: boolean): [number, number] {
  const [row, column] = place;
  const down = row === 0 ? 1 : row === geometry.rows - 1 ? -1 : upper ? -1 : 1;
  const right = column === 0 ? 1 : column === geometry.columns - 1 ? -1 : upper ? 1 : -1;
  return [down, right];
}

/** The direction into the grid from the nearest border. `side` is the side of the cell at which the user pointed. */
function inward(place: [number, number], geometry: Geometry, side?: [number, number]): [number, number] {
  const borders: [number, [number, number]][] = [
    [place[0], [1, 0]],
    [place[1], [0, 1]],
    [geometry.rows - 1 - place[0], [-1, 0]],
    [geometry.columns - 1 - place[1], [0, -1]],
  ];
  const pointed = side && borders.find(([, d]) => d[0] === -side[0] && d[1] === -side[1]);
  if (pointed && pointed[0] === 0) return pointed[1];
  return borders.reduce((a, b) => (b[0] < a[0] ? b : a))[1];
}

/** The cells on the straight line between two cells. A fast pointer skips some of them. */
export function between(geometry: Geometry, from: number, to: number): number[] {
  const [a, b] = [geometry.places[from], geometry.places[to]];
  if (!a || !b) return [to];
  const out: number[] = [];
  let [row, column] = a;
  for (let i = 0; i < 1000 && (row !== b[0] || column !== b[1]); i++) {
    row += Math.sign(b[0] - row);
    column += Math.sign(b[1] - column);
    const at = geometry.at(row, column);
    if (at !== undefined) out.push(at);
  }
  return out;
}

/** The line of a clue: its lists of cells, then its values. */
export function clueLine(rule: RuleReport, lists: readonly (readonly string[])[], values: Readonly<Record<string, string>>): string {
  const shapes = shapesOf(rule);
  let parts = lists.map((list) => list.join(" "));
  // If a rule has several shapes, a single stroke gives two shapes: the first cell is the first shape, and the other cells are the
  // second shape.
  if (shapes.length > 1 && lists.length === 1 && lists[0]!.length > 1) {
    parts = [lists[0]![0]!, lists[0]!.slice(1).join(" ")];
  }
  let line = `${rule.name} ${parts.join(" / ")}`;
  for (const param of valuesOf(rule)) {
    const written = valueText(param, values[param.name] ?? "");
    if (written) line += ` ${written}`;
  }
  return line;
}

/** A value with its name, in the form for a clue's line. */
export function valueText(param: Param, value: string): string {
  const text = value.trim();
  if (!text) return "";
  if (param.kind === "boolean") return text === "yes" || text === "true" ? param.name : `${param.name} no`;
  if (param.kind === "numbers") {
    // Three or more adjacent digits are separate digits, because no number is so large.
    const apart = text.replace(/[[\],]+/g, " ").replace(/\d{3,}/g, (digits) => [...digits].join(" "));
    return `${param.name} [${apart.trim()}]`;
  }
  if (param.kind === "text") return `${param.name} "${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
  return `${param.name} ${text}`;
}

const VALUE = '(?:\\[[^\\]]*\\]|"(?:[^"\\\\]|\\\\.)*"|[^\\s]+)';

/** The value of a parameter in a clue's line. */
export function valueIn(written: string, param: Param): string {
  if (param.kind === "boolean") {
    const found = new RegExp(`\\s${param.name}(?:\\s+(yes|no))?(?=\\s|$)`).exec(written);
    return found ? (found[1] ?? "yes") : "";
  }
  const found = new RegExp(`\\s${param.name}\\s+=?\\s*(${VALUE})`).exec(written)?.[1] ?? "";
  if (param.kind === "numbers") return found.replace(/[[\]]/g, "").trim();
  if (param.kind === "text") return found.replace(/^"|"$/g, "").replace(/\\(.)/g, "$1");
  return found;
}

/** A clue's line with the value of a parameter replaced. */
export function withValue(written: string, param: Param, value: string): string {
  const old = param.kind === "boolean" ? `\\s${param.name}(?:\\s+(?:yes|no))?(?=\\s|$)` : `\\s${param.name}\\s+=?\\s*${VALUE}`;
  const bare = written.replace(new RegExp(old), "");
  const text = valueText(param, value);
  return text ? `${bare} ${text}` : bare;
}

/** The givens as rows, with one cell changed. */
export function givensWith(report: PuzzleReport, changes: ReadonlyMap<string, number | undefined>): Record<string, unknown> {
  const held = new Map<string, number[]>();
  for (const { cell, value } of report.givens ?? []) held.set(cell, [...(held.get(cell) ?? []), value]);
  for (const [cell, value] of changes) {
    if (value === undefined) held.delete(cell);
    else held.set(cell, [value]);
  }
  const cells = new Set(report.cells);
  const token = (name: string) => {
    if (!cells.has(name)) return "~";
    const values = held.get(name);
    if (!values) return ".";
    return values.length === 1 ? String(values[0]) : `[${values.join(" ")}]`;
  };
  const rows = Array.from({ length: report.rows }, (_, r) =>
    Array.from({ length: report.columns }, (_, c) => token(`r${r + 1}c${c + 1}`)).join(" "),
  );
  const beside = [...held].filter(([name]) => !/^r\d+c\d+$/.test(name));
  const add = beside.map(([name, values]) => `given ${name} ${values.length === 1 ? values[0] : `[${values.join(" ")}]`}`);
  return { givens: rows.join("\n"), ...(add.length ? { add } : {}) };
}

/** The texts of the rules that a puzzle's file defines. */
export function ownRules(text: string): string {
  const out: string[] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    if (/^rule\s/.test(line)) inside = true;
    else if (/^\S/.test(line)) inside = false;
    if (inside) out.push(line);
  }
  return out.join("\n").trimEnd();
}

/** A puzzle's file with its own rules replaced. */
export function withOwnRules(text: string, rules: string): string {
  const rest: string[] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    if (/^rule\s/.test(line)) inside = true;
    else if (/^\S/.test(line)) inside = false;
    if (!inside) rest.push(line);
  }
  const body = rest.join("\n").trimEnd();
  return rules.trim() ? `${body}\n\n${rules.trimEnd()}\n` : `${body}\n`;
}

/** The `rules:` line for rules of the whole grid. */
export function rulesLine(written: readonly string[]): string {
  return `rules: ${written.length ? written.join(", ") : "none"}`;
}

/** The lists of cells in a clue's line, in order. */
export function listsIn(written: string): string[][] {
  const lists: string[][] = [[]];
  const words = written.split(/\s+/).slice(1).map((token) => token.replace(/,$/, ""));
  for (const [i, word] of words.entries()) {
    if (word === "/") lists.push([]);
    else if (/^r\d+c\d+$/.test(word)) lists.at(-1)!.push(word);
    else {
      const ends = /^r(\d+)c(\d+)(-|\.\.)r(\d+)c(\d+)$/.exec(word);
      // A list may have its name before it; a value ends the lists.
      if (!ends && !/^r\d+c\d+/.test(words[i + 1] ?? "")) break;
      if (!ends) {
        if (lists.at(-1)!.length) lists.push([]);
        continue;
      }
      const [r1, c1, r2, c2] = [ends[1], ends[2], ends[4], ends[5]].map(Number) as [number, number, number, number];
      if (ends[3] === "..") {
        for (let r = r1; r <= r2; r++) for (let c = c1; c <= c2; c++) lists.at(-1)!.push(`r${r}c${c}`);
      } else {
        let [r, c] = [r1, c1];
        lists.at(-1)!.push(`r${r}c${c}`);
        for (let i = 0; i < 1000 && (r !== r2 || c !== c2); i++) {
          [r, c] = [r + Math.sign(r2 - r), c + Math.sign(c2 - c)];
          lists.at(-1)!.push(`r${r}c${c}`);
        }
      }
    }
  }
  return lists;
}

/** A puzzle's file with a new region, whose cells are removed from their previous regions. */
export function withRegion(text: string, report: PuzzleReport, cells: readonly string[]): string {
  // Remove the lines for boxes and single regions, which would apply in addition.
  const lines = text.split("\n").filter((line) => !/^(?:boxes|region):/.test(line));
  const at = lines.findIndex((line) => /^regions:/.test(line));
  const rows = Array.from({ length: report.rows }, () => new Array<string>(report.columns).fill("."));
  let end = at + 1;
  if (at >= 0) {
    while (/^\s+\S/.test(lines[end] ?? "")) {
      [...(lines[end] ?? "").trim()].forEach((letter, column) => {
        const row = rows[end - at - 1];
        if (row && column < report.columns) row[column] = letter;
      });
      end++;
    }
  }
  const used = new Set(rows.flat());
  const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].find((one) => !used.has(one)) ?? "Z";
  for (const name of cells) {
    const match = /^r(\d+)c(\d+)$/.exec(name);
    if (match) rows[Number(match[1]) - 1]![Number(match[2]) - 1] = letter;
  }
  const block = ["boxes: none", "regions:", ...rows.map((row) => `  ${row.join("")}`)];
  if (at >= 0) lines.splice(at, end - at, ...block);
  else lines.splice(lines.findIndex((line) => /^grid:/.test(line)) + 1, 0, ...block);
  return lines.join("\n");
}

/** The sizes of the regions that do not have one cell for each digit. */
export function oddRegions(text: string, report: PuzzleReport): number[] {
  const block = /^regions:\n((?:[ \t]+\S.*\n?)+)/m.exec(text)?.[1];
  const counts = new Map<string, number>();
  for (const letter of (block ?? "").replace(/\s/g, "")) if (letter !== "." && letter !== "~") counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].filter((count) => count !== report.digits);
}
