// The default rules, as the engine defines them.
import { ask, type Engine } from "../engine/engine";
import type { PuzzleReport } from "../engine/types";
import { BLANK } from "./first";

let known: Promise<string[]> | undefined;

/** The default rules, each in the notation of the file format. */
export function usualRules(engine: Engine): Promise<string[]> {
  known ??= ask<PuzzleReport>(engine.quick, { op: "puzzle", puzzle: BLANK }).then(
    (report) => (report.rules ?? []).map((rule) => rule.written),
    (error: unknown) => {
      known = undefined;
      throw error;
    },
  );
  return known;
}
