// The number of solutions, updated after each change, and further questions if the number is not one.
import { createEffect, createSignal, For, Match, on, onCleanup, Show, Switch, type JSX } from "solid-js";
import { Portal } from "solid-js/web";
import { ask, isCancelled } from "../engine/engine";
import type { Because, Candidates, Checked, Picture, Rated, Solved, Status, Technique } from "../engine/types";
import type { PuzzleState } from "../state/puzzle";
import { theme } from "../state/theme";
import { t } from "../texts";
import { words } from "./errors";
import { announce } from "./say";
import { Scales } from "./scales";
import { askWhy, WhyBox, whyCells, whyNotes } from "./why";

export type VerdictProps = {
  puzzle: PuzzleState;
  /** The element for the verdict, which is visible next to the grid. */
  place: () => HTMLElement | undefined;
  /** Shows true candidates in their cells, with the number of solutions of each. */
  showCandidates: (candidates: ReadonlyMap<number, ReadonlyMap<number, number>>) => void;
  showPicture: (picture: Picture | undefined) => void;
  light: (cells: ReadonlySet<number>) => void;
  note: (notes: ReadonlyMap<number, string>) => void;
  selected: () => number | undefined;
};

/** The time in milliseconds after which an unfinished verdict is shown as pending. */
const AT_ONCE = 150;
/** The number up to which solutions are counted. */
const COUNTED = 1000;
/** The number up to which the solutions of a candidate are counted. */
export const PER_CANDIDATE = 20;

export function Verdict(props: VerdictProps): JSX.Element {
  const { puzzle } = props;
  const [status, setStatus] = createSignal<Status | "working" | undefined>();
  const [count, setCount] = createSignal<{ n: number; exact: boolean }>();
  const [wanted, setWanted] = createSignal(false);
  const [solution, setSolution] = createSignal(false);
  const [because, setBecause] = createSignal<Because>();
  const [needless, setNeedless] = createSignal<Checked>();
  const [rated, setRated] = createSignal("");
  const [busy, setBusy] = createSignal<AbortController>();
  const [wrong, setWrong] = createSignal("");
  const [counts, setCounts] = createSignal<ReadonlyMap<number, ReadonlyMap<number, number>>>(new Map());

  // A sentence of which only some words were matched may have a reading that makes the solution unique.
  const unsure = () => (puzzle.opened()?.report.understood?.sentences ?? []).filter((one) => one.by_words).map((one) => one.text);
  const doubts = () => (unsure().length ? t(unsure().length === 1 ? "set.unsure" : "set.unsureMany") : "");
  createEffect(
    on(
      puzzle.hash,
      (hash) => {
        busy()?.abort();
        setBecause(undefined);
        setNeedless(undefined);
        setRated("");
        setWrong("");
        setCount(undefined);
        setSolution(false);
        if (hash === undefined) return;
        const current = () => puzzle.opened()?.hash === hash;
        const slow = window.setTimeout(() => current() && setStatus("working"), AT_ONCE);
        const begun = performance.now();
        puzzle.doc
          .ask<Solved>("solve", { limits: { ms: 20_000 } }, { long: true })
          .then(async (solved) => {
            clearTimeout(slow);
            if (!current()) return;
            performance.measure("verdict", { start: begun, end: performance.now() });
            setStatus(solved.status);
            // Always announce the unread parts together with the verdict.
            const doubt = solved.status === "multiple" ? [doubts(), ...unsure()].join(" ") : "";
            announce([puzzle.opened()?.report.unread?.says ?? "", t(`set.${solved.status}`), doubt].join(" ").trim());
            if (solved.status !== "multiple") return;
            const counted = await puzzle.doc.ask<{ count: number; exact: boolean }>(
              "count",
              { limit: COUNTED, limits: { ms: 2000 } },
              { long: true },
            );
            if (current()) setCount({ n: counted.count, exact: counted.exact });
          })
          .catch((error: unknown) => {
            clearTimeout(slow);
            if (current() && !isCancelled(error)) {
              setStatus("unknown");
              setWrong(words(error));
            }
          });
      },
    ),
  );

  createEffect(
    on([wanted, puzzle.hash], ([wanted, hash]) => {
      const show = (found: ReadonlyMap<number, ReadonlyMap<number, number>>) => {
        setCounts(found);
        props.showCandidates(found);
      };
      // Clear the results of the previous puzzle.
      show(new Map());
      if (!wanted || hash === undefined) return;
      const counts = { counts: PER_CANDIDATE, limits: { ms: 10_000 } };
      puzzle.doc
        .ask<Candidates>("candidates", counts, { long: true })
        .then((found) => {
          if (puzzle.opened()?.hash !== hash) return;
          const all = new Map<number, ReadonlyMap<number, number>>();
          for (const cell of found.cells) {
            const i = puzzle.index().get(cell.cell);
            if (i === undefined || puzzle.givens().has(i)) continue;
            const open = [...cell.candidates.map((v, n) => [v, cell.counts?.[n] ?? 0] as const)];
            for (const value of cell.unknown ?? []) open.push([value, 0]);
            all.set(i, new Map(open.sort((a, b) => a[0] - b[0])));
          }
          show(all);
        })
        .catch((error: unknown) => {
          if (!isCancelled(error)) setWrong(words(error));
        });
    }),
  );

  const work = async (doing: (signal: AbortSignal) => Promise<void>) => {
    busy()?.abort();
    const controller = new AbortController();
    setBusy(controller);
    setWrong("");
    try {
      await doing(controller.signal);
    } catch (error) {
      if (!isCancelled(error)) setWrong(words(error));
    } finally {
      if (busy() === controller) setBusy(undefined);
    }
  };
  onCleanup(() => busy()?.abort());

  const why = () =>
    work(async (signal) => {
      const found = await askWhy(puzzle, signal);
      setSolution(false);
      props.showPicture(undefined);
      setBecause(found);
      announce([found.text, ...(found.story ?? [])].join(" "));
      props.light(whyCells(puzzle, found));
      props.note(whyNotes(puzzle, found));
    });
  const minimise = () =>
    work(async (signal) => {
      setNeedless(await puzzle.doc.ask<Checked>("minimise", { limits: { ms: 60_000 } }, { long: true, signal }));
    });
  const rate = () =>
    work(async (signal) => {
      const found = await puzzle.doc.ask<Rated>("rate", { limits: { ms: 30_000 } }, { long: true, signal });
      const { techniques } = await ask<{ techniques: Technique[] }>(puzzle.engine.quick, { op: "techniques" });
      const { points, hardest_step } = found;
      if (points === undefined) setRated(t(`set.${found.status}`));
      else {
        const technique = techniques.find((one) => one.id === found.technique)?.name ?? found.technique ?? "–";
        const said = found.word ? t("set.rated", { points, word: found.word }) : t("set.ratedAtLeast", { points });
        const step = found.solved ? t("set.ratedStep", { rating: hardest_step ?? 0, steps: found.steps ?? 0, technique }) : t("set.ratedUnsolved");
        setRated(`${said} ${step}`);
      }
      announce(rated());
    });
  const showSolution = async () => {
    if (solution()) {
      setSolution(false);
      props.showPicture(undefined);
      return;
    }
    await work(async (signal) => {
      const fields = { layers: true, theme: theme(), prefix: "solution-", solution: true, limits: { ms: 20_000 } };
      props.showPicture(await puzzle.doc.ask<Picture>("draw", fields, { kind: "solution", long: true, signal }));
      setSolution(true);
    });
  };
  const selected = () => {
    const i = props.selected();
    const left = i === undefined ? undefined : counts().get(i);
    return left && [...left].map(([v, n]) => `${puzzle.label(v)}: ${n >= PER_CANDIDATE ? `${n}+` : n || "?"}`).join(", ");
  };

  return (
    <div class="verdict">
      <Show when={props.place()}>
        {(place) => (
          <Portal mount={place()}>
            <p class={`badge badge-${status() ?? "working"}`}>
              <Switch>
                <Match when={status() === undefined || status() === "working"}>{t("set.working")}</Match>
                <Match when={status() === "none"}>✕ {t("set.none")}</Match>
                <Match when={status() === "unique"}>✓ {t("set.unique")}</Match>
                <Match when={status() === "unknown"}>? {t("set.unknown")}</Match>
                <Match when={status() === "multiple"}>
                  ≠{" "}
                  {count()
                    ? count()!.exact
                      ? t("set.multipleCount", { count: count()!.n })
                      : t("set.multipleMore", { count: count()!.n })
                    : t("set.multiple")}
                </Match>
              </Switch>
            </p>
          </Portal>
        )}
      </Show>
      <Show when={status() === "multiple" && unsure().length}>
        <div class="note note-unknown">
          <p>{doubts()}</p>
          <ul>
            <For each={unsure()}>{(sentence) => <li>{sentence}</li>}</For>
          </ul>
        </div>
      </Show>
      <div class="buttons">
        <Show when={status() === "none" || status() === "multiple"}>
          <button type="button" class="primary" onClick={() => void why()}>
            {t("set.why")}
          </button>
        </Show>
        <button type="button" aria-pressed={wanted()} onClick={() => setWanted(!wanted())}>
          {t("set.trueCandidates")}
        </button>
        <button
          type="button"
          aria-pressed={solution()}
          disabled={status() === "none"}
          onClick={() => void showSolution()}
        >
          {t("set.solution")}
        </button>
        <button type="button" disabled={status() !== "unique"} onClick={() => void minimise()}>
          {t("set.needless")}
        </button>
        <button type="button" disabled={status() !== "unique"} onClick={() => void rate()}>
          {t("set.rate")}
        </button>
        <Show when={busy()}>
          {(controller) => (
            <button type="button" onClick={() => controller().abort()}>
              {t("common.stop")}
            </button>
          )}
        </Show>
      </div>
      <Show when={selected()}>{(list) => <p>{t("set.counted", { list: list() })}</p>}</Show>
      <Show when={rated()}>
        <p>{rated()}</p>
        <Scales puzzle={puzzle} />
      </Show>
      <Show when={because()}>{(found) => <WhyBox puzzle={puzzle} found={found()} />}</Show>
      <Show when={needless()}>
        {(found) => (
          <div class="hint-box">
            <Show when={found().removed?.length} fallback={<p>{t("set.needlessNone")}</p>}>
              <p>{t("set.needlessFound")}</p>
              <ul>
                <For each={found().removed}>{(name) => <li>{name}</li>}</For>
              </ul>
              <Show when={found().minimal}>
                {(text) => (
                  <button type="button" class="primary" onClick={() => void puzzle.change({ text: text() })}>
                    {t("set.takeAway")}
                  </button>
                )}
              </Show>
            </Show>
          </div>
        )}
      </Show>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
    </div>
  );
}
