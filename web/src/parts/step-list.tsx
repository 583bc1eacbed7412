// A list of steps, selected with the arrow keys or a click.
import { createEffect, For, on, type JSX } from "solid-js";
import type { FoundStep } from "../engine/types";
import { t } from "../texts";
import { band, conclusion, one, type Label } from "./step-words";

export function Difficulty(props: { of: number }): JSX.Element {
  return (
    <span class={`difficulty difficulty-${band(props.of)}`}>
      <span class="hidden-text">{t("explain.difficulty")} </span>
      {one(props.of)}
    </span>
  );
}

let lists = 0;

export function StepList(props: {
  name: string;
  steps: readonly FoundStep[];
  /** The index of the selected step in the list. */
  chosen: number;
  choose: (place: number) => void;
  technique: (id: string) => string;
  label: Label;
}): JSX.Element {
  let list!: HTMLUListElement;
  const id = `step-list-${++lists}`;
  const option = (i: number) => `${id}-${i}`;
  createEffect(
    on([() => props.chosen, () => props.steps.length > 0], ([chosen]) => {
      const item = document.getElementById(option(chosen));
      if (!item) return;
      // Scroll only the list, not the page.
      const above = item.offsetTop - list.scrollTop;
      if (above < 0) list.scrollTop = item.offsetTop;
      else if (above + item.offsetHeight > list.clientHeight) list.scrollTop = item.offsetTop + item.offsetHeight - list.clientHeight;
    }),
  );
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = props.steps.length - 1;
    const to: Record<string, number> = {
      ArrowUp: props.chosen - 1,
      ArrowDown: props.chosen + 1,
      ArrowLeft: props.chosen - 1,
      ArrowRight: props.chosen + 1,
      PageUp: props.chosen - 10,
      PageDown: props.chosen + 10,
      Home: 0,
      End: last,
    };
    const place = to[event.key];
    if (place === undefined || last < 0) return;
    event.preventDefault();
    props.choose(Math.min(Math.max(place, 0), last));
  };
  return (
    <ul
      ref={list}
      class="steps"
      role="listbox"
      tabindex="0"
      aria-label={props.name}
      aria-activedescendant={props.steps.length ? option(props.chosen) : undefined}
      onKeyDown={key}
    >
      <For each={props.steps}>
        {(found, i) => (
          <li
            id={option(i())}
            role="option"
            class="step"
            aria-selected={props.chosen === i()}
            onClick={() => props.choose(i())}
          >
            <span class="step-number">{found.number}</span>
            <span class="step-name">{found.step.name || props.technique(found.step.technique)}</span>
            <Difficulty of={found.step.difficulty} />
            <span class="step-finds">{conclusion(found.step, props.label)}</span>
          </li>
        )}
      </For>
    </ul>
  );
}
