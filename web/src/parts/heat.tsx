// The heat map: the time spent on each cell, as a colour on the board.
import { Show, type JSX } from "solid-js";
import type { FoundStep } from "../engine/types";
import { t } from "../texts";

/** The heat of one cell. */
export type Heat = {
  /** The time as a text that is short enough for a cell. */
  short: string;
  /** The band from 1 to 6, which determines the colour. */
  band: number;
  /** The description in words, for screen readers. */
  told: string;
  /** The number of the step in the path that fills in the cell. */
  step?: number;
};

/** The heats by the names of cells. No other code depends on the kind of measure, so another measure could replace the time. */
export type Heats = ReadonlyMap<string, Heat>;

/** The upper limits of the colours 1 to 5, as fractions of the longest time. */
const SHARES = [0.05, 0.12, 0.25, 0.45, 0.7];

/** A number of seconds as text, rounded to its accuracy. */
function short(seconds: number): string {
  if (seconds < 60) return t("explain.heatSeconds", { count: Math.round(seconds) });
  if (seconds < 5400) return t("explain.heatMinutes", { count: Math.round(seconds / 60) });
  return t("explain.heatHours", { count: Math.round(seconds / 3600) });
}

/**
 * The heats of all cells. `seconds` are the times of the cells in the order of `names` (0 for a given); `steps` are the steps
 * that fill the cells.
 */
export function heatOf(seconds: readonly number[], names: readonly string[], steps: readonly FoundStep[]): Heats {
  const most = Math.max(...seconds, 0);
  const filled = new Map<string, number>();
  for (const { number, step } of steps) {
    for (const { cell } of step.placements ?? []) if (!filled.has(cell)) filled.set(cell, number);
  }
  const heats = new Map<string, Heat>();
  seconds.forEach((value, i) => {
    const name = names[i];
    if (!name || value <= 0) return;
    const found = SHARES.findIndex((share) => value <= share * most);
    const step = filled.get(name);
    // The label includes the visible text, so that voice control works.
    const told = [value > 360_000 ? t("explain.heatLong") : t("explain.heatAbout", { time: short(value) }), ...(step === undefined ? [] : [t("explain.heatStep", { number: step })])].join(", ");
    heats.set(name, { short: short(value), band: found < 0 ? SHARES.length + 1 : found + 1, told, step });
  });
  return heats;
}

export function HeatSpot(props: { heat: Heat | undefined }): JSX.Element {
  return (
    <Show when={props.heat}>
      {(heat) => (
        <span class={`heat difficulty-${heat().band}`} aria-hidden="true">
          {heat().short}
        </span>
      )}
    </Show>
  );
}
