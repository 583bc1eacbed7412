// The box with a hint at the chosen level of detail, or with all mistakes.
import { For, Show, type JSX } from "solid-js";
import type { Hinted } from "../engine/types";
import type { Frame } from "./frames";
import { settings } from "../state/settings";
import { t, told } from "../texts";

/** The text of a hint; if the hint has no text, a text for its status. */
export function hintWords(hint: Hinted): string[] {
  return hint.text?.length ? hint.text : [told("play.hintNone", hint.status)];
}

export function HintBox(props: {
  hint: Hinted;
  /** The argument as a list of thoughts, the index of the thought that is shown, and a function that moves to other thoughts. */
  frames: readonly Frame[];
  at: number;
  think: (by: number) => void;
  more: () => void;
  /** Shows the next step even if it depends on parts that fog covers. */
  anyway: () => void;
  apply: () => void;
  toMistake: () => void;
  /** Shows why the puzzle is not valid; absent if the answer would reveal parts that fog covers. */
  why: (() => void) | undefined;
  dismiss: () => void;
}): JSX.Element {
  const unsound = () => props.hint.status === "none" || props.hint.status === "multiple" || props.hint.several === true;
  const wrong = () => props.hint.status === "mistakes";
  /** The lines of the hint apart from the step, which is shown as thoughts. */
  const besides = () => {
    const step = props.hint.step;
    if (!step) return hintWords(props.hint);
    const told = [step.text ?? "", ...(step.details ?? [])];
    return hintWords(props.hint).filter((text) => !told.some((one) => one && text.endsWith(one)));
  };
  return (
    <div class="hint-box" role="region" aria-label={t("play.hintTitle")}>
      <h3>{wrong() ? t("play.mistakeTitle") : t("play.hintLevel", { level: props.hint.level })}</h3>
      <For each={besides()}>{(text) => <p>{text}</p>}</For>
      <Show when={props.hint.step && props.frames[props.at]}>
        {(frame) => <Thought name={props.hint.step!.name} frame={frame()} at={props.at} of={props.frames.length} think={props.think} />}
      </Show>
      <div class="buttons">
        <Show when={(wrong() || props.hint.status === "step") && props.hint.level < settings.hintCap}>
          <button type="button" class="primary" onClick={() => props.more()}>
            {t("play.hintNext")}
          </button>
        </Show>
        <Show when={props.hint.status === "fog"}>
          <button type="button" class="primary" onClick={() => props.anyway()}>
            {t("play.anyway")}
          </button>
        </Show>
        <Show when={props.hint.step}>
          <button type="button" class="primary" onClick={() => props.apply()}>
            {t("play.apply")}
          </button>
        </Show>
        <Show when={wrong()}>
          <button type="button" class="primary" onClick={() => props.toMistake()}>
            {t("play.toMistake")}
          </button>
        </Show>
        <Show when={unsound() && props.why}>
          {(why) => (
            <button type="button" onClick={() => why()()}>
              {t("set.why")}
            </button>
          )}
        </Show>
        <button type="button" onClick={() => props.dismiss()}>
          {t("play.dismiss")}
        </button>
      </div>
    </div>
  );
}

/** If more than this many thoughts remain, a button leads directly to the last thought. */
const FAR = 10;

/** One thought of an argument, with buttons for the previous and the next thought. */
export function Thought(props: { name?: string; frame: Frame; at: number; of: number; think: (by: number) => void }): JSX.Element {
  return (
    <div class="thought">
      <p style={{ "--deep": Math.min(props.frame.deep, 6) }}>
        <Show when={props.name}>
          <strong>{props.name}:</strong>{" "}
        </Show>
        {props.frame.text}
      </p>
      <Show when={props.of > 1}>
        <div class="buttons" role="group" aria-label={t("hint.thoughts")}>
          <button type="button" disabled={props.at === 0} onClick={() => props.think(-1)}>
            {t("hint.back")}
          </button>
          <button type="button" disabled={props.at >= props.of - 1} onClick={() => props.think(1)}>
            {t("hint.next")}
          </button>
          <Show when={props.of - props.at > FAR}>
            <button type="button" onClick={() => props.think(props.of)}>
              {t("hint.end")}
            </button>
          </Show>
          <span>{t("hint.at", { at: props.at + 1, of: props.of })}</span>
        </div>
      </Show>
    </div>
  );
}

/** The mistakes in a grid. */
export type Found = {
  mistakes: readonly string[];
  /** The number of wrong entries that cause the mistakes, if known. */
  count?: number;
  /** The number of steps since all entries were correct; `null` if they never were, absent if the number was not requested. */
  back?: number | null;
};

/** A text that says when all entries were last correct. */
export function backWords(back: number | null | undefined): string {
  if (back === undefined) return "";
  return back === null ? t("play.toMistakeNever") : t("play.rightBefore", { steps: back });
}

export function FoundBox(props: { found: Found; toMistake: () => void; dismiss: () => void }): JSX.Element {
  return (
    <div class="hint-box" role="region" aria-label={t("play.mistakeTitle")}>
      <h3>{t("play.mistakesFound", { count: props.found.count ?? props.found.mistakes.length })}</h3>
      <ul class="mistakes">
        <For each={props.found.mistakes}>{(text) => <li>{text}</li>}</For>
      </ul>
      <Show when={backWords(props.found.back)}>{(text) => <p>{text()}</p>}</Show>
      <div class="buttons">
        <Show when={props.found.back !== null}>
          <button type="button" class="primary" onClick={() => props.toMistake()}>
            {t("play.toMistake")}
          </button>
        </Show>
        <button type="button" onClick={() => props.dismiss()}>
          {t("common.close")}
        </button>
      </div>
    </div>
  );
}
