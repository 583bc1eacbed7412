// An editor for a puzzle's own rules: mistakes marked in place, a picture, and grids that satisfy the rule.
import { createEffect, createResource, createSignal, For, on, onCleanup, onMount, Show, type JSX } from "solid-js";
import { ask, EngineError, isCancelled, type Engine } from "../engine/engine";
import type { Generated, Picture, RuleReport } from "../engine/types";
import { listsIn, rulesLine } from "../state/making";
import { theme } from "../state/theme";
import { usualRules } from "../state/usual";
import { t } from "../texts";
import type { Code } from "./code";
import { Dialog } from "./dialog";
import { words } from "./errors";
import { announce } from "./say";

type Shown = RuleReport & { text: string; sample: string; svg: string };
type Test = { rule: string; line: number; passes: boolean; grid: string; ok: boolean; flaws: string[] };

const BEGIN: { name: string; text: string }[] = [
  {
    name: "camel",
    text: `rule camel "Cells a camel's leap apart differ."
  for (a, b) at moves (1, 3):
    require a != b
`,
  },
  {
    name: "uphill",
    text: `rule uphill "Each digit along the line is greater than the one before, by at most two."
  clue line L
  draw line "#88BBEE"
  for (a, b) along L:
    require a < b
    require b <= a + 2
  passes "1346"
  fails "1256"
`,
  },
];

/** The time limit for finding grids that satisfy a rule, in milliseconds. */
const PATIENCE = 6000;

/** A clue's line with its lists shortened to at most `most` cells. */
function shortened(line: string, most: number): string {
  const lists = listsIn(line);
  const rest = line.split(/\s+/).filter((word) => word !== "/" && !/^r\d+c\d+/.test(word));
  const [name, ...values] = rest;
  const cells = lists.map((list) => list.slice(0, most).join(" ")).join(" / ");
  // Drop the names of parameters whose cells were removed.
  return [name, cells, ...values.filter((word) => !new RegExp(`\\s${word}\\s+r\\d`).test(line))].join(" ");
}

export function RuleEditor(props: {
  engine: Engine;
  text: string;
  close: () => void;
  /** Uses the text in the puzzle. Returns the error, or undefined on success. */
  use: (text: string, rule: RuleReport | undefined) => Promise<string | undefined>;
}): JSX.Element {
  let host!: HTMLDivElement;
  let code: Code | undefined;
  const [text, setText] = createSignal(props.text || BEGIN[0]!.text);
  const [wrong, setWrong] = createSignal<EngineError>();
  const [remarks, setRemarks] = createSignal<string[]>([]);
  const [rules, setRules] = createSignal<RuleReport[]>([]);
  const [name, setName] = createSignal("");
  const [plain, setPlain] = createSignal(false);
  const [failed, setFailed] = createSignal("");
  /** The last text without mistakes. */
  const [right, setRight] = createSignal("");
  const lane = props.engine.quick;

  onMount(() => {
    import("./code").then(
      ({ makeCode }) => {
        const shadow = host.attachShadow({ mode: "open" });
        code = makeCode(shadow, text(), t("editor.text"), setText);
      },
      () => setPlain(true),
    );
  });
  onCleanup(() => code?.destroy());

  let timer: number | undefined;
  createEffect(
    on(text, (now) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void look(now), 250);
    }),
  );
  onCleanup(() => clearTimeout(timer));

  const look = async (now: string) => {
    try {
      const { remarks } = await ask<{ remarks: string[] }>(lane, { op: "lint", text: now, doc: "editor" });
      const all = await ask<{ rules: RuleReport[] }>(lane, { op: "rules", text: now });
      if (now !== text()) return;
      const names = [...now.matchAll(/^rule\s+([\w-]+)/gm)].map((m) => m[1]!);
      const mine = all.rules.filter((r) => names.includes(r.name)).sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
      setWrong(undefined);
      setRemarks(remarks);
      setRules(mine);
      if (!mine.some((r) => r.name === name())) setName(mine[0]?.name ?? "");
      setRight(now);
      code?.mark(undefined);
    } catch (error) {
      if (now !== text() || isCancelled(error)) return;
      if (error instanceof EngineError) {
        setWrong(error);
        code?.mark(error.place ? { line: error.place[0], column: error.place[1], text: words(error) } : undefined);
        announce(words(error));
      }
    }
  };

  const [shown] = createResource(
    () => (name() && right() ? ([name(), right()] as const) : undefined),
    ([name, text]) => ask<Shown>(lane, { op: "rule", name, text }).catch(() => undefined),
  );
  const [tests] = createResource(right, (text) =>
    text
      ? ask<{ tests: Test[] }>(lane, { op: "test-rules", text, limits: { ms: 5000 } }).then(
          (answer) => answer.tests,
          () => [],
        )
      : Promise.resolve([]),
  );
  const urls: string[] = [];
  const url = (svg: string) => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    urls.push(made);
    return made;
  };
  onCleanup(() => urls.forEach((u) => URL.revokeObjectURL(u)));
  const [grids] = createResource(
    () => {
      const now = shown();
      return now && right() ? ([now, right(), theme()] as const) : undefined;
    },
    async ([rule, text, theme]) => {
      const found: string[] = [];
      const usual = await usualRules(props.engine);
      let base = "";
      // Try shorter clues, too, since a whole row may be too long for a rule about lines.
      const samples = rule.clue ? [...new Set([9, 6, 4, 3, 2].map((most) => shortened(rule.sample, most)))] : [rule.sample];
      for (const sample of samples) {
        base = `${text}\n${rule.clue ? sample : rulesLine([...usual, sample])}\n`;
        const limits = { ms: PATIENCE / samples.length };
        const fields = { op: "generate", puzzle: base, count: 3, rated: false, attempts: 500, seed: 1, limits };
        try {
          await ask(props.engine.long, fields, { partial: (one: Generated) => found.push(one.solution) });
        } catch {
          // Show the grids found so far.
        }
        if (found.length) break;
      }
      const draw = (solution: string) =>
        ask<Picture>(lane, { op: "draw", puzzle: `${base}givens: ${solution}\n`, theme, prefix: "example-", kind: "" });
      const drawn = await Promise.all(found.map((solution) => draw(solution).catch(() => undefined)));
      return drawn.flatMap((picture) => (picture?.svg ? [url(picture.svg)] : []));
    },
  );
  const use = async () => {
    setFailed("");
    const why = await props.use(text(), rules().find((r) => r.name === name()));
    if (why) setFailed(why);
  };
  const begin = (example: string) => {
    const now = text().trim() && text() !== BEGIN[0]!.text && text() !== BEGIN[1]!.text ? `${text().trimEnd()}\n\n${example}` : example;
    setText(now);
    code?.set(now);
  };

  return (
    <Dialog title={t("editor.title")} close={props.close} wide>
      <p class="hint-line">{t("editor.about")}</p>
      <div class="buttons">
        <span>{t("editor.begin")}</span>
        <For each={BEGIN}>
          {(example) => (
            <button type="button" onClick={() => begin(example.text)}>
              {example.name}
            </button>
          )}
        </For>
      </div>
      <Show
        when={!plain()}
        fallback={
          <label class="field">
            {t("editor.text")}
            <textarea rows="12" spellcheck={false} value={text()} onInput={(event) => setText(event.currentTarget.value)} />
            <span class="hint-line">{t("editor.plain")}</span>
          </label>
        }
      >
        <div class="code" ref={host} />
      </Show>
      <p class={wrong() ? "wrong" : "good"} role="status">
        {wrong() ? words(wrong()) : right() === text() ? t("editor.right") : t("common.working")}
      </p>
      <Show when={remarks().length}>
        <details>
          <summary>{t("editor.remarks")}</summary>
          <ul>
            <For each={remarks()}>{(line) => <li>{line.replaceAll("`", "")}</li>}</For>
          </ul>
        </details>
      </Show>
      <Show when={rules().length > 1}>
        <label class="field">
          {t("editor.rule")}
          <select value={name()} onChange={(event) => setName(event.currentTarget.value)}>
            <For each={rules()}>{(rule) => <option value={rule.name}>{rule.name}</option>}</For>
          </select>
        </label>
      </Show>
      <div class="buttons">
        <button type="button" class="primary" disabled={wrong() !== undefined || !rules().length} onClick={() => void use()}>
          {t("editor.use")}
        </button>
      </div>
      <p class="wrong" role="alert">
        {failed()}
      </p>
      <div class="rule-pictures">
        <Show when={shown()}>
          {(rule) => (
            <figure>
              <img src={url(rule().svg)} alt={t("set.preview", { name: rule().name })} />
              <figcaption>{t("editor.picture")}</figcaption>
            </figure>
          )}
        </Show>
        <Show when={grids.loading}>
          <p>{t("editor.examplesWorking")}</p>
        </Show>
        <For each={grids()}>
          {(source, i) => (
            <figure>
              <img src={source} alt={t("editor.example", { number: i() + 1 })} />
              <figcaption>{t("editor.example", { number: i() + 1 })}</figcaption>
            </figure>
          )}
        </For>
        <Show when={grids()?.length === 0}>
          <p>{t("editor.examplesNone")}</p>
        </Show>
      </div>
      <details>
        <summary>{t("editor.short")}</summary>
        <pre>{t("editor.words")}</pre>
      </details>
      <Show when={tests()?.length}>
        <h3>{t("editor.tests")}</h3>
        <ul>
          <For each={tests()}>
            {(test) => (
              <li class={test.ok ? "good" : "wrong"}>
                {test.ok ? "✓" : "✕"} {t(test.passes === test.ok ? "editor.keeps" : "editor.breaks", { grid: test.grid })}{" "}
                {test.ok ? "" : t("editor.testBad")}
                <Show when={!test.ok}> {test.flaws.join(" ")}</Show>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Dialog>
  );
}
