// The heat map: the time spent on each cell, as a colour on the board.
import { Show, type JSX } from "solid-js";
import type { FoundStep } from "../engine/types";
import { t } from "../texts";

/** What there is to tell of a cell. */
export type Heat = {
  /** As short as it has to be to stand in a cell. */
  short: string;
  /** From 1 to 6, for a colour. */
  band: number;
  /** It in words, for those who do not see the colour. */
  told: string;
  /** The number of the step of the path that fills it in. */
  step?: number;
};

/** Cells by their names. Another measure by cell may take the place of this one: nothing else knows where it comes from. */
export type Heats = ReadonlyMap<string, Heat>;

/** Shares of the cell that takes longest, up to which a cell has the colours from 1 to 5. */
const SHARES = [0.05, 0.12, 0.25, 0.45, 0.7];

/** Seconds, no more exactly than they are known. */
function short(seconds: number): string {
  if (seconds < 60) return t("explain.heatSeconds", { count: Math.round(seconds) });
  if (seconds < 5400) return t("explain.heatMinutes", { count: Math.round(seconds / 60) });
  return t("explain.heatHours", { count: Math.round(seconds / 3600) });
}

/** Seconds by cell, in the order of the names (0: a given), and the steps of the path that fill the cells in. */
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
