// The screen that makes new puzzles with the grid, rules and clues of an existing puzzle.
import { createEffect, createMemo, createResource, createSignal, For, on, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../state/screen";
import { ask } from "../engine/engine";
import type { About } from "../engine/types";
import { words } from "../parts/errors";
import { MakeForm } from "../parts/make-form";
import { makingOf, type Made } from "../parts/make-state";
import { Thumb } from "../parts/make-thumb";
import { announce, say } from "../parts/say";
import { printSheet } from "../parts/sheet";
import { techniqueName } from "../parts/step-path";
import { band, one } from "../parts/step-words";
import { shelf } from "../state/shelf";
import { t } from "../texts";

const PER_PAGE = [1, 2, 4, 6, 9];

export function MakeScreen(props: ScreenProps): JSX.Element {
  const { puzzle } = props;
  const making = makingOf(puzzle.engine);
  const { form } = making;
  const report = () => puzzle.opened()?.report;
  const technique = (id: string) => techniqueName(puzzle.engine, id);

  let results!: HTMLElement;
  const make = () => {
    const open = form.base === "open" && puzzle.opened();
    // If the form is above the results, scroll to the results.
    if (matchMedia("(max-width: 70rem)").matches) results.scrollIntoView();
    void making.start(open ? open.text : `grid: ${form.size}x${form.size}\n`, open ? (report()?.title ?? "") : "");
  };

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

  // Puzzles with new clues have a title that ends with the seed.
  const titleOf = (made: Made) =>
    made.title?.endsWith(` ${made.seed}`)
      ? t("make.keptNamed", { title: made.title, number: made.id })
      : made.base
        ? t("make.keptTitle", { title: made.base, seed: made.seed, number: made.id })
        : t("make.keptUntitled", { seed: made.seed, number: made.id });
  /** The rating of a puzzle: on Cluewright's own scale if a level was requested, otherwise by the hardest step. */
  const ratingOf = ({ rating, scales, solved }: Made) => {
    const own = scales?.find((one) => one.scale === "cluewright" && one.figures?.points !== undefined);
    if (own) return { score: own.figures!.points!, word: own.word ?? "", scale: own.scale };
    return rating && solved ? { score: rating.hardest_step, word: "", scale: rating.scale } : null;
  };
  const keep = async (list: readonly Made[]) => {
    try {
      const fresh = list.filter((made) => !made.kept);
      const kept = await (await shelf(puzzle.engine)).addMany(
        fresh.map((made) => ({
          title: titleOf(made),
          text: made.puzzle,
          rating: ratingOf(made),
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

  // The number of puzzles by rating.
  const ratings = createMemo(() => {
    const counts = new Map<number, number>();
    for (const { rating, solved } of making.puzzles()) {
      if (rating && solved) counts.set(Math.floor(rating.hardest_step), (counts.get(Math.floor(rating.hardest_step)) ?? 0) + 1);
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

  /** The levels of Cluewright's own scale. */
  const [levelList] = createResource(async () => {
    return (await ask<About>(puzzle.engine.quick, { op: "meta" })).levels;
  });

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
      <MakeForm puzzle={puzzle} making={making} levels={levelList()} make={make} />
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
