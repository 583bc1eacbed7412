// A step in words at the chosen level of detail, with its results and their reasons.
import { createMemo, For, Show, type JSX } from "solid-js";
import type { Candidate, Step } from "../engine/types";
import { t } from "../texts";
import type { Reason } from "./step-path";
import { candidate, conclusion, links, merged, premise, reasonsOf, told, waysOf, why, type Label, type Ways } from "./step-words";

/** The number of lines shown at first; the longest texts have some hundred lines. */
const FEW = 10;

/** A line, indented by its number of leading spaces. */
function Line(props: { text: string }): JSX.Element {
  const deep = () => Math.min(Math.floor((/^ */.exec(props.text)?.[0].length ?? 0) / 3), 6);
  return (
    <p class="step-line" style={{ "--deep": deep() }}>
      {props.text.trim()}
    </p>
  );
}

function ReasonItem(props: { reason: Reason; technique: (id: string) => string; label: Label }): JSX.Element {
  return (
    <li>
      {premise(props.reason, props.label)}
      <Show when={props.reason.steps?.length}>
        <details class="reason-steps">
          <summary>{t("explain.follows", { count: props.reason.steps!.length })}</summary>
          <ol>
            <For each={props.reason.steps}>
              {(step) => (
                <li>
                  {step.name || props.technique(step.technique)}: {step.text ?? inWords(step, props.label)}
                </li>
              )}
            </For>
          </ol>
        </details>
      </Show>
    </li>
  );
}

function inWords(step: Step, label: Label): string {
  const gone = (step.eliminations ?? []).map((c) => t("explain.without", { what: candidate(c, label) }));
  return [conclusion({ ...step, eliminations: [] }, label), ...gone].filter(Boolean).join(", ");
}

/** A table of all remaining combinations for some cells: one column per cell, one row per combination. */
function WaysTable(props: { ways: Ways }): JSX.Element {
  return (
    <div class="ways" tabindex="0" role="region" aria-label={t("explain.ways")}>
      <table>
        <caption>{t("explain.ways")}</caption>
        <thead>
          <tr>
            <For each={props.ways.cells}>{(name) => <th scope="col">{name}</th>}</For>
          </tr>
        </thead>
        <tbody>
          <For each={props.ways.rows}>
            {(row) => (
              <tr>
                <For each={row}>{(digit) => <td>{digit}</td>}</For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

export function StepText(props: {
  step: Step;
  level: number;
  technique: (id: string) => string;
  label: Label;
  /** The candidate whose reasons are shown. */
  about: Candidate | undefined;
  ask: (about: Candidate | undefined) => void;
}): JSX.Element {
  const lines = createMemo(() => told(props.step, props.level, props.step.name || props.technique(props.step.technique), props.label));
  const found = createMemo(() => [
    ...(props.step.placements ?? []).map((c) => ({ c, placed: true })),
    ...(props.step.eliminations ?? []).map((c) => ({ c, placed: false })),
  ]);
  const same = (a: Candidate | undefined, b: Candidate) => a?.cell === b.cell && a.value === b.value;
  const answer = createMemo(() => {
    const about = props.about;
    const one = about && found().find(({ c }) => same(about, c));
    return one ? { ...one, ...why(props.step, one.c, props.label) } : undefined;
  });
  const reasons = createMemo(() => merged(reasonsOf(props.step)));
  const chain = createMemo(() => links(props.step, props.label));
  return (
    <>
      <div class="step-told">
        <For each={lines().slice(0, FEW)}>{(line) => <Line text={line} />}</For>
        <Show when={lines().length > FEW}>
          <details class="more">
            <summary>{t("explain.moreLines", { count: lines().length - FEW })}</summary>
            <For each={lines().slice(FEW)}>{(line) => <Line text={line} />}</For>
          </details>
        </Show>
      </div>
      <Show when={props.level >= 4 && waysOf(props.step)}>{(ways) => <WaysTable ways={ways()} />}</Show>
      <Show when={props.level >= 4}>
        <h3>{t("explain.finds")}</h3>
        <ul class="finds">
          <For each={found()}>
            {({ c, placed }) => (
              <li>
                <button
                  type="button"
                  class={placed ? "find find-placed" : "find find-removed"}
                  aria-pressed={same(props.about, c)}
                  onClick={() => props.ask(same(props.about, c) ? undefined : c)}
                >
                  {placed
                    ? t("explain.placed", { cell: c.cell, digit: props.label(c.value) })
                    : t("explain.removed", { cell: c.cell, digit: props.label(c.value) })}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={answer()} fallback={<p class="hint-line">{t("explain.whyHow")}</p>}>
          {(now) => (
            <div class="why-box" role="region" aria-label={t("explain.why")}>
              <h3>
                {now().placed
                  ? t("explain.whyPlaced", { digit: props.label(now().c.value), cell: now().c.cell })
                  : t("explain.whyRemoved", { digit: props.label(now().c.value), cell: now().c.cell })}
              </h3>
              <Show when={!now().lines.length && !now().reasons.length}>
                <p>{props.step.text}</p>
              </Show>
              <For each={now().lines}>{(line) => <p class="step-line">{line.trim()}</p>}</For>
              <Show when={now().reasons.length}>
                <ul>
                  <For each={merged(now().reasons)}>
                    {(reason) => <ReasonItem reason={reason} technique={props.technique} label={props.label} />}
                  </For>
                </ul>
              </Show>
            </div>
          )}
        </Show>
      </Show>
      <Show when={props.level >= 3 && chain().length}>
        <h3>{t("explain.links")}</h3>
        <ol class="links">
          <For each={chain()}>{(line) => <li>{line}</li>}</For>
        </ol>
      </Show>
      <Show when={props.level >= 4 && reasons().length}>
        <details class="more" open={reasons().length <= 6}>
          <summary>{t("explain.because", { count: reasons().length })}</summary>
          <ul class="reasons">
            <For each={reasons()}>
              {(reason) => <ReasonItem reason={reason} technique={props.technique} label={props.label} />}
            </For>
          </ul>
        </details>
      </Show>
    </>
  );
}
