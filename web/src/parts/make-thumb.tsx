// A puzzle that was made: its picture, and what can be done with it.
import { createEffect, createSignal, on, onCleanup, Show, type JSX } from "solid-js";
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
  /** Its place in the list, from 1. */
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
        // Then it has no picture; all else can still be done.
        () => {},
      );
      onCleanup(() => {
        gone = true;
        if (made) URL.revokeObjectURL(made);
      });
    }),
  );
  const rating = () => props.made.rating;
  const number = () => t("make.number", { number: props.number });
  return (
    <li class="made">
      <div class="made-picture">
        <Show when={url()}>
          {(url) => <img src={url()} alt={t("make.picture", { number: props.number, givens: props.made.givens })} />}
        </Show>
      </div>
      <p class="made-about">
        <strong>{number()}</strong> · {t("make.givensCount", { givens: props.made.givens })}
        <br />
        <Show when={rating()} fallback={<span>{t("make.unratedOne")}</span>}>
          {(rating) => (
            <>
              <Difficulty of={rating().rating} />{" "}
              {props.made.solved
                ? rating().technique && techniqueName(props.engine, rating().technique!)
                : t("make.unsolved")}
            </>
          )}
        </Show>
      </p>
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
