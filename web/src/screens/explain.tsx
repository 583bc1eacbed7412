// The screen that shows how a person would solve the puzzle, step by step.
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../state/screen";
import { Board } from "../board/Board";
import { geometryOf } from "../board/geometry";
import { isCancelled } from "../engine/engine";
import type { Because, Candidate, FoundStep, Picture, Rated, Summary as SummaryReport, Written } from "../engine/types";
import { words } from "../parts/errors";
import { FrameOver, FrameUnder } from "../parts/frame-picture";
import { framesOf, frameWords, type Frame } from "../parts/frames";
import { download, fileName } from "../parts/files";
import { heatOf, HeatSpot } from "../parts/heat";
import { Thought } from "../parts/hint-box";
import { Icon } from "../parts/icon";
import { announce, say } from "../parts/say";
import { Scales } from "../parts/scales";
import { Difficulty, StepList } from "../parts/step-list";
import { pathOf, techniqueName, type Explained, type Listed } from "../parts/step-path";
import { StepText } from "../parts/step-text";
import { compared, listed, one, pointed, told as toldOf, written, type Difference } from "../parts/step-words";
import { askWhy, WhyBox, whyCells, whyNotes } from "../parts/why";
import { emptyBoard, setCell } from "../state/marks";
import { settings } from "../state/settings";
import { theme } from "../state/theme";
import { t, told } from "../texts";

/** The chosen level of detail, which is kept from puzzle to puzzle. */
const [level, setLevel] = createSignal(4);
const LEVELS = [1, 2, 3, 4];
/** The time in milliseconds for which each step is shown during playback. */
const PAUSE = 1500;

export function ExplainScreen(props: ScreenProps): JSX.Element {
  const { puzzle, play } = props;
  const report = () => puzzle.opened()?.report;
  const label = (value: number) => puzzle.label(value);
  const technique = (id: string) => techniqueName(puzzle.engine, id);
  const hash = createMemo(() => puzzle.opened()?.hash);
  const path = createMemo(() => {
    const now = hash();
    return now === undefined ? undefined : pathOf(now);
  });
  const [only, setOnly] = createSignal("");
  const [view, setView] = createSignal<"path" | "now">("path");
  const [about, setAbout] = createSignal<Candidate>();
  /** The reason why there is no path to the end, if requested. */
  const [because, setBecause] = createSignal<Because>();
  const [comparing, setComparing] = createSignal(false);
  const [playing, setPlaying] = createSignal(false);
  const [selection, setSelection] = createSignal<ReadonlySet<number>>(new Set());
  const [focus, setFocus] = createSignal(0);

  // Every puzzle is explained once, automatically; the work stops if the puzzle is no longer shown.
  createEffect(
    on(path, (now, before) => {
      before?.leave();
      setOnly("");
      setView("path");
      setHere(undefined);
      setAbout(undefined);
      setPlaying(false);
      setSelection(new Set<number>());
      setFocus(0);
      if (now?.state() === "new") void now.start(puzzle.doc);
      return now;
    }),
  );
  createEffect(
    on(
      () => path()?.ended(),
      (ended, before) => {
        if (ended && before === undefined && path()?.steps().length) announce(endWords(ended).join(" "));
      },
      { defer: true },
    ),
  );

  /** All steps that are possible in a position, if requested. */
  type Here = { mine: boolean; number: number; position: string; steps: FoundStep[]; lines: string[]; chosen: number };
  const [here, setHere] = createSignal<Here>();
  const [looking, setLooking] = createSignal(false);
  const look = async (mine: boolean) => {
    const number = path()?.chosen() ?? 1;
    const position: Written[] = mine ? play.position() : (path()?.steps()[number - 1]?.position ?? []);
    const asked = hash();
    // Keep the list and the chosen step.
    const same = JSON.stringify(position);
    const now = here();
    if (now && now.mine === mine && now.number === number && now.position === same) return;
    setLooking(true);
    try {
      const found = await puzzle.doc.ask<Listed>("steps", { position }, { long: true });
      if (hash() !== asked) return;
      const steps = (found.steps ?? []).map((step, i): FoundStep => ({ number: i + 1, filled: 0, step, position }));
      const lines = found.clash ? [found.clash] : [...(found.mistakes ?? [])];
      if (!steps.length && !lines.length) lines.push(told("explain.nowStatus", found.status));
      if (steps.length && found.complete === false) lines.push(t("explain.nowMore"));
      setHere({ mine, number, position: same, steps, lines, chosen: 0 });
      setAbout(undefined);
      announce(steps.length ? t("explain.nowFound", { count: steps.length }) : lines.join(" "));
    } catch (error) {
      if (!isCancelled(error)) say(t("common.failed", { why: words(error) }));
    } finally {
      setLooking(false);
    }
  };

  const steps = createMemo((): readonly FoundStep[] => {
    if (view() === "now") return here()?.steps ?? [];
    const all = path()?.steps() ?? [];
    return only() ? all.filter((found) => found.step.technique === only()) : all;
  });
  const place = createMemo(() => {
    if (view() === "now") return here()?.chosen ?? 0;
    const chosen = path()?.chosen() ?? 1;
    return Math.max(
      steps().findIndex((found) => found.number === chosen),
      0,
    );
  });
  const chosen = createMemo(() => steps()[place()], undefined, { equals: (a, b) => a === b });
  const choose = (to: number) => {
    const found = steps()[to];
    if (!found || found === chosen()) return;
    setAbout(undefined);
    setBecause(undefined);
    if (view() === "now") setHere((now) => (now ? { ...now, chosen: to } : now));
    else path()?.setChosen(found.number);
    const name = found.step.name || technique(found.step.technique);
    const lines = toldOf(found.step, Math.min(level(), 2), name, label);
    const text = level() >= 4 ? `${name}. ${found.step.text ?? ""}` : lines.join(" ");
    announce(t("explain.announced", { number: found.number, text }));
  };
  const by = (n: number) => choose(Math.min(Math.max(place() + n, 0), steps().length - 1));
  const atEnd = () => place() >= steps().length - 1;

  // Plays one step after the other until stopped, more slowly if the system prefers reduced motion.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  createEffect(() => {
    if (!playing()) return;
    const clock = setInterval(
      () => {
        if (!atEnd()) by(1);
        else if (path()?.state() !== "running" || view() === "now") setPlaying(false);
      },
      calm.matches ? PAUSE * 2 : PAUSE,
    );
    onCleanup(() => clearInterval(clock));
  });

  // The key N moves to the next step, wherever the focus is.
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !settings.letters || event.code !== "KeyN") return;
    if ((event.target as HTMLElement).closest("input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, dialog")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    by(event.shiftKey ? -1 : 1);
  };
  document.addEventListener("keydown", key);
  onCleanup(() => document.removeEventListener("keydown", key));

  /** The argument of the step, thought by thought; empty if the step is shown as a whole. */
  const frames = createMemo((): Frame[] => {
    const [found, now] = [chosen(), report()];
    if (!found || !now || level() < 4) return [];
    const digits = new Map((found.position ?? []).map((one) => [one.cell, one.digit]));
    const digit = (name: string) => digits.get(name) ?? puzzle.givens().get(puzzle.index().get(name) ?? -1) ?? undefined;
    return framesOf(found.step, { report: now, label, digit });
  });
  const [thought, setThought] = createSignal<number>();
  createEffect(on([chosen, level, view], () => setThought(undefined)));
  const frame = () => (thought() === undefined ? undefined : frames()[thought()!]);
  const think = (by: number) => {
    const to = (thought() ?? -1) + by;
    setThought(to < 0 ? undefined : Math.min(to, frames().length - 1));
    const now = frame();
    if (now) announce(frameWords(now));
  };
  const pictured = createMemo(() => {
    const [now, picture] = [report(), puzzle.picture()];
    return {
      frame: frame(),
      boxes: now && picture ? geometryOf(now, picture).boxes : [],
      index: puzzle.index(),
      first: now?.first ?? 1,
      count: now?.digits ?? 9,
      label,
    };
  });

  // The picture of the grid before the step, with the step's highlights.
  const [drawn, setDrawn] = createSignal<{ hash: string | undefined; picture: Picture }>();
  createEffect(
    on([chosen, level, theme, hash, () => frame() !== undefined], ([found, level, theme, hash, thinking]) => {
      if (!found) return;
      const fields = {
        layers: true,
        theme,
        prefix: "step-",
        position: found.position ?? [],
        candidates: true,
        highlights: thinking ? [] : pointed(found.step.highlights, level),
      };
      // Another puzzle may have been opened before the answer arrives.
      const isShown = () => chosen() === found && puzzle.opened()?.hash === hash;
      puzzle.doc
        .ask<Picture>("draw", fields, { kind: "step" })
        .then((picture) => {
          if (isShown()) setDrawn({ hash, picture });
        })
        .catch((error: unknown) => {
          if (!isCancelled(error) && isShown()) console.error(error);
        });
    }),
  );
  const picture = () => {
    const now = drawn();
    return now && now.hash === hash() && chosen() ? now.picture : undefined;
  };

  const position = createMemo(() => new Map((chosen()?.position ?? []).map((one) => [one.cell, one])));
  const differences = createMemo(() =>
    comparing() ? compared(chosen()?.position, play.position()) : { mineGone: [], pathGone: [], cells: 0 },
  );
  const differs = createMemo(() => {
    const cells = new Map<string, string>();
    for (const { cell } of differences().pathGone) cells.set(cell, "path-gone");
    for (const { cell } of differences().mineGone) cells.set(cell, "mine-gone");
    return cells;
  });
  const values = (list: readonly number[]) => list.map(label).join(" ");
  const placeLabel = (i: number): string => {
    const name = report()?.cells[i] ?? "";
    const at = /^r(\d+)c(\d+)$/.exec(name);
    return at ? t("cell.place", { row: at[1]!, column: at[2]! }) : name;
  };
  const cellLabel = (i: number): string => {
    const name = report()?.cells[i] ?? "";
    const parts = [placeLabel(i)];
    const given = puzzle.givens().get(i);
    const now = position().get(name);
    if (given !== undefined) parts.push(t("cell.given", { digit: label(given) }));
    else if (now?.digit != null) parts.push(t("cell.digit", { digit: label(now.digit) }));
    else if (now?.marks?.length) parts.push(t("cell.candidates", { marks: values(now.marks) }));
    else parts.push(t("cell.empty"));
    if (level() >= 4) {
      for (const c of chosen()?.step.placements ?? []) {
        if (c.cell === name) parts.push(t("explain.cellPlaced", { digit: label(c.value) }));
      }
      const gone = (chosen()?.step.eliminations ?? []).filter((c) => c.cell === name).map((c) => c.value);
      if (gone.length) parts.push(t("explain.cellRemoved", { digits: values(gone) }));
    }
    for (const d of differences().mineGone) if (d.cell === name) parts.push(t("explain.cellMineGone", { digits: values(d.values) }));
    for (const d of differences().pathGone) if (d.cell === name) parts.push(t("explain.cellPathGone", { digits: values(d.values) }));
    return parts.join(", ");
  };
  // The heat map, on the empty grid, in place of the step.
  const [heated, setHeated] = createSignal(false);
  const [seconds, setSeconds] = createSignal<readonly number[]>();
  createEffect(on(hash, () => (setHeated(false), setSeconds(undefined))));
  const heats = createMemo(() => (heated() ? heatOf(seconds() ?? [], report()?.cells ?? [], path()?.steps() ?? []) : undefined));
  const heat = async () => {
    if (heated() || seconds()) return void setHeated(!heated());
    const asked = hash();
    try {
      const rated = await puzzle.doc.ask<Rated>("rate", { scales: ["cluewright"], limits: { ms: 60_000 } }, { long: true, kind: "heat" });
      if (hash() !== asked) return;
      const own = rated.scales?.find((scale) => scale.profile);
      if (!own) return say(t("explain.heatFailed", { why: rated.scales?.[0]?.text ?? rated.clash ?? t(`set.${rated.status}`) }));
      setSeconds(own.profile?.cells);
      setHeated(true);
    } catch (error) {
      if (!isCancelled(error)) say(t("common.failed", { why: words(error) }));
    }
  };
  /** The few steps that made the puzzle hard, if requested. */
  const [hard, setHard] = createSignal<SummaryReport>();
  const [summing, setSumming] = createSignal(false);
  createEffect(on(hash, () => setHard(undefined)));
  const summarise = async () => {
    const asked = hash();
    setSumming(true);
    try {
      const { summary } = await puzzle.doc.ask<{ summary?: SummaryReport }>("explain", { summary: true, stream: true }, { long: true, kind: "summary" });
      if (hash() !== asked || !summary) return;
      setHard(summary);
      announce(summary.text.join(" "));
    } catch (error) {
      if (!isCancelled(error)) say(t("common.failed", { why: words(error) }));
    } finally {
      setSumming(false);
    }
  };
  const show = (number: number) => {
    setView("path");
    setOnly("");
    path()?.setChosen(number);
  };
  const heatLabel = (i: number): string | undefined => {
    const heat = heats()?.get(report()?.cells[i] ?? "");
    return heat && [placeLabel(i), heat.told].join(", ");
  };
  const select = (cells: ReadonlySet<number>, at: number) => {
    setSelection(cells);
    setFocus(at);
    const step = heats()?.get(report()?.cells[at] ?? "")?.step;
    if (step !== undefined) show(step);
  };

  // Whether the path is incomplete because the puzzle is not valid.
  const unsound = () => {
    const ended = path()?.ended();
    return ended && (ended.clash !== undefined || ended.solutions === "none" || ended.solutions === "multiple");
  };
  createEffect(on(hash, () => setBecause(undefined)));
  const whyLit = createMemo(() => whyCells(puzzle, because()));
  const whyNoted = createMemo(() => whyNotes(puzzle, because()));
  const why = async () => {
    const asked = hash();
    try {
      const found = await askWhy(puzzle);
      if (hash() !== asked) return;
      setBecause(found);
      announce([found.text, ...(found.story ?? [])].join(" "));
    } catch (error) {
      if (!isCancelled(error)) say(t("common.failed", { why: words(error) }));
    }
  };
  const ask = (c: Candidate | undefined) => {
    setAbout(c);
    const i = c && puzzle.index().get(c.cell);
    if (i !== undefined) setFocus(i);
  };

  const counts = createMemo(() => {
    const counts = new Map<string, number>();
    for (const { step } of path()?.steps() ?? []) counts.set(step.technique, (counts.get(step.technique) ?? 0) + 1);
    return [...counts];
  });
  const endWords = (ended: Explained): string[] => {
    if (ended.clash) return [ended.clash];
    const lines = [told("explain.status", ended.status)];
    if (ended.solutions) lines.push(told("explain.solutions", ended.solutions));
    const rating = ended.rating;
    if (rating?.technique) {
      lines.push(
        t("explain.rating", { rating: one(rating.hardest_step), technique: rating.name ?? technique(rating.technique), steps: rating.steps }),
      );
    }
    return lines;
  };
  const busy = () => path()?.state() === "running";
  // Use the larger of the reported progress and the share of filled cells, because partial answers may arrive first.
  const percent = () => {
    const filled = (path()?.steps().at(-1)?.filled ?? 0) / Math.max(report()?.cells.length ?? 0, 1);
    return Math.round(Math.max(path()?.progress()?.share ?? 0, filled) * 100);
  };
  const explain = () => {
    setOnly("");
    setView("path");
    setAbout(undefined);
    void path()?.start(puzzle.doc);
  };
  const title = () => report()?.title || t("common.untitled");
  const save = (kind: "txt" | "json") => {
    const now = path();
    if (!now) return;
    const ended = now.ended();
    const name = `${fileName(title())}-steps.${kind}`;
    if (kind === "json") {
      const all = { puzzle: puzzle.opened()?.text, hash: now.hash, steps: now.steps(), ...ended, complete: ended !== undefined };
      download(name, new Blob([`${JSON.stringify({ ...all, steps: now.steps() }, undefined, 1)}\n`], { type: "application/json" }));
      return;
    }
    const head = [title(), ...(report()?.author ? [t("common.by", { author: report()!.author! })] : [])];
    const end = ended ? endWords(ended) : [t("explain.incomplete")];
    download(name, new Blob([written(head, now.steps(), end, technique, label)], { type: "text/plain;charset=utf-8" }));
  };
  const goOn = () => {
    let board = emptyBoard(report()?.cells.length ?? 0);
    for (const { cell, digit, marks } of chosen()?.position ?? []) {
      const i = puzzle.index().get(cell);
      if (i === undefined || puzzle.givens().has(i)) continue;
      board = setCell(board, i, digit == null ? { centre: marks ?? [] } : { digit });
    }
    play.setHint(undefined);
    play.history.push(board);
    props.go("play");
    scrollTo(0, 0);
    say(t("explain.wentOn"));
  };
  const difference = (d: Difference) => t("explain.difference", { cell: d.cell, digits: values(d.values) });

  return (
    <Show when={report()} fallback={<p>{t("common.noPuzzle")}</p>}>
      <div class="columns explain">
        <section class="panel side" aria-label={t("explain.steps")}>
          <h2 class="puzzle-title">{title()}</h2>
          <div class="buttons">
            <Show
              when={busy()}
              fallback={
                <button type="button" classList={{ primary: path()?.state() !== "ended" }} onClick={explain}>
                  {path()?.state() === "ended" ? t("explain.again") : t("explain.explain")}
                </button>
              }
            >
              <button type="button" onClick={() => path()?.stop()}>
                {t("common.stop")}
              </button>
            </Show>
          </div>
          <Show when={busy()}>
            <label class="progress">
              <span>{t("explain.running", { count: path()?.steps().length ?? 0, percent: percent() })}</span>
              <progress max="100" value={percent()} />
            </label>
          </Show>
          <Show when={path()?.failed()}>{(why) => <p class="wrong">{t("common.failed", { why: why() })}</p>}</Show>
          <Show when={path()?.state() === "stopped" && !path()?.failed()}>
            <p class="hint-line">{t(path()?.steps().length ? "explain.stopped" : "explain.stoppedEarly")}</p>
          </Show>
          <Show when={path()?.ended()}>
            {(ended) => (
              <div class="rating">
                <For each={endWords(ended())}>{(line) => <p>{line}</p>}</For>
                <Show when={unsound()}>
                  <button type="button" class="primary" onClick={() => void why()}>
                    {t("set.why")}
                  </button>
                </Show>
                <Show when={because()}>{(found) => <WhyBox puzzle={puzzle} found={found()} />}</Show>
                <Show when={ended().rating && !unsound()}>
                  <Scales puzzle={puzzle} />
                </Show>
              </div>
            )}
          </Show>
          <Show when={path()?.steps().length}>
            <div class="buttons">
              <button type="button" aria-pressed={heated()} onClick={() => void heat()}>
                {t("explain.heat")}
              </button>
              <Show when={path()?.ended()?.status === "solved"}>
                <button type="button" disabled={summing()} onClick={() => (hard() ? setHard(undefined) : void summarise())} aria-pressed={hard() !== undefined}>
                  {t("explain.hard")}
                </button>
              </Show>
            </div>
            <Show when={summing()}>
              <p>{t("common.working")}</p>
            </Show>
            <Show when={hard()}>
              {(found) => (
                <ul class="hard-steps" aria-label={t("explain.hard")}>
                  <For each={found().text}>
                    {(line, i) => (
                      <li>
                        <Show when={found().steps[i()]} fallback={line}>
                          {(number) => (
                            <button type="button" onClick={() => show(number())}>
                              {line}
                            </button>
                          )}
                        </Show>
                      </li>
                    )}
                  </For>
                </ul>
              )}
            </Show>
            <Show when={heated()}>
              <p class="hint-line">{t("explain.heatHow")}</p>
            </Show>
          </Show>
          <div class="views" role="group" aria-label={t("explain.which")}>
            <button type="button" aria-pressed={view() === "path"} onClick={() => (setView("path"), setAbout(undefined))}>
              {t("explain.path")}
            </button>
            <button type="button" aria-pressed={view() === "now"} onClick={() => (setView("now"), setAbout(undefined), setPlaying(false), here() || (path()?.steps().length && void look(false)))}>
              {t("explain.now")}
            </button>
          </div>
          <Show when={view() === "path" && counts().length > 1}>
            <label class="field">
              {t("explain.filter")}
              <select value={only()} onChange={(event) => (setOnly(event.currentTarget.value), setAbout(undefined))}>
                <option value="">{t("explain.filterAll", { count: path()?.steps().length ?? 0 })}</option>
                <For each={counts()}>
                  {([id, count]) => (
                    <option value={id} selected={only() === id}>
                      {technique(id)} ({count})
                    </option>
                  )}
                </For>
              </select>
            </label>
          </Show>
          <Show when={view() === "now"}>
            <div class="buttons">
              <button type="button" disabled={looking() || !path()?.steps().length} onClick={() => void look(false)}>
                {t("explain.nowStep", { number: path()?.chosen() ?? 1 })}
              </button>
              <button type="button" disabled={looking()} onClick={() => void look(true)}>
                {t("explain.nowMine")}
              </button>
            </div>
            <Show when={looking()}>
              <p>{t("common.working")}</p>
            </Show>
            <Show when={here()} fallback={<p class="hint-line">{t("explain.nowHow")}</p>}>
              {(now) => (
                <>
                  <p>
                    {now().mine ? t("explain.nowFromMine") : t("explain.nowFromStep", { number: now().number })}
                    <Show when={now().steps.length}> {t("explain.nowFound", { count: now().steps.length })}</Show>
                  </p>
                  <For each={now().lines}>{(line) => <p class="note">{line}</p>}</For>
                </>
              )}
            </Show>
          </Show>
          <Show when={steps().length}>
            <StepList
              name={view() === "path" ? t("explain.steps") : t("explain.now")}
              steps={steps()}
              chosen={place()}
              choose={choose}
              technique={technique}
              label={label}
            />
          </Show>
          <Show when={path()?.steps().length}>
            <details class="more">
              <summary>{t("explain.export")}</summary>
              <div class="buttons">
                <button type="button" onClick={() => save("txt")}>
                  {t("explain.exportText")}
                </button>
                <button type="button" onClick={() => save("json")}>
                  {t("explain.exportJson")}
                </button>
              </div>
            </details>
          </Show>
        </section>
        <section class="centre-column" id="grid" aria-label={title()}>
          <Board
            puzzle={puzzle}
            name={
              heated()
                ? t("explain.heatGrid")
                : chosen()
                ? t("explain.grid", { number: chosen()!.number })
                : t("play.grid", { rows: report()?.rows ?? 0, columns: report()?.columns ?? 0 })
            }
            selection={selection}
            focus={focus}
            select={select}
            label={(i) => heatLabel(i) ?? cellLabel(i)}
            picture={heated() || because() ? undefined : picture()}
            content={(i) => (
              <>
                <HeatSpot heat={heats()?.get(report()?.cells[i] ?? "")} />
                <Show when={whyNoted().get(i)}>{(note) => <span class="differ">{note()}</span>}</Show>
              </>
            )}
            marked={(i) => {
              const name = report()?.cells[i] ?? "";
              return [differs().get(name) ?? "", about()?.cell === name || whyLit().has(i) ? "lit" : ""].join(" ");
            }}
            under={<FrameUnder {...pictured()} />}
            over={<FrameOver {...pictured()} />}
            readOnly
          />
          <Show when={steps().length}>
            <div class="walk" role="group" aria-label={t("explain.walk")}>
              <input
                type="range"
                min="1"
                max={steps().length}
                value={place() + 1}
                aria-label={t("explain.slider")}
                aria-valuetext={t("explain.sliderAt", { number: place() + 1, count: steps().length })}
                onInput={(event) => choose(Number(event.currentTarget.value) - 1)}
              />
              <div class="walk-buttons">
                <button type="button" disabled={place() === 0} onClick={() => choose(0)} aria-label={t("explain.first")} title={t("explain.first")}>
                  <Icon name="first" />
                </button>
                <button type="button" disabled={place() === 0} onClick={() => by(-1)} aria-label={t("explain.previous")} title={t("explain.previous")}>
                  <Icon name="previous" />
                </button>
                <button type="button" class="walk-play" aria-pressed={playing()} onClick={() => setPlaying(!playing())}>
                  {playing() ? t("explain.pause") : t("explain.play")}
                </button>
                <button type="button" disabled={atEnd()} onClick={() => by(1)} aria-label={t("explain.next")} title={t("explain.next")}>
                  <Icon name="next" />
                </button>
                <button
                  type="button"
                  disabled={atEnd()}
                  onClick={() => choose(steps().length - 1)}
                  aria-label={t("explain.last")}
                  title={t("explain.last")}
                >
                  <Icon name="last" />
                </button>
                <span class="walk-at">{t("explain.sliderAt", { number: place() + 1, count: steps().length })}</span>
              </div>
            </div>
          </Show>
        </section>
        <section class="panel tools-side" aria-label={t("explain.step")}>
          <fieldset class="levels">
            <legend>{t("explain.level")}</legend>
            <For each={LEVELS}>
              {(n) => (
                <label>
                  <input type="radio" name="step-level" checked={level() === n} onChange={() => setLevel(n)} />
                  {told("explain.levels", `l${n}`)}
                </label>
              )}
            </For>
          </fieldset>
          <Show when={chosen()} fallback={<p class="hint-line">{busy() ? t("common.working") : t("explain.none")}</p>}>
            {(found) => (
              <>
                <h2 class="step-title">
                  <span>{t("explain.stepTitle", { number: found().number, technique: found().step.name || technique(found().step.technique) })}</span>{" "}
                  <Difficulty of={found().step.difficulty} />
                </h2>
                <Show when={frames().length}>
                  <Show
                    when={frame()}
                    fallback={
                      <button type="button" class="primary" onClick={() => think(1)}>
                        {t("hint.begin")}
                      </button>
                    }
                  >
                    {(frame) => <Thought frame={frame()} at={thought()!} of={frames().length} think={think} />}
                  </Show>
                </Show>
                <StepText step={found().step} level={level()} technique={technique} label={label} about={about()} ask={ask} />
              </>
            )}
          </Show>
          <Show when={chosen()?.position}>
            <div class="compare">
              <button type="button" aria-pressed={comparing()} onClick={() => setComparing(!comparing())}>
                {t("explain.compare")}
              </button>
              <button type="button" onClick={goOn}>
                {t("explain.goOn")}
              </button>
              <Show when={comparing()}>
                <div role="region" aria-label={t("explain.compare")}>
                  <p>{differences().cells ? t("explain.compared", { count: differences().cells }) : t("explain.comparedNone")}</p>
                  <Show when={differences().cells && !differences().mineGone.length && !differences().pathGone.length}>
                    <p>{t("explain.same")}</p>
                  </Show>
                  <Show when={differences().mineGone.length}>
                    <h3 class="key-mine-gone">{t("explain.mineGone")}</h3>
                    <p>{listed(differences().mineGone.map(difference))}</p>
                  </Show>
                  <Show when={differences().pathGone.length}>
                    <h3 class="key-path-gone">{t("explain.pathGone")}</h3>
                    <p>{listed(differences().pathGone.map(difference))}</p>
                  </Show>
                </div>
              </Show>
            </div>
          </Show>
        </section>
      </div>
    </Show>
  );
}
