// A step as pictures, one for each thought of its argument: highlights, blocking lines, removed and remaining candidates.
import type { Candidate, Highlight, PuzzleReport, Step } from "../engine/types";
import { t } from "../texts";
import { conclusion, listed, premise, reasonsOf, type Label } from "./step-words";
import type { Reason } from "./step-path";

/** The appearance of a candidate. */
export type As = "seen" | "other" | "placed" | "gone";
export type Spot = Candidate & { as: As };
export type Frame = {
  text: string;
  /** The number of assumptions on which the thought depends. */
  deep: number;
  /** The cells that the thought is about (`lit`), and the cells of its clue or house (`around`). */
  lit: readonly string[];
  around: readonly string[];
  /** Lines from blocking cells to blocked cells. */
  lines: readonly (readonly [string, string])[];
  /** The cell in question, whose value is not shown yet. */
  asked?: string;
  /** The cells from which earlier steps or a single clue exclude the digit. */
  crossed: readonly string[];
  /** Calculations, each with the cell on which it is shown. */
  notes: readonly (readonly [string, string])[];
  spots: readonly Spot[];
};

/** The puzzle and the position to which a step belongs. */
export type Known = {
  report: PuzzleReport;
  label: Label;
  /** The digit of a cell in the position before the step. */
  digit: (cell: string) => number | undefined;
};

const CELL = /\br\d+c\d+\b/g;

function names(text: string): string[] {
  return [...new Set([...text.matchAll(CELL)].map(([name]) => name))];
}

function cellsOf(list: readonly Candidate[]): string[] {
  return [...new Set(list.map((c) => c.cell))];
}

const EMPTY = { deep: 0, lit: [], around: [], lines: [], crossed: [], notes: [], spots: [] };

export function framesOf(step: Step, known: Known): Frame[] {
  const last = end(step, known);
  // Drop a thought that only repeats the conclusion.
  const other = (frame: Frame) => frame.text !== last.text;
  const trial = branches(step, known, 0);
  if (trial) return [...trial.filter(other), last];
  const first = where(step, known);
  // The first thoughts already explain why the house has no other place.
  const more = first.some((frame) => frame.around.length) ? [] : details(step, known);
  const thoughts = [...first, ...more, ...premises(step, known)].filter(other);
  const notes = (step.sums ?? []).map(({ name, text, cells }) => {
    const on = known.report.clues?.find((clue) => clue.name === name)?.cells[0] ?? cells[0]!;
    return [on, text.replaceAll(" - ", " − ")] as const;
  });
  return [...thoughts, last].map((frame) => ({ ...frame, notes }));
}

/** The cells of the houses and clues that a text or a reason names. */
function around(names: readonly string[], known: Known): string[] {
  const { houses, clues } = known.report;
  const said = names.map((name) => `${name.toLowerCase()} `);
  const has = (name: string) => said.some((text) => new RegExp(`\\b${name.toLowerCase()}(?!\\d)`).test(text));
  return [
    ...(houses ?? []).filter((house) => has(house.name)).flatMap((house) => house.cells),
    ...(clues ?? []).filter((clue) => said.some((text) => text.includes(clue.name.toLowerCase()))).flatMap((clue) => clue.cells),
  ];
}

/**
 * The thought that shows why a value has no other place in its house, or why a cell has no other value: blocking cells, with lines
 * to the cells that they block.
 */
function where(step: Step, known: Known): Frame[] {
  const [found] = step.placements ?? [];
  const group = reasonsOf(step).find((r) => r.kind === "group");
  if (!found || !group || step.placements?.length !== 1 || group.candidates?.length !== 1) return [];
  const { cell, value } = found;
  const said = step.details ?? [];
  if (group.name === cell) {
    // Show a clue's sum on the clue, and highlight the clue.
    const sums = (step.sums ?? []).map((sum) => sum.name);
    const told = names([step.text ?? "", ...said].join(" "));
    const seen = (known.report.houses ?? []).filter((house) => house.cells.includes(cell)).flatMap((house) => house.cells);
    const by = sums.length ? [] : [...told, ...seen].filter((name) => name !== cell && known.digit(name) !== undefined);
    // Show one cell per digit, preferring the cells that the text names.
    const first = by.filter((name, i) => by.findIndex((other) => known.digit(other) === known.digit(name)) === i);
    const lines = [...first.map((name) => [name, cell] as const), ...said.flatMap((text) => blocks(text))];
    return [{ ...EMPTY, text: t("hint.whatIn", { cell }), asked: cell, lit: [cell], around: around(sums, known), lines }];
  }
  const house = known.report.houses?.find((one) => one.name === group.name);
  if (!house) return [];
  const asked = t("hint.where", { digit: known.label(value), house: group.name });
  const text = [asked, ...said.map((line) => line.trim())].join(" ");
  const blockers = step.blockers ?? [];
  const lines = blockers.flatMap(({ by, cells }) => (by ? cells.map((to) => [by.cell, to] as const) : []));
  return [{ ...EMPTY, text, around: house.cells, lines, crossed: blockers.flatMap(({ by, cells }) => (by ? [] : cells)) }];
}

/**
 * The pairs of blocking and blocked cells in sentences such as `r2c6 is not 9, since r2c5 is 7` and `r3c7 is 3, which rules out
 * 1`.
 */
function blocks(text: string): (readonly [string, string])[] {
  return text.split(/[.;] ?/).flatMap((part) => {
    const [head, why] = part.split(/, since /);
    const blocked = names(head ?? "")[0];
    return why && blocked ? names(why).map((name) => [name, blocked] as const) : [];
  });
}

/** Lines with lists that the picture already shows. */
const LISTS = /^\s*All that goes/;

function details(step: Step, known: Known): Frame[] {
  return (step.details ?? [])
    .filter((line) => !LISTS.test(line))
    .map((line): Frame => {
      const text = line.trim();
      const deep = Math.floor((/^ */.exec(line)?.[0].length ?? 0) / 3);
      return { ...EMPTY, text, deep, lit: names(text), around: around([text], known), lines: blocks(text), spots: spotsIn(text, known) };
    });
}

/** The candidates that a sentence mentions, such as `3 in r5c2`. */
function spotsIn(text: string, known: Known): Spot[] {
  const { first, digits } = known.report;
  const values = new Map(Array.from({ length: digits }, (_, i) => [known.label(first + i), first + i]));
  return [...text.matchAll(/(\S+) in (r\d+c\d+)( is false)?/g)].flatMap(([, label, cell, not]): Spot[] => {
    const value = values.get(label!);
    return value === undefined ? [] : [{ cell: cell!, value, as: not ? "gone" : "seen" }];
  });
}

/** If the step has no detailed argument, each group of places becomes a thought. */
function premises(step: Step, known: Known): Frame[] {
  if (step.details?.length || step.placements?.length) return [];
  const groups = reasonsOf(step).filter((r) => r.kind === "group" && r.candidates?.length);
  return groups.map(
    (reason): Frame => ({
      ...EMPTY,
      text: premise(reason, known.label),
      lit: cellsOf(reason.candidates ?? []),
      around: around([reason.name], known),
      spots: (reason.candidates ?? []).map((c) => ({ ...c, as: "seen" })),
    }),
  );
}

/** The candidates known at a thought of a trial: the most recent candidates, and the candidates known before them. */
type Trail = { before?: Trail; found: readonly Spot[] };

function all(trail: Trail | undefined): Spot[] {
  const parts: (readonly Spot[])[] = [];
  for (let at = trail; at; at = at.before) parts.push(at.found);
  return parts.reverse().flat();
}

/**
 * The thoughts of a trial, branch by branch: the assumption, and its consequences one by one. `before` contains the candidates that
 * are already known.
 */
function branches(step: Step, known: Known, deep: number, before?: Trail): Frame[] | undefined {
  const trials = reasonsOf(step).filter((reason) => reason.steps?.length);
  if (!trials.length) return undefined;
  // A long trial has many thoughts, so the picture of each thought is computed when it is shown.
  const thought = (trail: Trail, frame: Partial<Frame> & { text: string }): Frame =>
    Object.defineProperty({ ...EMPTY, ...frame }, "spots", { get: () => all(trail) });
  return trials.flatMap((reason: Reason): Frame[] => {
    const supposed = reason.candidates ?? [];
    let trail: Trail = { before, found: supposed.map((c): Spot => ({ ...c, as: "other" })) };
    const frames = [thought(trail, { deep, text: premise(reason, known.label), lit: cellsOf(supposed) })];
    for (const next of reason.steps ?? []) {
      frames.push(...(branches(next, known, deep + 1, trail) ?? []));
      const found: Spot[] = [
        ...(next.placements ?? []).map((c): Spot => ({ ...c, as: "other" })),
        ...(next.eliminations ?? []).map((c): Spot => ({ ...c, as: "gone" })),
      ];
      trail = { before: trail, found };
      const because = reasonsOf(next);
      frames.push(
        thought(trail, {
          deep: deep + 1,
          text: next.text ?? conclusion(next, known.label),
          lit: cellsOf([...found, ...because.flatMap((r) => r.candidates ?? [])]),
          around: around(because.map((r) => r.name), known),
        }),
      );
    }
    return frames;
  });
}

/** The last thought, which is the conclusion: removed candidates are crossed out, with lines from the cells that remove them. */
function end(step: Step, known: Known): Frame {
  const reasons = reasonsOf(step);
  const gone = step.eliminations ?? [];
  const is = (a: Candidate, b: Candidate) => a.cell === b.cell && a.value === b.value;
  const shown = reasons.filter((r) => r.kind === "group" && !r.steps?.length).flatMap((r) => r.candidates ?? []);
  const lines = reasons.flatMap((reason) => {
    const [a, b] = reason.candidates ?? [];
    if (reason.kind !== "link" || !a || !b) return [];
    const [from, to] = gone.some((c) => is(c, a)) ? [b, a] : [a, b];
    return from.cell !== to.cell && gone.some((c) => is(c, to)) ? [[from.cell, to.cell] as const] : [];
  });
  const spots: Spot[] = [
    ...(step.placements ?? []).map((c): Spot => ({ ...c, as: "placed" })),
    ...gone.map((c): Spot => ({ ...c, as: "gone" })),
  ];
  const other = shown.filter((c) => !spots.some((spot) => is(spot, c))).map((c): Spot => ({ ...c, as: "seen" }));
  return {
    ...EMPTY,
    text: step.text ?? conclusion(step, known.label),
    lit: cellsOf(spots),
    around: around(reasons.map((r) => r.name), known),
    // Too many lines would be unreadable.
    lines: lines.length > 24 ? [] : lines,
    spots: [...other, ...spots],
  };
}

/** The picture of a hint that does not reveal the whole step. */
export function frameOf(text: string, highlights: readonly Highlight[]): Frame {
  const cells = highlights.flatMap((h) => (h.kind === "cells" ? [h] : []));
  const first = cells[0]?.role;
  const as = (role: string): As => (role === "placed" ? "placed" : role === "removed" ? "gone" : role === "set 1" ? "seen" : "other");
  return {
    ...EMPTY,
    text,
    around: cells.filter((h) => h.role === first).flatMap((h) => h.cells),
    lit: cells.filter((h) => h.role !== first).flatMap((h) => h.cells),
    spots: highlights.flatMap((h) => (h.kind === "candidates" ? h.candidates.map((c) => ({ ...c, as: as(h.role) })) : [])),
    lines: highlights.flatMap((h) => {
      if (h.kind !== "link" || !h.from[0] || !h.to[0] || h.from[0].cell === h.to[0].cell) return [];
      return [[h.from[0].cell, h.to[0].cell] as const];
    }),
  };
}

/** A description of the picture in words, for screen readers. */
export function frameWords(frame: Frame): string {
  const by = new Map<string, string[]>();
  for (const [from, to] of frame.lines) by.set(from, [...(by.get(from) ?? []), to]);
  const lines = [...by].map(([from, to]) => t("hint.blocks", { from, to: listed([...new Set(to)]) }));
  return [frame.text, ...lines, ...frame.notes.map(([, text]) => `${text}.`)].join(" ");
}
