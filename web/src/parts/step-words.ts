// Steps in words: the text of each level, and the whole path as text.
import type { Candidate, FoundStep, Highlight, Step, Written } from "../engine/types";
import { t } from "../texts";
import type { Reason } from "./step-path";

export type Label = (value: number) => string;

const REMOVED = "removed";
const PLACED = "placed";

/** The band of a difficulty from 1 to 6, which determines its colour. */
export function band(difficulty: number): number {
  const upTo = [2, 3, 4.5, 6, 8];
  const found = upTo.findIndex((most) => difficulty < most);
  return found < 0 ? upTo.length + 1 : found + 1;
}

export function one(difficulty: number): string {
  return difficulty.toFixed(1);
}

export function reasonsOf(step: Step): Reason[] {
  return (step.because ?? []) as Reason[];
}

/** Merges reasons about the same house, clue or cell. */
export function merged(reasons: readonly Reason[]): Reason[] {
  const by = new Map<string, Reason>();
  const whole = (r: Reason) => r.kind === "group" || r.kind === "link" || r.steps?.length;
  reasons.forEach((reason, i) => {
    const key = whole(reason) ? String(i) : `${reason.kind} ${reason.name}`;
    const before = by.get(key);
    by.set(key, before ? { ...before, candidates: [...(before.candidates ?? []), ...(reason.candidates ?? [])] } : reason);
  });
  return [...by.values()];
}

export function candidate(c: Candidate, label: Label): string {
  return t("explain.candidate", { digit: label(c.value), cell: c.cell });
}

/** Joins words to a list: "a, b and c". */
export function listed(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words[0] ?? "";
  return t(last === "and" ? "explain.and" : "explain.or", { front: words.slice(0, -1).join(", "), last: words.at(-1)! });
}

/** The conclusion of a step, in a few words. */
export function conclusion(step: Step, label: Label): string {
  const placed = (step.placements ?? []).map((p) => t("explain.placed", { cell: p.cell, digit: label(p.value) }));
  const gone = step.eliminations ?? [];
  const removed = gone.length === 0 ? [] : [t("explain.removes", { count: gone.length })];
  return [...placed, ...removed].join(", ");
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}

/** A reason in words, without its consequences. */
export function premise(reason: Reason, label: Label): string {
  const all = reason.candidates ?? [];
  if (!all.length) return reason.name;
  const cells = unique(all.map((c) => c.cell));
  const values = unique(all.map((c) => label(c.value)));
  if (reason.steps?.length) return t("explain.suppose", { what: listed(all.map((c) => candidate(c, label))) });
  if (reason.kind === "link") {
    return t("explain.notBoth", { name: reason.name, what: listed(all.map((c) => candidate(c, label))) });
  }
  // One candidate of a group is true; other reasons only mention candidates.
  if (reason.kind !== "group") return t("explain.about", { name: reason.name, what: all.map((c) => candidate(c, label)).join(", ") });
  if (cells.length === 1 && cells[0] === reason.name) {
    return t("explain.leftIn", { cell: reason.name, digits: listed(values, "or") });
  }
  if (values.length === 1) return t("explain.leftFor", { name: reason.name, digit: values[0]!, cells: listed(cells, "or") });
  return t("explain.among", { name: reason.name, what: all.map((c) => candidate(c, label)).join(", ") });
}

/** Words that direct attention to a reason, without revealing the conclusion. */
function seen(step: Step, reason: Reason, label: Label): string[] {
  const found = [...(step.placements ?? []), ...(step.eliminations ?? [])];
  const tells = reason.candidates?.some((c) => found.some((f) => f.cell === c.cell && f.value === c.value));
  if (reason.kind === "group" || (reason.kind === "link" && !tells)) return [premise(reason, label)];
  if (reason.kind === "link") return [];
  if (!reason.steps?.length) return [t("explain.thinkAbout", { name: reason.name })];
  return [t("explain.whatIf", { what: listed((reason.candidates ?? []).map((c) => candidate(c, label))) })];
}

/**
 * The text of a step at a level of detail: level 1 names the technique, level 2 adds the place, level 3 adds the parts to look at,
 * and level 4 shows everything.
 */
export function told(step: Step, level: number, name: string, label: Label): string[] {
  if (level >= 4) return [step.text ?? conclusion(step, label), ...(step.details ?? [])];
  const lines = [t("explain.lookFor", { name })];
  const reasons = reasonsOf(step);
  const places = unique(reasons.filter((r) => r.kind !== "link").map((r) => r.name));
  if (level >= 2 && places.length) lines.push(t("explain.lookAt", { places: listed(places) }));
  if (level >= 3) lines.push(...unique(reasons.flatMap((r) => seen(step, r, label))));
  return lines;
}

/** The combinations of values for some cells. */
export type Ways = { cells: string[]; rows: string[][] };

/** The form in which a step lists combinations: `r1c1 and r1c2 are 1-2, 1-3 or 2-4`. */
const CELLS = String.raw`r\d+c\d+(?:(?:, | and )r\d+c\d+)+`;
const WAYS = String.raw`[^\s,-]+(?:-[^\s,-]+)+(?:(?:, | or )[^\s,-]+(?:-[^\s,-]+)+)*`;
const TABLE = new RegExp(`(${CELLS}) are (${WAYS})`);

/** The remaining combinations for the cells of a clue, if the step lists them. */
export function waysOf(step: Step): Ways | undefined {
  for (const line of [step.text ?? "", ...(step.details ?? [])]) {
    const found = TABLE.exec(line);
    if (!found) continue;
    const cells = found[1]!.split(/, | and /);
    const rows = found[2]!.replace(/[.:;]+$/, "").split(/, | or /).map((way) => way.split("-"));
    if (rows.every((row) => row.length === cells.length)) return { cells, rows };
  }
  return undefined;
}

/** The highlights that are shown on the grid at a level of detail. */
export function pointed(highlights: readonly Highlight[] | undefined, level: number): Highlight[] {
  const ends = (h: Highlight) => h.kind === "blocks" || (h.kind !== "link" && (h.role === REMOVED || h.role === PLACED));
  return (highlights ?? []).filter((h) => {
    if (level >= 4) return true;
    if (level <= 1) return false;
    return !ends(h) && (level >= 3 || h.kind === "cells");
  });
}

export function links(step: Step, label: Label): string[] {
  const side = (list: readonly Candidate[]) => listed(list.map((c) => candidate(c, label)));
  return (step.highlights ?? []).flatMap((h) =>
    h.kind === "link" ? [t(h.strong ? "explain.strong" : "explain.weak", { from: side(h.from), to: side(h.to) })] : [],
  );
}

/** The argument of a step, and the reasons that mention a candidate. */
export function why(step: Step, about: Candidate, label: Label): { lines: string[]; reasons: Reason[] } {
  // Show the whole argument, because a part of a chain proves nothing.
  const lines = step.details?.length ? step.details : [step.text ?? conclusion(step, label)];
  const reasons = reasonsOf(step).filter((r) => r.candidates?.some((c) => c.cell === about.cell && c.value === about.value));
  return { lines, reasons };
}

export type Difference = { cell: string; values: number[] };

/**
 * The candidates that the path has removed and the player has not, or the reverse, in cells in which both still have candidates.
 */
export function compared(
  path: readonly Written[] | undefined,
  mine: readonly Written[],
): { mineGone: Difference[]; pathGone: Difference[]; cells: number } {
  const has = (one: Written) => (one.digit == null ? (one.marks ?? []) : [one.digit]);
  const own = new Map(mine.map((one) => [one.cell, has(one)]));
  const mineGone: Difference[] = [];
  const pathGone: Difference[] = [];
  let cells = 0;
  for (const theirs of path ?? []) {
    const values = own.get(theirs.cell);
    if (!values?.length) continue;
    cells++;
    const left = has(theirs);
    const without = (list: number[], other: number[]) => list.filter((v) => !other.includes(v));
    const a = without(left, values);
    const b = without(values, left);
    if (a.length) mineGone.push({ cell: theirs.cell, values: a });
    if (b.length) pathGone.push({ cell: theirs.cell, values: b });
  }
  return { mineGone, pathGone, cells };
}

/** The whole path as text. */
export function written(
  head: readonly string[],
  steps: readonly FoundStep[],
  end: readonly string[],
  name: (id: string) => string,
  label: Label,
): string {
  const body = steps.flatMap(({ number, step }) => [
    `${number}. ${step.name || name(step.technique)} (${one(step.difficulty)})`,
    `   ${step.text ?? conclusion(step, label)}`,
    ...(step.details ?? []).map((line) => `   ${line}`),
    "",
  ]);
  return [...head, "", ...body, ...end, ""].join("\n");
}
