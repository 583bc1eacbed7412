// A generated puzzle, with its picture and buttons for actions.
import { createEffect, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import { ask, type Engine } from "../engine/engine";
import type { Picture } from "../engine/types";
import { theme } from "../state/theme";
import { t } from "../texts";
import type { Made } from "./make-state";
import { Difficulty } from "./step-list";
import { techniqueName } from "./step-path";

export function Thumb(props: {
  engine: Engine;
  made: Made;
  /** The puzzle's position in the list, from 1. */
  number: number;
  play: () => void;
  explain: () => void;
  keep: () => void;
}): JSX.Element {
  const [url, setUrl] = createSignal<string>();
  const name = `made-${Math.random().toString(36).slice(2)}`;
  createEffect(
    on([() => props.made.puzzle, theme], ([puzzle, theme]) => {
      let gone = false;
      let made: string | undefined;
      ask<Picture>(props.engine.quick, { op: "draw", kind: "", puzzle, theme, prefix: `${name}-` }).then(
        ({ svg }) => {
          if (gone || !svg) return;
          made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
          setUrl(made);
        },
        // Without a picture, everything else still works.
        () => {},
      );
      onCleanup(() => {
        gone = true;
        if (made) URL.revokeObjectURL(made);
      });
    }),
  );
  const rating = () => props.made.rating;
  const rules = () => (props.made.text ?? "").split("\n").filter(Boolean);
  /** The techniques of the path and the number of steps of each; empty if the path does not reach the solution. */
  const path = () => (props.made.solved ? (rating()?.techniques ?? []) : []);
  const number = () => t("make.number", { number: props.number });
  return (
    <li class="made">
      <div class="made-picture">
        <Show when={url()}>
          {(url) => <img src={url()} alt={t("make.picture", { number: props.number, givens: props.made.givens })} />}
        </Show>
      </div>
      <p class="made-about">
        <strong>{number()}</strong> · <Show when={props.made.clues}>{t("make.cluesCount", { clues: props.made.clues })}, </Show>
        {t("make.givensCount", { givens: props.made.givens })}
        <br />
        <For each={props.made.scales}>
          {(scale) => (
            <>
              {scale.text}
              <br />
            </>
          )}
        </For>
        <Show when={rating()} fallback={<Show when={!props.made.scales}><span>{t("make.unratedOne")}</span></Show>}>
          {(rating) => (
            <>
              <Difficulty of={rating().hardest_step} />{" "}
              {props.made.solved
                ? rating().technique && techniqueName(props.engine, rating().technique!)
                : t("make.unsolved")}
            </>
          )}
        </Show>
        <br />
        <span class="made-seed">{t("make.seedOf", { seed: props.made.seed, attempt: props.made.attempt })}</span>
      </p>
      <Show when={rules().length || path().length}>
        <details class="more made-words">
          <summary>
            {t("make.words")}
            <span class="hidden-text"> {number()}</span>
          </summary>
          <Show when={props.made.title}>
            <p>
              <strong>{props.made.title}</strong>
            </p>
          </Show>
          <For each={rules()}>{(line) => <p>{line}</p>}</For>
          <Show when={props.made.covered !== undefined}>
            <p>{t("make.covered", { covered: props.made.covered! })}</p>
          </Show>
          <Show when={path().length}>
            <p>{t("make.path")}</p>
            <ul>
              <For each={path()}>
                {([id, count]) => (
                  <li>
                    {techniqueName(props.engine, id)}: {count}
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </details>
      </Show>
      <div class="made-buttons">
        <button type="button" onClick={() => props.play()}>
          {t("make.play")}
          <span class="hidden-text"> {number()}</span>
        </button>
        <button type="button" onClick={() => props.explain()}>
          {t("make.explain")}
          <span class="hidden-text"> {number()}</span>
        </button>
        <button type="button" disabled={props.made.kept} onClick={() => props.keep()}>
          {props.made.kept ? t("make.keptOne") : t("make.keep")}
          <span class="hidden-text"> {number()}</span>
        </button>
      </div>
    </li>
  );
}
