// The kinds of clues of new puzzles, with their numbers and sizes.
import { createMemo, createSignal, For, Show, type JSX } from "solid-js";
import type { RuleReport } from "../engine/types";
import { t } from "../texts";
import { backwards, Between } from "./between";
import { kindOf, type Kind } from "./make-state";
import { titled } from "./palette";
import { announce } from "./say";

/** The shapes whose number of cells can vary. */
const GROWING = new Set(["cells", "line", "lines", "cage", "bulb", "lists"]);
/** The kinds of parameters that are not cells. */
const VALUES = new Set(["number", "numbers", "boolean", "text"]);
const MOST_CLUES = 999;
const MOST_CELLS = 64;
/** The number of programs that must know a rule for it to count as widely known. */
const KNOWN = 5;

/** Whether clues of this rule can be generated: they need cells, and no texts that would have to be invented. */
function canBeMade(rule: RuleReport): boolean {
  const params = rule.params ?? [];
  const placed = params.some((p) => !VALUES.has(p.kind) && p.kind !== "map");
  return rule.clue && placed && !params.some((p) => p.kind === "map" || (p.kind === "text" && !p.optional));
}

/** Whether a range of this kind is invalid: its minimum exceeds its maximum. */
export function isWrong(kind: Kind): boolean {
  return (!kind.all && backwards(kind.count)) || backwards(kind.cells);
}

export function MakeKinds(props: {
  catalogue: readonly RuleReport[];
  kinds: readonly Kind[];
  change: (kinds: readonly Kind[]) => void;
}): JSX.Element {
  const [chosen, setChosen] = createSignal("");
  const rules = createMemo(() => {
    const known = (rule: RuleReport) => new Set((rule.also ?? []).map(([format]) => format)).size;
    const all = props.catalogue.filter(canBeMade).sort((a, b) => a.name.localeCompare(b.name));
    return { usual: all.filter((rule) => known(rule) >= KNOWN), all };
  });
  const free = (rule: RuleReport) => !props.kinds.some((kind) => kind.rule === rule.name);
  const about = (name: string) => props.catalogue.find((rule) => rule.name === name);
  const grows = (name: string) => (about(name)?.params ?? []).some((p) => GROWING.has(p.kind));
  const set = (rule: string, change: Partial<Kind>) =>
    props.change(props.kinds.map((kind) => (kind.rule === rule ? { ...kind, ...change } : kind)));

  let choice!: HTMLSelectElement;
  const add = () => {
    const rule = about(chosen());
    if (!rule || !free(rule)) return;
    props.change([...props.kinds, kindOf(rule.name)]);
    setChosen("");
    announce(t("make.kindAdded", { name: titled(rule.name) }));
  };
  const remove = (rule: string) => {
    props.change(props.kinds.filter((kind) => kind.rule !== rule));
    announce(t("make.kindRemoved", { name: titled(rule) }));
    choice.focus();
  };
  const options = (list: readonly RuleReport[]) => (
    <For each={list.filter(free)}>
      {(rule) => (
        <option value={rule.name} selected={chosen() === rule.name}>
          {titled(rule.name)}
        </option>
      )}
    </For>
  );

  return (
    <fieldset class="kinds">
      <legend>{t("make.kinds")}</legend>
      <For each={props.kinds.map((kind) => kind.rule)}>
        {(rule) => {
          const kind = createMemo<Kind>((before) => props.kinds.find((one) => one.rule === rule) ?? before!);
          const name = titled(rule);
          return (
            <div class="kind" role="group" aria-label={name}>
              <p class="kind-name" title={about(rule)?.about}>
                <strong>{name}</strong>
                <button type="button" aria-label={t("make.kindRemove", { name })} onClick={() => remove(rule)}>
                  ✕
                </button>
              </p>
              <Between
                legend={t("make.kindCount")}
                names={[t("make.kindFrom", { name }), t("make.kindTo", { name })]}
                most={MOST_CLUES}
                step={1}
                value={kind().count}
                change={(count) => set(rule, { count })}
                disabled={kind().all}
              />
              <Show when={grows(rule)}>
                <Between
                  legend={t("make.kindCells")}
                  names={[t("make.kindCellsFrom", { name }), t("make.kindCellsTo", { name })]}
                  least={1}
                  most={MOST_CELLS}
                  step={1}
                  value={kind().cells}
                  change={(cells) => set(rule, { cells })}
                />
              </Show>
              <label class="check">
                <input type="checkbox" checked={kind().all} onChange={(event) => set(rule, { all: event.currentTarget.checked })} />
                {t("make.kindAll")}
                <span class="hidden-text">: {name}</span>
              </label>
              <Show when={isWrong(kind())}>
                <p class="wrong" role="alert">
                  {t("make.wrongOrder")}
                </p>
              </Show>
            </div>
          );
        }}
      </For>
      <div class="kind-add">
        <label class="field">
          {t("make.kindChoose")}
          <select ref={choice} value={chosen()} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">{t("make.kindNone")}</option>
            <optgroup label={t("make.kindsUsual")}>{options(rules().usual)}</optgroup>
            <optgroup label={t("make.kindsAll")}>{options(rules().all.filter((rule) => !rules().usual.includes(rule)))}</optgroup>
          </select>
        </label>
        <button type="button" disabled={!chosen()} onClick={add}>
          {t("make.kindAdd")}
        </button>
      </div>
      <Show when={about(chosen())}>{(rule) => <p class="hint-line">{rule().about}</p>}</Show>
      <Show when={!props.kinds.length && !chosen()}>
        <p class="hint-line">{t("make.kindsHow")}</p>
      </Show>
    </fieldset>
  );
}
