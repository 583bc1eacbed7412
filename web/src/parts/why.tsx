// Shows why a puzzle is not valid: the parts that contradict each other, or the cells in which two solutions differ.
import { For, Show, type JSX } from "solid-js";
import type { Because } from "../engine/types";
import type { PuzzleState } from "../state/puzzle";
import { t } from "../texts";
import { listed } from "./step-words";

/** Requests the reason, which takes up to twenty seconds. */
export function askWhy(puzzle: PuzzleState, signal?: AbortSignal): Promise<Because> {
  return puzzle.doc.ask<Because>("why", { limits: { ms: 20_000 } }, { long: true, signal });
}

/** The cells of the parts that contradict each other. */
export function whyCells(puzzle: PuzzleState, found: Because | undefined): ReadonlySet<number> {
  return new Set((found?.against ?? []).flatMap((part) => part.cells.map((name) => puzzle.index().get(name) ?? -1)));
}

/** The values of two solutions in the cells in which they differ, such as `3/5`. */
export function whyNotes(puzzle: PuzzleState, found: Because | undefined): ReadonlyMap<number, string> {
  const note = (values: readonly [number, number]) => values.map((value) => puzzle.label(value)).join("/");
  return new Map((found?.differ ?? []).map(({ cell, values }) => [puzzle.index().get(cell) ?? -1, note(values)]));
}

export function WhyBox(props: { puzzle: PuzzleState; found: Because; dismiss?: () => void }): JSX.Element {
  /** The name of a part; clues have the same names as in lists, with their values. */
  const nameOf = (part: { kind: string; number: number; name: string }) =>
    (part.kind === "clue" && props.puzzle.opened()?.report.clues?.[part.number]?.name) || part.name;
  const all = () => props.found.against ?? [];
  // Rules of the whole grid are only background if there are other parts.
  const rules = () => (all().every((part) => part.kind === "rule") ? [] : all().filter((part) => part.kind === "rule"));
  const against = () => all().filter((part) => !rules().includes(part));
  return (
    <div class="hint-box why" role="region" aria-label={t("set.whyTitle")}>
      <Show
        when={against().length}
        fallback={
          <>
            <p>{props.found.text}</p>
            <For each={props.found.story}>{(line) => <p>{line}</p>}</For>
          </>
        }
      >
        <p>{t(against().length === 1 ? "set.againstOne" : "set.against")}</p>
        <ul>
          <For each={against()}>{(part) => <li>{nameOf(part)}</li>}</For>
        </ul>
        <Show when={rules().length}>
          <p>{t("set.withRules", { rules: listed(rules().map((part) => part.name)) })}</p>
        </Show>
        <Show when={props.found.perhaps_fewer}>
          <p class="hint-line">{t("set.perhapsFewer")}</p>
        </Show>
        <Show when={props.found.story?.length}>
          <p>{t("set.story")}</p>
          <ol>
            <For each={props.found.story}>{(line) => <li>{line}</li>}</For>
          </ol>
        </Show>
      </Show>
      <Show when={props.found.limited}>
        <p class="hint-line">{t("set.whyLimited")}</p>
      </Show>
      <Show when={props.dismiss}>
        {(dismiss) => (
          <button type="button" onClick={() => dismiss()()}>
            {t("common.close")}
          </button>
        )}
      </Show>
    </div>
  );
}
