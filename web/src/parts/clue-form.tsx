// Forms of the setting screen: the values of a clue, its line, and the texts of a puzzle.
import { createSignal, For, Show, type JSX } from "solid-js";
import type { ClueReport, RuleReport } from "../engine/types";
import * as making from "../state/making";
import { t } from "../texts";

/** The name of a clue, with a cell to identify it. */
export function called(clue: ClueReport): string {
  return /r\d+c\d+/.test(clue.name) || !clue.cells.length ? clue.name : t("set.calledAt", { name: clue.name, cell: clue.cells[0]! });
}

export function ValueField(props: {
  name: string;
  kind: string;
  optional: boolean;
  value: string;
  set: (value: string) => void;
}): JSX.Element {
  return (
    <Show
      when={props.kind !== "boolean"}
      fallback={
        <label class="check">
          <input
            type="checkbox"
            checked={props.value === "yes"}
            onChange={(event) => props.set(event.currentTarget.checked ? "yes" : "no")}
          />
          {props.name}
        </label>
      }
    >
      <label class="field inline">
        {props.name}
        <input
          type="text"
          inputmode={props.kind === "text" ? "text" : "decimal"}
          value={props.value}
          placeholder={props.optional ? t("set.optional") : undefined}
          onChange={(event) => props.set(event.currentTarget.value)}
        />
      </label>
    </Show>
  );
}

/** The form for one clue: its values, and its line in the file. */
export function ClueForm(props: {
  clue: ClueReport;
  rule: RuleReport | undefined;
  rewrite: (line: (written: string) => string) => void;
  remove: () => void;
}): JSX.Element {
  return (
    <div class="clue-form">
      <h3>{called(props.clue)}</h3>
      <For each={props.rule && !props.clue.written.includes("\n") ? making.valuesOf(props.rule) : []}>
        {(param) => (
          <ValueField
            name={param.name}
            kind={param.kind}
            optional={param.optional ?? false}
            value={making.valueIn(props.clue.written, param)}
            set={(value) => props.rewrite((written) => making.withValue(written, param, value))}
          />
        )}
      </For>
      <label class="field">
        {t("set.line")}
        <textarea
          rows={Math.min(props.clue.written.split("\n").length + 1, 6)}
          spellcheck={false}
          value={props.clue.written}
          onChange={(event) => {
            const line = event.currentTarget.value;
            props.rewrite(() => line);
          }}
        />
      </label>
      <button type="button" onClick={() => props.remove()}>
        {t("common.remove")}
      </button>
    </div>
  );
}

export function Heading(props: { name: string; value: string; long?: boolean; set: (value: string) => void }): JSX.Element {
  return (
    <label class="field">
      {props.name}
      <Show
        when={props.long}
        fallback={
          <input
            type="text"
            value={props.value}
            onChange={(event) => props.set(event.currentTarget.value.replace(/\s+/g, " ").trim())}
          />
        }
      >
        <textarea rows="4" value={props.value} onChange={(event) => props.set(event.currentTarget.value)} />
      </Show>
    </label>
  );
}

export function TextLine(props: { add: (line: string) => Promise<boolean> }): JSX.Element {
  const [line, setLine] = createSignal("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (line().trim()) void props.add(line().trim()).then((done) => done && setLine(""));
      }}
    >
      <label class="field">
        {t("set.textLine")}
        <input
          type="text"
          spellcheck={false}
          placeholder={t("set.textAbout", { example: "given r1c1 [1 2]" })}
          value={line()}
          onInput={(event) => setLine(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!line().trim()}>
        {t("set.add")}
      </button>
    </form>
  );
}
