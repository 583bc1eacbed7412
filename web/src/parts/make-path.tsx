// Requirements on the solving path of new puzzles: a required technique, and techniques to avoid.
import { createMemo, createSignal, For, type JSX } from "solid-js";
import type { Technique } from "../engine/types";
import { t } from "../texts";
import { announce } from "./say";
import { one } from "./step-words";

export function MakePath(props: {
  techniques: readonly Technique[];
  technique: string;
  avoid: readonly string[];
  change: (change: { technique?: string; avoid?: readonly string[] }) => void;
}): JSX.Element {
  const [chosen, setChosen] = createSignal("");
  const list = createMemo(() => [...props.techniques].filter((one) => !one.on_request).sort((a, b) => a.difficulty - b.difficulty));
  const name = (id: string) => props.techniques.find((one) => one.id === id)?.name ?? id;
  let choice!: HTMLSelectElement;
  const add = () => {
    props.change({ avoid: [...props.avoid, chosen()] });
    announce(t("make.avoided", { name: name(chosen()) }));
    setChosen("");
  };
  const remove = (id: string) => {
    props.change({ avoid: props.avoid.filter((other) => other !== id) });
    choice.focus();
  };
  const options = (list: readonly Technique[], selected: string) => (
    <For each={list}>
      {(technique) => (
        <option value={technique.id} selected={selected === technique.id}>
          {technique.name} ({one(technique.difficulty)})
        </option>
      )}
    </For>
  );
  return (
    <>
      <label class="field">
        {t("make.technique")}
        <select value={props.technique} onChange={(event) => props.change({ technique: event.currentTarget.value })}>
          <option value="">{t("make.techniqueAny")}</option>
          {options(list(), props.technique)}
        </select>
      </label>
      <fieldset class="avoid">
        <legend>{t("make.avoid")}</legend>
        <ul>
          <For each={props.avoid}>
            {(id) => (
              <li>
                {name(id)}
                <button type="button" aria-label={t("make.avoidRemove", { name: name(id) })} onClick={() => remove(id)}>
                  ✕
                </button>
              </li>
            )}
          </For>
        </ul>
        <div class="kind-add">
          <label class="field">
            {t("make.avoidChoose")}
            <select ref={choice} value={chosen()} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">{t("make.kindNone")}</option>
              {options(
                list().filter(({ id }) => id !== props.technique && !props.avoid.includes(id)),
                chosen(),
              )}
            </select>
          </label>
          <button type="button" disabled={!chosen()} onClick={add}>
            {t("make.avoidAdd")}
          </button>
        </div>
      </fieldset>
    </>
  );
}
