// The form with the requirements on new puzzles.
import { createMemo, createResource, For, Show, type JSX } from "solid-js";
import { ask } from "../engine/engine";
import type { RuleReport, Technique } from "../engine/types";
import * as making from "../state/making";
import type { PuzzleState } from "../state/puzzle";
import { t, told } from "../texts";
import { backwards, Between } from "./between";
import { isWrong, MakeKinds } from "./make-kinds";
import { MakePath } from "./make-path";
import { isSetting, newSeed, PREFERRED, SYMMETRIES, type Making } from "./make-state";

/** The maximum number of puzzles per run, so that the page can show them. */
const MOST = 500;

/** The sizes of blank grids, which have standard boxes. */
const SIZES = [4, 6, 8, 9, 10, 12, 16];

/** A level of Cluewright's own scale: its word, and its range of points. */
export type Level = { word: string; from: number; to: number };

const whole = (text: string, least: number, most: number) => Math.min(Math.max(Math.round(Number(text)) || least, least), most);

export function MakeForm(props: { puzzle: PuzzleState; making: Making; levels: readonly Level[] | undefined; make: () => void }): JSX.Element {
  const { puzzle, making: run } = props;
  const { form, change } = run;
  const report = () => puzzle.opened()?.report;
  const title = () => report()?.title || t("common.untitled");
  const cells = () => (form.base === "open" ? (report()?.cells.length ?? 81) : form.size ** 2);
  const wrong = () =>
    backwards(form.givens) || (!form.unrated && !form.level && backwards(form.difficulty)) || form.kinds.some(isWrong);

  // Clues of rules that the puzzle itself defines can be generated, too.
  const own = createMemo(() => (form.base === "open" ? making.ownRules(puzzle.opened()?.text ?? "") : ""));
  const [catalogue] = createResource(
    () => ({ text: own() }),
    ({ text }) =>
      ask<{ rules: RuleReport[] }>(puzzle.engine.quick, { op: "rules", kind: "", ...(text ? { text } : {}) }).then(
        (answer) => answer.rules,
        () => [],
      ),
  );
  const [techniques] = createResource(() =>
    ask<{ techniques: Technique[] }>(puzzle.engine.quick, { op: "techniques", kind: "" }).then(
      (answer) => answer.techniques,
      () => [],
    ),
  );

  return (
    <form
      class="panel side make-form"
      aria-label={t("make.title")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!run.running() && !wrong()) props.make();
      }}
    >
      <h2>{t("make.title")}</h2>
      <div class="buttons">
        <button type="submit" class="primary" disabled={wrong() || run.running() !== undefined}>
          {t("make.make")}
        </button>
        <Show when={run.running()}>
          <button type="button" onClick={() => run.stop()}>
            {t("common.stop")}
          </button>
        </Show>
      </div>
      <fieldset class="base">
        <legend>{t("make.base")}</legend>
        <label class="check">
          <input type="radio" name="make-base" checked={form.base === "open"} onChange={() => change({ base: "open" })} disabled={!report()} />
          <span>{t("make.baseOpen", { title: title() })}</span>
        </label>
        <label class="check">
          <input type="radio" name="make-base" checked={form.base === "blank"} onChange={() => change({ base: "blank" })} />
          <span>{t("make.baseBlank", { size: form.size })}</span>
        </label>
        <label class="field inline">
          {t("make.size")}
          <select value={form.size} onChange={(event) => change({ base: "blank", size: Number(event.currentTarget.value) })}>
            <For each={SIZES}>{(size) => <option value={size} selected={form.size === size}>{`${size}×${size}`}</option>}</For>
          </select>
        </label>
        <Show when={form.base === "open" && report()?.clues?.length}>
          <label class="field">
            {t("make.clues")}
            <select value={form.like ? "like" : "same"} onChange={(event) => change({ like: event.currentTarget.value === "like" })}>
              <option value="same">{t("make.cluesSame")}</option>
              <option value="like" selected={form.like}>
                {form.kinds.length ? t("make.cluesOut") : t("make.cluesLike")}
              </option>
            </select>
          </label>
        </Show>
        <p class="hint-line">{t(isSetting(form) ? "make.baseHowSet" : "make.baseHow")}</p>
      </fieldset>
      <MakeKinds catalogue={catalogue() ?? []} kinds={form.kinds} change={(kinds) => change({ kinds })} />
      <label class="field inline">
        {t("make.count")}
        <input
          type="number"
          inputmode="numeric"
          min="1"
          max={MOST}
          value={form.count}
          onChange={(event) => {
            change({ count: whole(event.currentTarget.value, 1, MOST) });
            event.currentTarget.value = String(form.count);
          }}
        />
      </label>
      <Between
        legend={t("make.givens")}
        names={[t("make.givensFrom"), t("make.givensTo")]}
        most={cells()}
        step={1}
        value={[...form.givens]}
        change={(givens) => change({ givens })}
      />
      <Show when={props.levels}>
        {(list) => (
          <label class="field inline">
            {t("make.level")}
            <select
              disabled={form.unrated}
              value={form.level}
              onChange={(event) => change({ level: event.currentTarget.value })}
            >
              <option value="">{t("make.anyLevel")}</option>
              <For each={list()}>
                {(level) => (
                  <option value={level.word} selected={form.level === level.word}>
                    {t("make.levelPoints", { word: level.word, from: level.from, to: level.to })}
                  </option>
                )}
              </For>
            </select>
          </label>
        )}
      </Show>
      <Between
        legend={t("make.difficulty")}
        names={[t("make.difficultyFrom"), t("make.difficultyTo")]}
        most={100}
        step={0.1}
        value={[...form.difficulty]}
        change={(difficulty) => change({ difficulty })}
        disabled={form.unrated || form.level !== ""}
      />
      <Show when={backwards(form.givens) || (!form.unrated && !form.level && backwards(form.difficulty))}>
        <p class="wrong" role="alert">
          {t("make.wrongOrder")}
        </p>
      </Show>
      <label class="field">
        {t("make.symmetry")}
        <select
          value={form.symmetry}
          onChange={(event) => {
            const symmetry = SYMMETRIES.find((one) => one === event.currentTarget.value);
            if (symmetry) change({ symmetry });
          }}
        >
          <For each={SYMMETRIES}>
            {(one) => (
              <option value={one} selected={form.symmetry === one}>
                {told("make.symmetries", one)}
              </option>
            )}
          </For>
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={form.minimal ?? isSetting(form)}
          onChange={(event) => change({ minimal: event.currentTarget.checked })}
        />
        {t("make.minimal")}
      </label>
      <label class="check">
        <input type="checkbox" checked={form.unrated} onChange={(event) => change({ unrated: event.currentTarget.checked })} />
        {t("make.unrated")}
      </label>
      <div class="seed">
        <label class="field">
          {t("make.seed")}
          <input
            type="number"
            inputmode="numeric"
            min="0"
            step="1"
            value={form.seed}
            onChange={(event) => {
              // Typing a seed turns off new seeds.
              change({ seed: whole(event.currentTarget.value, 0, Number.MAX_SAFE_INTEGER), fresh: false });
              event.currentTarget.value = String(form.seed);
            }}
          />
        </label>
        <button type="button" onClick={() => change({ seed: newSeed() })}>
          {t("make.newSeed")}
        </button>
      </div>
      <label class="check">
        <input type="checkbox" checked={form.fresh} onChange={(event) => change({ fresh: event.currentTarget.checked })} />
        {t("make.fresh")}
      </label>
      <p class="hint-line">{t("make.seedHow")}</p>
      <details class="more">
        <summary>{t("make.more")}</summary>
        <MakePath techniques={techniques() ?? []} technique={form.technique} avoid={form.avoid} change={change} />
        <label class="check">
          <input type="checkbox" checked={form.jigsaw} onChange={(event) => change({ jigsaw: event.currentTarget.checked })} />
          {t("make.jigsaw")}
        </label>
        <label class="field">
          {t("make.prefer")}
          <select
            value={form.prefer}
            onChange={(event) => {
              const prefer = PREFERRED.find((one) => one === event.currentTarget.value);
              if (prefer) change({ prefer });
            }}
          >
            <For each={PREFERRED}>
              {(one) => (
                <option value={one} selected={form.prefer === one}>
                  {told("make.preferred", one)}
                </option>
              )}
            </For>
          </select>
        </label>
      </details>
    </form>
  );
}
