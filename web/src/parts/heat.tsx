// A number for each cell, as a colour on the board: how hard the puzzle is, and where.
import { Show, type JSX } from "solid-js";
import type { FoundStep } from "../engine/types";
import { t } from "../texts";
import { band, one } from "./step-words";

/** What there is to tell of a cell. */
export type Heat = {
  /** How hard it is. */
  value: number;
  /** It in words, for those who do not see the colour. */
  told: string;
  /** The number of the step that it comes from, where it comes from one. */
  step?: number;
};

/** Cells by their names. Another measure by cell may take the place of this one: nothing else knows where it comes from. */
export type Heats = ReadonlyMap<string, Heat>;

/** For each cell the hardest step of a path that finds something in it. */
export function heatOf(steps: readonly FoundStep[], technique: (id: string) => string): Heats {
  const heats = new Map<string, Heat>();
  for (const { number, step } of steps) {
    for (const { cell } of [...(step.placements ?? []), ...(step.eliminations ?? [])]) {
      if ((heats.get(cell)?.value ?? -1) >= step.difficulty) continue;
      const values = { difficulty: one(step.difficulty), technique: technique(step.technique), number };
      heats.set(cell, { value: step.difficulty, told: t("explain.heatCell", values), step: number });
    }
  }
  return heats;
}

export function HeatSpot(props: { heat: Heat | undefined }): JSX.Element {
  return (
    <Show when={props.heat}>
      {(heat) => (
        <span class={`heat difficulty-${band(heat().value)}`} aria-hidden="true">
          {one(heat().value)}
        </span>
      )}
    </Show>
  );
}
