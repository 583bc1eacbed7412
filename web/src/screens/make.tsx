// The screen that makes new puzzles with the grid, rules and clues of one.
import { createEffect, createMemo, createResource, createSignal, For, on, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../app";
import { ask } from "../engine/engine";
import type { Meta } from "../engine/types";
import { words } from "../parts/errors";
import { makingOf, newSeed, SYMMETRIES, type Made } from "../parts/make-state";
import { Thumb } from "../parts/make-thumb";
import { announce, say } from "../parts/say";
import { printSheet } from "../parts/sheet";
import { techniqueName } from "../parts/step-path";
import { band, one } from "../parts/step-words";
import { shelf } from "../state/shelf";
import { t, told } from "../texts";

const PER_PAGE = [1, 2, 4, 6, 9];
/** How many a run makes at most, so that the page can show them. */
const MOST = 500;

/** Sizes of blank grids, with boxes as usual. */
const SIZES = [4, 6, 8, 9, 10, 12, 16];

type Range = [number | undefined, number | undefined];

/** Two numbers; each may be absent. */
function Between(props: {
  legend: string;
  names: [string, string];
  most: number;
  step: number;
  value: Range;
  change: (value: Range) => void;
  disabled?: boolean;
}): JSX.Element {
  const read = (text: string) => {
    const value = Number(text);
    return text.trim() === "" || !Number.isFinite(value) ? undefined : Math.min(Math.max(value, 0), props.most);
  };
  const end = (n: 0 | 1) => (
    <label>
      <span aria-hidden="true">{n ? t("make.to") : t("make.from")}</span>
      <input
        type="number"
        inputmode={props.step < 1 ? "decimal" : "numeric"}
        min="0"
        max={props.most}
        step={props.step}
        placeholder={t("make.any")}
        aria-label={props.names[n]}
        disabled={props.disabled}
        value={props.value[n] ?? ""}
        onChange={(event) => {
          const value: Range = [...props.value];
          value[n] = read(event.currentTarget.value);
          props.change(value);
        }}
      />
    </label>
  );
  return (
    <fieldset class="between" disabled={props.disabled}>
      <legend>{props.legend}</legend>
      {end(0)}
      {end(1)}
    </fieldset>
  );
}

export function MakeScreen(props: ScreenProps): JSX.Element {
  const { puzzle } = props;
  const making = makingOf(puzzle.engine);
  const { form, change } = making;
  const report = () => puzzle.opened()?.report;
  const title = () => report()?.title || t("common.untitled");
  const technique = (id: string) => techniqueName(puzzle.engine, id);
  const backwards = (range: Range) => range[0] !== undefined && range[1] !== undefined && range[0] > range[1];
  const wrong = () => backwards(form.givens) || (!form.unrated && backwards(form.difficulty));
  const cells = () => (form.base === "open" ? (report()?.cells.length ?? 81) : form.size ** 2);

  let results!: HTMLElement;
  const make = () => {
    if (wrong()) return;
    const open = form.base === "open" && puzzle.opened();
    // Where the form is above what is made, that is gone to.
    if (matchMedia("(max-width: 70rem)").matches) results.scrollIntoView();
    void making.start(open ? open.text : `grid: ${form.size}x${form.size}\n`, open ? (report()?.title ?? "") : "");
  };
  const whole = (text: string, least: number, most: number) => Math.min(Math.max(Math.round(Number(text)) || least, least), most);

  const endWords = () => {
    const ended = making.ended();
    if (!ended) return "";
    const { made, seed, why } = ended;
    if (ended.stopped) return t("make.stopped", { made, seed });
    if (why) return t(made ? "make.fewer" : "make.noneMade", { made, seed, why });
    return t("make.done", { made, seed });
  };
  createEffect(
    on(
      endWords,
      (text) => {
        if (text) announce(text);
      },
      { defer: true },
    ),
  );

  const titleOf = (made: Made) =>
    made.base
      ? t("make.keptTitle", { title: made.base, seed: made.seed, number: made.id })
      : t("make.keptUntitled", { seed: made.seed, number: made.id });
  const keep = async (list: readonly Made[]) => {
    try {
      const fresh = list.filter((made) => !made.kept);
      const kept = await (await shelf(puzzle.engine)).addMany(
        fresh.map((made) => ({
          title: titleOf(made),
          text: made.puzzle,
          rating: made.rating && made.solved ? { score: made.rating.rating, word: wordOf(made.rating.rating), scale: made.rating.scale } : null,
        })),
      );
      if (kept.failed) throw new Error(t("library.serverLost"));
      fresh.forEach((made) => making.keptNow(made));
      say(t("make.kept", { count: list.length }));
    } catch (error) {
      say(t("common.failed", { why: words(error) }));
    }
  };
  const open = (made: Made, screen: "play" | "explain") => {
    const done = props.open(made.puzzle, screen).then(() => scrollTo(0, 0));
    done.catch((error: unknown) => say(t("common.failed", { why: words(error) })));
  };

  // How many there are of each rating.
  const ratings = createMemo(() => {
    const counts = new Map<number, number>();
    for (const { rating, solved } of making.puzzles()) {
      if (rating && solved) counts.set(Math.floor(rating.rating), (counts.get(Math.floor(rating.rating)) ?? 0) + 1);
    }
    const most = Math.max(...counts.values(), 1);
    return [...counts].sort((a, b) => a[0] - b[0]).map(([from, count]) => ({ from, count, part: count / most }));
  });
  const hardest = createMemo(() => {
    const counts = new Map<string, number>();
    for (const { rating, solved } of making.puzzles()) {
      if (rating?.technique && solved) counts.set(rating.technique, (counts.get(rating.technique) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]);
  });

  /** Levels by their words, each from the one before it on. */
  const [levelList] = createResource(async () => {
    const { levels } = await ask<Meta>(puzzle.engine.quick, { op: "meta" });
    return levels.map(({ word, to }, i) => ({ word, to, from: i ? Math.round((levels[i - 1]!.to ?? 0) * 10 + 1) / 10 : undefined }));
  });
  const wordOf = (score: number) => levelList()?.find((one) => one.to === undefined || score <= one.to)?.word ?? "";
  const levelOf = (list: readonly { word: string; from?: number; to?: number }[]) =>
    list.find((one) => one.from === form.difficulty[0] && one.to === form.difficulty[1])?.word ?? "";

  const unsolved = () => making.puzzles().filter((one) => one.rating && !one.solved).length;
  const unrated = () => making.puzzles().filter((one) => !one.rating).length;

  const [perPage, setPerPage] = createSignal(4);
  const [solutions, setSolutions] = createSignal(false);
  const [levels, setLevels] = createSignal(true);
  const print = () => {
    const puzzles = making.puzzles().map((made) => ({ text: made.puzzle, title: titleOf(made) }));
    printSheet(puzzle.engine, puzzles, { perPage: perPage(), solutions: solutions(), levels: levels() }).catch(
      (error: unknown) => say(t("common.failed", { why: words(error) })),
    );
  };
  const percent = () => {
    const running = making.running();
    return running ? Math.round((running.made / Math.max(running.count, 1)) * 100) : 0;
  };

  return (
    <div class="columns make">
      <form
        class="panel side make-form"
        aria-label={t("make.title")}
        onSubmit={(event) => {
          event.preventDefault();
          if (!making.running()) make();
        }}
      >
        <h2>{t("make.title")}</h2>
        <div class="buttons">
          <button type="submit" class="primary" disabled={wrong() || making.running() !== undefined}>
            {t("make.make")}
          </button>
          <Show when={making.running()}>
            <button type="button" onClick={() => making.stop()}>
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
            <select
              value={form.size}
              onChange={(event) => change({ base: "blank", size: Number(event.currentTarget.value) })}
            >
              <For each={SIZES}>{(size) => <option value={size} selected={form.size === size}>{`${size}×${size}`}</option>}</For>
            </select>
          </label>
          <p class="hint-line">{t("make.baseHow")}</p>
        </fieldset>
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
        <Show when={levelList()}>
          {(list) => (
            <label class="field inline">
              {t("make.level")}
              <select
                disabled={form.unrated}
                value={levelOf(list())}
                onChange={(event) => {
                  const level = list().find((one) => one.word === event.currentTarget.value);
                  change({ difficulty: level ? [level.from, level.to] : [undefined, undefined] });
                }}
              >
                <option value="">{t("make.anyLevel")}</option>
                <For each={list()}>
                  {(level) => (
                    <option value={level.word} selected={levelOf(list()) === level.word}>
                      {level.word}
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
          disabled={form.unrated}
        />
        <Show when={wrong()}>
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
            <For each={SYMMETRIES}>{(one) => <option value={one}>{told("make.symmetries", one)}</option>}</For>
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={form.minimal} onChange={(event) => change({ minimal: event.currentTarget.checked })} />
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
                // Who writes a seed wants that one.
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
      </form>
      <section ref={results} class="centre-column" id="grid" aria-label={t("make.results")}>
        <Show when={making.running()}>
          {(running) => (
            <div class="make-progress">
              <label class="progress">
                <span>
                  {t("make.running", {
                    made: running().made,
                    count: running().count,
                    doing: making.progress()?.doing ?? t("make.doing"),
                  })}
                </span>
                <progress max="100" value={percent()} />
              </label>
            </div>
          )}
        </Show>
        <Show when={endWords()}>{(text) => <p class="made-end">{text()}</p>}</Show>
        <Show when={making.failed()}>
          {(why) => (
            <p class="wrong" role="alert">
              {t("common.failed", { why: why() })}
            </p>
          )}
        </Show>
        <Show
          when={making.puzzles().length}
          fallback={
            <Show when={!making.running() && !making.failed() && !endWords()}>
              <p class="hint-line none-yet">{t("make.noneYet")}</p>
            </Show>
          }
        >
          <ul class="made-list" aria-label={t("make.results")}>
            <For each={making.puzzles().map((made) => made.puzzle)}>
              {(text, i) => {
                const made = createMemo<Made>((before) => making.puzzles().find((one) => one.puzzle === text) ?? before!);
                return (
                  <Thumb
                    engine={puzzle.engine}
                    made={made()}
                    number={i() + 1}
                    play={() => open(made(), "play")}
                    explain={() => open(made(), "explain")}
                    keep={() => void keep([made()])}
                  />
                );
              }}
            </For>
          </ul>
        </Show>
      </section>
      <section class="panel tools-side" aria-label={t("make.about")}>
        <h2>{t("make.about")}</h2>
        <p>{t("make.total", { count: making.puzzles().length })}</p>
        <div class="buttons">
          <button type="button" disabled={!making.puzzles().some((one) => !one.kept)} onClick={() => void keep(making.puzzles())}>
            {t("make.keepAll")}
          </button>
          <button type="button" disabled={!making.puzzles().length} onClick={() => making.clear()}>
            {t("make.clear")}
          </button>
        </div>
        <Show when={ratings().length}>
          <h3>{t("make.ratings")}</h3>
          <ul class="bars">
            <For each={ratings()}>
              {({ from, count, part }) => (
                <li>
                  <span class="hidden-text">{t("make.ratingBar", { from: one(from), to: one(from + 0.9), count })}</span>
                  <span class="bar-name" aria-hidden="true">
                    {one(from)}–{one(from + 0.9)}
                  </span>
                  <span class="bar" aria-hidden="true">
                    <span class={`bar-part difficulty-${band(from + 0.5)}`} style={{ width: `${part * 100}%` }} />
                  </span>
                  <span class="bar-count" aria-hidden="true">
                    {count}
                  </span>
                </li>
              )}
            </For>
          </ul>
          <h3>{t("make.techniques")}</h3>
          <ul class="hardest">
            <For each={hardest()}>
              {([id, count]) => (
                <li>
                  {technique(id)}: {count}
                </li>
              )}
            </For>
          </ul>
        </Show>
        <Show when={unsolved()}>
          <p>{t("make.unsolvedCount", { count: unsolved() })}</p>
        </Show>
        <Show when={unrated()}>
          <p>{t("make.unratedCount", { count: unrated() })}</p>
        </Show>
        <h3>{t("make.print")}</h3>
        <label class="field inline">
          {t("make.perPage")}
          <select value={perPage()} onChange={(event) => setPerPage(Number(event.currentTarget.value))}>
            <For each={PER_PAGE}>{(n) => <option value={n}>{n}</option>}</For>
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={solutions()} onChange={(event) => setSolutions(event.currentTarget.checked)} />
          {t("make.withSolutions")}
        </label>
        <label class="check">
          <input type="checkbox" checked={levels()} onChange={(event) => setLevels(event.currentTarget.checked)} />
          {t("make.withLevels")}
        </label>
        <div class="buttons">
          <button type="button" disabled={!making.puzzles().length} onClick={print}>
            {t("make.printAll")}
          </button>
        </div>
      </section>
    </div>
  );
}
