// The palette of the setting screen: the rules of the library and of the puzzle, found by any of their names.
import { createMemo, createSignal, For, Show, type JSX } from "solid-js";
import { focusGrid } from "../board/Board";
import type { RuleReport } from "../engine/types";
import * as making from "../state/making";
import { t } from "../texts";

/** The current tool, which determines the meaning of strokes on the grid and of typed digits. */
export type Tool = { kind: "givens" } | { kind: "select" } | { kind: "region" } | { kind: "clue"; rule: RuleReport };

/** A rule's name as a title. */
export function titled(name: string): string {
  const words = name.replace(/-/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export type PaletteProps = {
  catalogue: readonly RuleReport[];
  tool: Tool;
  choose: (tool: Tool) => void;
  /** Shows a rule at which the user points; if it is undefined, hides the rule. */
  show: (rule: RuleReport | undefined) => void;
  /** Whether the puzzle uses this rule of the whole grid. */
  used: (rule: RuleReport) => boolean;
  /** Switches a rule on or off; `options` are its options in the notation of the file format. */
  toggle: (rule: RuleReport, options: readonly string[]) => void;
  /** Whether the puzzle defines rules. */
  own: boolean;
  newGrid: () => void;
  editRules: () => void;
};

export function Palette(props: PaletteProps): JSX.Element {
  const [search, setSearch] = createSignal("");
  const [values, setValues] = createSignal<Record<string, string>>({});
  const found = createMemo(() => {
    const wanted = search().trim().toLowerCase().split(/\s+/);
    const has = (rule: RuleReport) => {
      const others = (rule.also ?? []).map(([, name]) => name);
      const text = [rule.name, rule.about, ...others, ...(rule.told ?? [])].join(" ").toLowerCase();
      return wanted.every((word) => text.includes(word));
    };
    // Start with the rules that many programs know, because such rules are used most.
    const known = (rule: RuleReport) => new Set((rule.also ?? []).map(([format]) => format)).size;
    return props.catalogue.filter(has).sort((a, b) => known(b) - known(a) || a.name.localeCompare(b.name));
  });
  const options = (rule: RuleReport) =>
    making
      .valuesOf(rule)
      .map((p) => making.valueText(p, values()[`${rule.name}.${p.name}`] ?? ""))
      .filter(Boolean);
  const active = (rule: RuleReport): boolean => props.tool.kind === "clue" && props.tool.rule.name === rule.name;

  return (
    <section class="panel side palette" aria-label={t("set.palette")}>
      <h2>{t("set.palette")}</h2>
      <div class="buttons">
        <button type="button" onClick={() => props.newGrid()}>
          {t("set.newGrid")}
        </button>
        <button type="button" onClick={() => props.editRules()}>
          {props.own ? t("set.editRules") : t("set.ownRule")}
        </button>
      </div>
      <label class="field">
        {t("set.search")}
        <input type="search" value={search()} onInput={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              const first = found().find((rule) => rule.clue);
              if (event.key !== "Enter" || !first) return;
              event.preventDefault();
              props.choose({ kind: "clue", rule: first });
              focusGrid();
            }}
          />
      </label>
      <div class="palette-list" role="group" aria-label={t("set.clueRules")}>
        <Show when={!search()}>
          <button type="button" aria-pressed={props.tool.kind === "givens"} onClick={() => props.choose({ kind: "givens" })}>
            {t("set.givens")}
          </button>
          <button type="button" aria-pressed={props.tool.kind === "select"} onClick={() => props.choose({ kind: "select" })}>
            {t("set.select")}
          </button>
          <button type="button" aria-pressed={props.tool.kind === "region"} onClick={() => props.choose({ kind: "region" })}>
            {t("set.region")}
          </button>
        </Show>
        <For each={found().filter((r) => r.clue)}>
          {(rule) => (
            <button
              type="button"
              title={rule.about}
              aria-pressed={active(rule)}
              onClick={(event) => {
                  props.choose({ kind: "clue", rule });
                  // After a key press, move the focus to the grid.
                  if (event.detail === 0) focusGrid();
                }}
              onPointerEnter={() => props.show(rule)}
                onPointerLeave={() => props.show(undefined)}
              onFocus={() => props.show(rule)}
            >
              {titled(rule.name)}
            </button>
          )}
        </For>
      </div>
      <Show when={found().some((r) => !r.clue)}>
        {/* On narrow screens, this section is closed at first, so that the grid is visible. */}
        <details class="more" open={matchMedia("(min-width: 46rem)").matches || search() !== ""}>
          <summary>{t("set.gridRules")}</summary>
          <div class="palette-list" role="group" aria-label={t("set.gridRules")}>
            <For each={found().filter((r) => !r.clue)}>
              {(rule) => (
                <div class="grid-rule">
                  <label class="check" title={rule.about}>
                    <input type="checkbox" checked={props.used(rule)} onChange={() => props.toggle(rule, options(rule))} onFocus={() => props.show(rule)} />
                    {titled(rule.name)}
                  </label>
                  <Show when={!props.used(rule)}>
                    <For each={making.valuesOf(rule)}>
                      {(param) => (
                        <label class="field inline">
                          {param.name}
                          <input
                            type="text"
                            size="4"
                            onInput={(event) => setValues({ ...values(), [`${rule.name}.${param.name}`]: event.currentTarget.value })}
                          />
                        </label>
                      )}
                    </For>
                  </Show>
                </div>
              )}
            </For>
          </div>
        </details>
      </Show>
      <Show when={found().length === 0 && props.catalogue.length}>
        <p>{t("set.nothingFound")}</p>
      </Show>
    </section>
  );
}
