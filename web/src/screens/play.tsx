// The screen for solving.
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../app";
import { Board, focusGrid, HIGHLIGHTS, layersOf, SPOTS } from "../board/Board";
import { CellColours, CellMarks, COLOUR_LETTERS } from "../board/CellMarks";
import { CELL, geometryOf } from "../board/geometry";
import { heldMode, lettersFree, valueOf } from "../board/keys";
import { isCancelled } from "../engine/engine";
import type { Because, Picture } from "../engine/types";
import { words } from "../parts/errors";
import { backWords, FoundBox, HintBox, hintWords, type Found } from "../parts/hint-box";
import { Notes } from "../parts/notes";
import { announce, say } from "../parts/say";
import { time } from "../parts/time";
import { UnreadLine } from "../parts/unread";
import { askWhy, WhyBox, whyCells } from "../parts/why";
import type { Mode } from "../state/marks";
import { listsIn } from "../state/making";
import { settings, setSettings } from "../state/settings";
import { theme } from "../state/theme";
import { t, told } from "../texts";

const MODES: Mode[] = ["digit", "corner", "centre", "colour", "pen"];
const MODE_NAMES = {
  digit: "play.digit",
  corner: "play.cornerMode",
  centre: "play.centreMode",
  colour: "play.colourMode",
  pen: "play.penMode",
} as const;
const MODE_KEYS: Record<string, Mode> = { KeyZ: "digit", KeyX: "corner", KeyC: "centre", KeyV: "colour", KeyB: "pen" };
const STEPS: Record<string, string> = { KeyW: "ArrowUp", KeyA: "ArrowLeft", KeyS: "ArrowDown", KeyD: "ArrowRight" };

export function PlayScreen(props: ScreenProps): JSX.Element {
  const { puzzle, play } = props;
  const report = () => puzzle.opened()?.report;
  play.show(true);
  onCleanup(() => play.show(false));
  const [filter, setFilter] = createSignal<number | "two">();
  const [busy, setBusy] = createSignal(false);
  const [message, setMessage] = createSignal<string[]>([]);
  const [found, setFound] = createSignal<Found>();
  const [because, setBecause] = createSignal<Because>();
  const [unreadLit, setUnreadLit] = createSignal<ReadonlySet<number>>(new Set());
  const whyLit = createMemo(() => whyCells(puzzle, because()));
  const [pointed, setPointed] = createSignal<Picture>();
  /** Cells that something wrong was said of. */
  const blamed = createMemo(() => {
    const hint = play.hint();
    // A hint lights no more than it tells.
    const hinted = hint?.status === "mistakes" ? (hint.text ?? []) : [];
    const said = [...hinted, ...(found()?.mistakes ?? [])].join(" ");
    return new Set([...said.matchAll(/\br\d+c\d+\b/g)].map(([name]) => puzzle.index().get(name)));
  });
  createEffect(on(() => play.board(), () => (setMessage([]), setFound(undefined), setBecause(undefined)), { defer: true }));
  const label = (value: number) => puzzle.label(value);

  const inConflict = createMemo(() => {
    const cells = new Set<number>();
    for (const conflict of play.conflicts()) for (const name of conflict.cells) cells.add(puzzle.index().get(name) ?? -1);
    return cells;
  });
  const seen = createMemo(() => {
    if (!settings.seen) return new Set<number>();
    const sets = [...play.selection()].map((i) => puzzle.peers()[i] ?? new Set<number>());
    const [one, ...others] = sets;
    return new Set([...(one ?? [])].filter((i) => others.every((set) => set.has(i))));
  });
  const candidatesOf = (i: number) => [...(play.mark(i).centre ?? play.mark(i).corner ?? [])];
  const filtered = (i: number): boolean => {
    const wanted = filter();
    if (wanted === undefined) return false;
    if (wanted === "two") return play.digit(i) === undefined && candidatesOf(i).length === 2;
    return play.digit(i) === wanted || (play.digit(i) === undefined && candidatesOf(i).includes(wanted));
  };

  /** The words of clues by cell. */
  const clueWords = createMemo(() => {
    const words = new Map<string, string[]>();
    for (const [i, clue] of (report()?.clues ?? []).entries()) {
      if (play.hiddenClues().has(i)) continue;
      const order = listsIn(clue.written).flat();
      for (const cell of clue.cells) {
        const at = order.indexOf(cell);
        const said = at >= 0 && order.length > 1 ? t("cell.position", { clue: clue.name, at: at + 1, of: order.length }) : clue.name;
        words.set(cell, [...(words.get(cell) ?? []), said]);
      }
    }
    return words;
  });
  const cellLabel = (i: number): string => {
    const name = report()?.cells[i] ?? "";
    const at = /^r(\d+)c(\d+)$/.exec(name);
    const parts = [at ? t("cell.place", { row: at[1]!, column: at[2]! }) : name];
    const given = play.given(i);
    const mark = play.mark(i);
    const list = (values: readonly number[]) => values.map(label).join(" ");
    if (given !== undefined) parts.push(t("cell.given", { digit: label(given) }));
    else if (mark.digit !== undefined) parts.push(t("cell.digit", { digit: label(mark.digit) }));
    else {
      if (!mark.corner?.length && !mark.centre?.length) parts.push(t("cell.empty"));
      if (mark.corner?.length) parts.push(t("cell.corner", { marks: list(mark.corner) }));
      if (mark.centre?.length) parts.push(t("cell.centre", { marks: list(mark.centre) }));
    }
    if (play.hidden().has(i)) parts.push(t("cell.fog"));
    if (mark.colours?.length) {
      parts.push(t("cell.colours", { colours: mark.colours.map((c) => told("colours", `c${c}`)).join(" ") }));
    }
    if (inConflict().has(i)) parts.push(t("cell.conflict"));
    if (settings.verbose) for (const clue of clueWords().get(name) ?? []) parts.push(t("cell.clue", { clue }));
    return parts.join(", ");
  };

  // What is in fog is covered by the engine; until it has answered nothing is shown.
  const [fogged, setFogged] = createSignal<{ of: unknown; picture: Picture }>();
  createEffect(
    on([play.hidden, theme, puzzle.opened], ([hidden, theme, opened]) => {
      if (!opened || !play.covers()) return;
      const covered = [...hidden].map((i) => opened.report.cells[i]!);
      puzzle.doc
        .ask<Picture>("draw", { layers: true, theme, prefix: "fog-", covered, position: [] }, { kind: "fog" })
        .then((picture) => {
          if (play.hidden() === hidden) setFogged({ of: opened, picture });
        })
        .catch((error: unknown) => {
          if (!isCancelled(error)) console.error(error);
        });
    }),
  );
  const covering = createMemo((): Picture | undefined => {
    const now = fogged();
    const whole = puzzle.picture();
    if (!play.covers() || !whole) return undefined;
    return now?.of === puzzle.opened() ? now?.picture : { ...whole, layers: [] };
  });

  // What a hint points at is drawn by the engine, over what the player has.
  createEffect(
    on([play.hint, theme], ([hint, theme]) => {
      setPointed(undefined);
      if (!hint?.highlights?.length) return;
      const fields = { layers: true, theme, prefix: "hint-", highlights: hint.highlights, position: [] };
      puzzle.doc
        .ask<Picture>("draw", fields, { kind: "hint" })
        .then((drawn) => {
          if (play.hint() === hint) setPointed(drawn);
        })
        .catch(() => {});
    }),
  );
  createEffect(
    on(
      () => play.conflicts(),
      (list) => {
        if (list[0]) announce(list[0].text);
      },
      { defer: true },
    ),
  );
  createEffect(
    on(
      () => play.solved(),
      (solved) => {
        if (solved) announce(settings.timer ? t("play.solvedIn", { time: time(play.seconds()) }) : t("play.solved"));
      },
      { defer: true },
    ),
  );

  const working = async (work: () => Promise<void>) => {
    setBusy(true);
    setMessage([]);
    setFound(undefined);
    setBecause(undefined);
    try {
      await work();
    } catch (error) {
      if (!isCancelled(error)) setMessage([words(error)]);
    } finally {
      setBusy(false);
    }
  };
  /** What is in fog is used, because the player has asked for it: until the hint is closed. */
  let through = false;
  const hint = (anyway = false) =>
    working(async () => {
      const shown = play.hint();
      through = anyway || (shown !== undefined && through);
      const level = anyway ? (shown?.level ?? 1) : Math.min(shown ? shown.level + 1 : 1, settings.hintCap, 4);
      const found = await play.askHint(level, play.covers() && !through);
      const lines = hintWords(found);
      announce(found.status === "mistakes" && found.level >= 4 ? lines.join(" ") : (lines.at(-1) ?? ""));
    });
  const check = () =>
    working(async () => {
      const board = play.board();
      const { status, mistakes } = await play.check();
      if (board !== play.board()) return;
      if (!mistakes.length) {
        setMessage([status === "unique" ? t("play.checkRight") : t("play.checkNoConflict")]);
        announce(message().join(" "));
        return;
      }
      const back = await play.sinceRight();
      if (board !== play.board()) return;
      setFound({ mistakes, back });
      announce([t("play.mistakesFound", { count: mistakes.length }), ...mistakes, backWords(back)].join(" "));
    });
  const undoMistake = () =>
    working(async () => {
      const steps = await play.undoMistake();
      if (steps === undefined) say(t("play.toMistakeNever"));
      else say(steps > 0 ? t("play.toMistakeDone", { steps }) : t("play.toMistakeNone"));
    });
  const why = () =>
    working(async () => {
      const told = await askWhy(puzzle);
      // It says all that the hint said, and lights it up.
      play.setHint(undefined);
      setBecause(told);
      focusGrid();
      announce([told.text, ...(told.story ?? [])].join(" "));
    });
  const fill = () =>
    working(async () => {
      const mistakes = await play.fill();
      if (mistakes.length) setFound({ mistakes });
    });
  const checkpoint = () => {
    play.addCheckpoint(t("play.checkpointName", { number: play.checkpoints().length + 1 }));
  };
  const nextFilter = () => {
    const all: (number | "two" | undefined)[] = [undefined, ...puzzle.digits(), "two"];
    setFilter(all[(all.indexOf(filter()) + 1) % all.length]);
  };

  /** Where the pen is: a line goes from cell to cell. */
  let penAt: number | undefined;
  let penMoved = false;
  const pen = {
    begin: (_: unknown, cell: number | undefined) => {
      penAt = cell;
      penMoved = false;
      if (cell !== undefined) play.select(new Set([cell]), cell);
    },
    move: (_: unknown, cell: number | undefined) => {
      if (cell === undefined || penAt === undefined || cell === penAt) return;
      play.line(penAt, cell);
      penAt = cell;
      penMoved = true;
    },
    end: () => {
      // A click is a cross.
      if (!penMoved && penAt !== undefined) play.line(penAt, penAt);
    },
  };

  const spoken = (cells: readonly string[]) =>
    cells
      .map((name) => {
        const digit = play.digit(puzzle.index().get(name) ?? -1);
        return digit === undefined ? t("play.said.blank") : label(digit);
      })
      .join(" ");
  const read = (kind: "row" | "column" | "box") => {
    const here = report()?.cells[play.focus()];
    const houses = (report()?.houses ?? []).filter((house) => here && house.cells.includes(here));
    const house = houses.find((h) => (kind === "box" ? !/^(row|column) /.test(h.name) : h.name.startsWith(kind)));
    if (!house) return;
    const number = house.name.replace(/^\D+/, "");
    const cells = spoken(house.cells);
    if (kind === "row") announce(t("play.said.row", { row: number, cells }));
    else if (kind === "column") announce(t("play.said.column", { column: number, cells }));
    else announce(t("play.said.box", { name: house.name, cells }));
  };
  const missing = () => {
    const here = report()?.cells[play.focus()];
    const texts = (report()?.houses ?? [])
      .filter((house) => here && house.cells.includes(here))
      .map((house) => {
        const held = new Set(house.cells.map((name) => play.digit(puzzle.index().get(name) ?? -1)));
        const left = puzzle.digits().filter((d) => !held.has(d)).map(label);
        return `${house.name}: ${left.join(" ") || t("play.said.nothing")}`;
      });
    announce(texts.join("; "));
  };
  const nextEmpty = () => {
    const count = report()?.cells.length ?? 0;
    for (let k = 1; k <= count; k++) {
      const i = (play.focus() + k) % count;
      if (play.digit(i) === undefined) {
        play.select(new Set([i]), i);
        return;
      }
    }
  };

  const key = (event: KeyboardEvent): boolean => {
    const now = report();
    if (!now || play.paused()) return false;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.code === "KeyZ") return event.shiftKey ? play.redo() : play.undo(), true;
    if (command && event.code === "KeyY") return play.redo(), true;
    if (command && event.code === "KeyA") {
      play.select(new Set(now.cells.map((_, i) => i)), play.focus());
      return true;
    }
    if (command && event.code === "KeyI") {
      const others = now.cells.map((_, i) => i).filter((i) => !play.selection().has(i));
      play.select(new Set(others), play.focus());
      return true;
    }
    const mode = heldMode(event) ?? play.mode();
    const value = mode === "colour" ? valueOf(event, 1, 9) : valueOf(event, now.first, now.digits);
    if (value !== undefined && mode !== "pen") {
      // A number beside the grid may have several digits.
      play.enter(value, mode);
      return true;
    }
    if (event.key === "Delete" || event.key === "Backspace") return play.clear(), true;
    if (event.key === "Escape") {
      if (play.hint()) play.setHint(undefined);
      else play.select(new Set(), play.focus());
      return true;
    }
    if (command || event.altKey) return false;
    if (event.code === "Space") {
      play.setMode(MODES[(MODES.indexOf(play.mode()) + 1) % MODES.length]!);
      announce(t(MODE_NAMES[play.mode()]));
      return true;
    }
    if (!settings.letters || !lettersFree(now.first, now.digits)) return false;
    const other = MODE_KEYS[event.code];
    if (other) {
      play.setMode(other);
      announce(t(MODE_NAMES[other]));
      return true;
    }
    const step = STEPS[event.code];
    if (step) {
      event.target?.dispatchEvent(
        new KeyboardEvent("keydown", { key: step, code: step, shiftKey: event.shiftKey, bubbles: true, cancelable: true }),
      );
      return true;
    }
    const letters: Record<string, () => void> = {
      KeyH: () => void hint(),
      KeyF: nextFilter,
      KeyN: nextEmpty,
      KeyR: () => read("row"),
      KeyT: () => read("column"),
      KeyY: () => read("box"),
      KeyM: missing,
    };
    const does = letters[event.code];
    does?.();
    return does !== undefined;
  };

  const boxes = createMemo(() => {
    const picture = puzzle.picture();
    const now = report();
    return picture && now ? geometryOf(now, picture).boxes : [];
  });
  const strokes = createMemo(() =>
    play.board().strokes.flatMap((stroke) => {
      const [a, b] = stroke.split("-").map((n) => boxes()[Number(n)]);
      return a && b ? [{ a, b }] : [];
    }),
  );
  const keypad = createMemo(() => (play.mode() === "colour" ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : puzzle.digits()));

  return (
    <div class="columns play">
      <section class="panel side" aria-label={t("play.rules")}>
        <h2 class="puzzle-title">{report()?.title || t("common.untitled")}</h2>
        <Show when={report()?.author}>{(author) => <p class="author">{t("common.by", { author: author() })}</p>}</Show>
        {/* Where there is little room, the rules are a tap away, and the grid is in sight. */}
        <details class="more rules-text" open={matchMedia("(min-width: 46rem)").matches}>
          <summary>{t("play.rules")}</summary>
          <Show when={report()?.text} fallback={<For each={report()?.says}>{(says) => <p>{says}</p>}</For>}>
            {(text) => <For each={text().split("\n")}>{(line) => <p>{line}</p>}</For>}
          </Show>
        </details>
        <Notes notes={report()?.notes ?? []} />
        <Show when={play.covers()}>
          <p class="hint-line">{t(play.hidden().size ? "play.fog" : "play.fogCleared")}</p>
        </Show>
        <UnreadLine puzzle={puzzle} light={setUnreadLit} covered={play.covers()} />
        <Show when={settings.timer}>
          <p class="timer">
            <span>
              {t("play.timer")} <time>{time(play.seconds())}</time>
            </span>
            <button type="button" onClick={() => play.pause(!play.paused())}>
              {play.paused() ? t("play.resume") : t("play.pause")}
            </button>
          </p>
        </Show>
      </section>
      <section class="centre-column" id="grid" aria-label={report()?.title || t("play.title")}>
        <Show
          when={!play.paused()}
          fallback={
            <div class="paused">
              <p>{t("play.paused")}</p>
              <button type="button" class="primary" onClick={() => play.pause(false)}>
                {t("play.resume")}
              </button>
            </div>
          }
        >
          <Board
            puzzle={puzzle}
            name={t("play.grid", { rows: report()?.rows ?? 0, columns: report()?.columns ?? 0 })}
            selection={play.selection}
            focus={play.focus}
            select={(cells, focus) => play.select(cells, focus)}
            key={key}
            label={cellLabel}
            doubled={(cell) => play.select(play.same(cell), cell)}
            stroke={play.mode() === "pen" ? pen : undefined}
            picture={covering()}
            between={
              <Show when={play.hidden().size}>
                <CellColours cells={play.board().cells} boxes={boxes().map((box, i) => (play.hidden().has(i) ? box : undefined))} />
              </Show>
            }
            under={
              <>
                <CellColours cells={play.board().cells} boxes={boxes()} />
                <g innerHTML={layersOf(pointed(), (l) => l.name === SPOTS)} />
              </>
            }
            marked={(i) =>
              [
                inConflict().has(i) ? "conflict" : "",
                blamed().has(i) || whyLit().has(i) || unreadLit().has(i) ? "lit" : "",
                seen().has(i) ? "seen" : "",
                filter() !== undefined ? (filtered(i) ? "filtered" : "dimmed") : "",
              ].join(" ")
            }
            content={(i) => (
              <CellMarks
                mark={play.mark(i)}
                given={play.fixed(i)}
                label={label}
                first={report()!.first}
                count={report()!.digits}
                fixedCorners={settings.fixedCorners}
                filter={filter() === "two" ? undefined : (filter() as number | undefined)}
              />
            )}
            over={
              <>
                <g class="pen">
                  <For each={strokes()}>
                    {({ a, b }) =>
                      a === b ? (
                        <path d={`M${a.x + 20} ${a.y + 20}l24 24m0 -24l-24 24`} />
                      ) : (
                        <path d={`M${a.x + CELL / 2} ${a.y + CELL / 2}L${b.x + CELL / 2} ${b.y + CELL / 2}`} />
                      )
                    }
                  </For>
                </g>
                <defs innerHTML={pointed()?.letters ?? ""} />
                <g innerHTML={layersOf(pointed(), (l) => l.name === HIGHLIGHTS)} />
              </>
            }
          />
        </Show>
        <Show when={play.solved()}>
          <p class="solved">{settings.timer ? t("play.solvedIn", { time: time(play.seconds()) }) : t("play.solved")}</p>
        </Show>
        <Show when={settings.conflicts && play.conflicts().length}>
          <ul class="conflicts" aria-label={t("play.conflicts")}>
            <For each={play.conflicts()}>{(conflict) => <li>{conflict.text}</li>}</For>
          </ul>
        </Show>
      </section>
      <section class="panel tools" aria-label={t("play.modes")}>
        <div class="modes" role="group" aria-label={t("play.modes")}>
          <For each={MODES}>
            {(mode) => (
              <button type="button" aria-pressed={play.mode() === mode} onClick={() => play.setMode(mode)}>
                {t(MODE_NAMES[mode])}
              </button>
            )}
          </For>
        </div>
        <Show when={play.mode() === "colour"}>
          <label class="field inline">
            {t("play.colourWhat")}
            <select
              onChange={(event) => play.setTinting(event.currentTarget.value ? Number(event.currentTarget.value) : undefined)}
            >
              <option value="">{t("play.wholeCell")}</option>
              <For each={puzzle.digits()}>{(d) => <option value={d}>{t("play.candidate", { digit: label(d) })}</option>}</For>
            </select>
          </label>
        </Show>
        <Show when={play.mode() !== "pen"}>
          <div
            class="keypad"
            classList={{ many: keypad().length > 9 }}
            role="group"
            aria-label={t("play.keypad", { mode: t(MODE_NAMES[play.mode()]) })}
            data-mode={play.mode()}
          >
            <For each={keypad()}>
              {(value) => (
                <button
                  type="button"
                  class="key"
                  style={play.mode() === "colour" ? { "--key-colour": `var(--colour-${value})` } : {}}
                  onClick={() => play.enter(value)}
                  aria-label={play.mode() === "colour" ? told("colours", `c${value}`) : undefined}
                >
                  {play.mode() === "colour" ? COLOUR_LETTERS[value - 1] : label(value)}
                </button>
              )}
            </For>
            <button type="button" class="key wide-key" onClick={() => play.clear()}>
              {t("play.clear")}
            </button>
          </div>
        </Show>
        <div class="buttons">
          <button type="button" disabled={!play.history.canUndo()} onClick={() => play.undo()}>
            {t("play.undo")}
          </button>
          <button type="button" disabled={!play.history.canRedo()} onClick={() => play.redo()}>
            {t("play.redo")}
          </button>
          <button type="button" class="primary" aria-busy={busy()} onClick={() => void hint()}>
            {t("play.hint")}
          </button>
          <button type="button" onClick={() => void check()}>
            {t("play.check")}
          </button>
        </div>
        <Show when={play.hint()}>
          {(shown) => (
            <HintBox
              hint={shown()}
              more={() => void hint()}
              anyway={() => (focusGrid(), void hint(true))}
              apply={() => (play.apply(shown()), focusGrid())}
              toMistake={() => void undoMistake()}
              why={play.covers() ? undefined : () => void why()}
              dismiss={() => (play.setHint(undefined), focusGrid())}
            />
          )}
        </Show>
        <Show when={message().length}>
          <div class="hint-box">
            <For each={message()}>{(text) => <p>{text}</p>}</For>
          </div>
        </Show>
        <Show when={because()}>{(now) => <WhyBox puzzle={puzzle} found={now()} dismiss={() => (setBecause(undefined), focusGrid())} />}</Show>
        <Show when={found()}>{(now) => <FoundBox found={now()} toMistake={() => void undoMistake()} />}</Show>
        <details class="more">
          <summary>{t("play.more")}</summary>
          <div class="buttons">
            <button type="button" onClick={() => void fill()}>
              {t("play.fill")}
            </button>
            <button type="button" onClick={() => void undoMistake()}>
              {t("play.toMistake")}
            </button>
            <button type="button" aria-pressed={settings.seen} onClick={() => setSettings("seen", !settings.seen)}>
              {t("play.seen")}
            </button>
            <button type="button" onClick={() => play.restart()}>
              {t("play.restart")}
            </button>
          </div>
          <label class="field inline">
            {t("play.filter")}
            <select
              value={String(filter() ?? "")}
              onChange={(event) => {
                const value = event.currentTarget.value;
                setFilter(value === "" ? undefined : value === "two" ? "two" : Number(value));
              }}
            >
              <option value="">{t("play.filterNone")}</option>
              <For each={puzzle.digits()}>{(d) => <option value={d}>{label(d)}</option>}</For>
              <option value="two">{t("play.filterTwo")}</option>
            </select>
          </label>
          <h3>{t("play.checkpoints")}</h3>
          <button type="button" onClick={checkpoint}>
            {t("play.checkpointAdd")}
          </button>
          <ul class="checkpoints">
            <For each={play.checkpoints()}>
              {(one, n) => (
                <li>
                  <input
                    type="text"
                    aria-label={t("play.checkpointNameLabel")}
                    value={one.name}
                    onChange={(event) =>
                      play.setCheckpoints(
                        play.checkpoints().map((c, i) => (i === n() ? { ...c, name: event.currentTarget.value } : c)),
                      )
                    }
                  />
                  <button type="button" onClick={() => play.backTo(one)}>
                    {t("play.checkpointBack", { name: one.name })}
                  </button>
                  <button
                    type="button"
                    aria-label={`${t("common.remove")}: ${one.name}`}
                    onClick={() => play.setCheckpoints(play.checkpoints().filter((_, i) => i !== n()))}
                  >
                    ✕
                  </button>
                </li>
              )}
            </For>
          </ul>
        </details>
      </section>
    </div>
  );
}
