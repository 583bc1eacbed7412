// The screen for solving.
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../state/screen";
import { Board, focusGrid } from "../board/Board";
import { candidateAt, candidateNear, CellColours, CellMarks } from "../board/CellMarks";
import { CELL, geometryOf, labelled } from "../board/geometry";
import { heldMode, lettersFree, valueOf } from "../board/keys";
import { isCancelled } from "../engine/engine";
import type { Because, Picture } from "../engine/types";
import { ChainBox, chainOf, ChainPicture } from "../parts/chain";
import { words } from "../parts/errors";
import { FrameOver, FrameUnder } from "../parts/frame-picture";
import { frameOf, framesOf, frameWords, type Frame } from "../parts/frames";
import { backWords, FoundBox, HintBox, hintWords, type Found } from "../parts/hint-box";
import { Icon, IconButton } from "../parts/icon";
import { heldNow, Keypad, letterOf, MODE_NAMES, MODES } from "../parts/keypad";
import { Notes } from "../parts/notes";
import { penOf } from "../parts/pen";
import { announce, say } from "../parts/say";
import { Solved, solvedWords } from "../parts/solved";
import { time } from "../parts/time";
import { UnreadLine } from "../parts/unread";
import { askWhy, WhyBox, whyCells } from "../parts/why";
import { drawnOf, type Board as Written, type Mode } from "../state/marks";
import { listsIn } from "../state/making";
import { settings, setSettings } from "../state/settings";
import { theme } from "../state/theme";
import { t, told } from "../texts";

const MODE_KEYS: Record<string, Mode> = {
  KeyZ: "digit",
  KeyX: "corner",
  KeyC: "centre",
  KeyV: "colour",
  KeyB: "pen",
  KeyL: "letter",
};
/** The modes through which Space and Tab cycle. */
const CYCLE = MODES.slice(0, 4);
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
  /** The sheet that covers the page on small screens: the rules, or more tools. */
  const [sheet, setSheet] = createSignal<"rules" | "more">();
  const held = heldNow();
  const [sentenceLit, setSentenceLit] = createSignal<ReadonlySet<number>>(new Set());
  const [unread, setUnread] = createSignal<ReadonlySet<number>>(new Set());
  const whyLit = createMemo(() => whyCells(puzzle, because()));
  /** The cells that are mentioned in mistakes. */
  const blamed = createMemo(() => {
    const hint = play.hint();
    // A hint highlights only those parts that its text reveals.
    const hinted = hint?.status === "mistakes" ? (hint.text ?? []) : [];
    const said = [...hinted, ...(found()?.mistakes ?? [])].join(" ");
    return new Set([...said.matchAll(/\br\d+c\d+\b/g)].map(([name]) => puzzle.index().get(name)));
  });
  // Clear messages about another position or puzzle.
  createEffect(
    on([() => play.board(), puzzle.hash, puzzle.key], () => (setMessage([]), setFound(undefined), setBecause(undefined)), { defer: true }),
  );
  createEffect(on(puzzle.key, () => (setFilter(undefined), setSheet(undefined)), { defer: true }));
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
  const placeWords = (i: number): string => {
    const name = report()?.cells[i] ?? "";
    const at = /^r(\d+)c(\d+)$/.exec(name);
    return at ? t("cell.place", { row: at[1]!, column: at[2]! }) : name;
  };
  /** The content of a cell in words. */
  const contents = (i: number): string[] => {
    const parts: string[] = [];
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
    if (mark.letters?.length) parts.push(t("cell.letters", { letters: mark.letters.map(letterOf).join(" ") }));
    if (play.hidden().has(i)) parts.push(t("cell.fog"));
    if (mark.colours?.length) {
      parts.push(t("cell.colours", { colours: mark.colours.map((c) => told("colours", `c${c}`)).join(" ") }));
    }
    const tinted = Object.entries(mark.tinted ?? {}).map(([value, c]) => `${label(Number(value))} ${told("colours", `c${c}`)}`);
    if (tinted.length) parts.push(t("cell.tinted", { list: tinted.join(", ") }));
    return parts;
  };
  const cellLabel = (i: number): string => {
    const parts = [placeWords(i), ...contents(i)];
    if (inConflict().has(i)) parts.push(t("cell.conflict"));
    if (unread().has(i)) parts.push(t("cell.unread"));
    if (settings.verbose) for (const clue of clueWords().get(report()?.cells[i] ?? "") ?? []) parts.push(t("cell.clue", { clue }));
    return parts.join(", ");
  };
  /** Performs an action, and announces the new content of the cells that it changes. */
  const heard = (does: () => void | Promise<void>) => {
    const before: Written = play.board();
    const tell = () => {
      const after = play.board();
      const changed = after.cells.flatMap((mark, i) => (mark === before.cells[i] ? [] : [i]));
      // A digit also removes marks from other cells; announce only the digit.
      const digits = changed.filter((i) => after.cells[i]?.digit !== before.cells[i]?.digit);
      const cells = changed.length > 3 && digits.length ? digits : changed;
      if (cells.length > 3) announce(t("play.said.changed", { count: cells.length }));
      else if (cells.length) announce(cells.map((i) => `${placeWords(i)}: ${contents(i).join(", ")}`).join("; "));
    };
    const doing = does();
    if (doing) void doing.then(tell);
    else tell();
  };
  /** While a chain is being drawn, a digit selects the candidate of the focused cell with this digit. */
  const chain = chainOf(play);
  const enter = (value: number, mode: Mode) => {
    if (chain.on() && mode === "digit") return chain.add(play.focus(), value);
    const before = play.armed();
    heard(() => play.enter(value, mode));
    const armed = play.armed();
    if (armed !== before) announce(armed === undefined ? t("play.said.disarmed") : t("play.said.armed", { value: entered(value, mode) }));
    if (mode === "pen") announce(entered(value, mode));
  };
  const entered = (value: number, mode: Mode): string =>
    mode === "colour" || mode === "pen" ? told("colours", `c${value}`) : mode === "letter" ? letterOf(value) : label(value);

  // The engine hides the parts in fog, so nothing is shown until the engine has answered.
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

  /** The thoughts of a hint. */
  const frames = createMemo((): Frame[] => {
    const [hint, now] = [play.hint(), report()];
    if (!hint || !now) return [];
    const digit = (name: string) => play.digit(puzzle.index().get(name) ?? -1);
    if (hint.step) return framesOf(hint.step, { report: now, label, digit });
    return hint.highlights?.length ? [frameOf(hint.text?.at(-1) ?? "", hint.highlights)] : [];
  });
  const [thought, setThought] = createSignal(0);
  createEffect(on(play.hint, () => setThought(0)));
  const frame = () => frames()[Math.min(thought(), frames().length - 1)];
  const think = (by: number) => {
    setThought(Math.min(Math.max(thought() + by, 0), frames().length - 1));
    const now = frame();
    if (now) announce(frameWords(now));
  };
  /** The candidates of each cell when the hint was requested. */
  const [left, setLeft] = createSignal<ReadonlyMap<string, readonly number[]>>(new Map());
  createEffect(
    on(play.hint, (hint) => {
      setLeft(new Map<string, number[]>());
      if (!hint?.highlights?.length && !hint?.step) return;
      play.plain().then(
        (found) => play.hint() === hint && setLeft(new Map(found.map((c) => [c.cell, c.candidates]))),
        () => {},
      );
    }),
  );
  /** The cells in which the picture highlights candidates, with all their remaining candidates. */
  const shown = createMemo(() => {
    const cells = new Map<number, number[]>();
    if (chain.on()) {
      report()?.cells.forEach((_, i) => cells.set(i, [...chain.candidates(i)]));
      return cells;
    }
    for (const { cell, value } of frame()?.spots ?? []) {
      const i = puzzle.index().get(cell);
      if (i === undefined || play.digit(i) !== undefined) continue;
      const before = cells.get(i) ?? [...(play.mark(i).centre ?? left().get(cell) ?? [])];
      cells.set(i, before.includes(value) ? before : [...before, value]);
    }
    return cells;
  });
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
        if (solved) announce(solvedWords(play));
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
  /** Whether the player has agreed that hints may use parts in fog. The value is reset when the hint is closed. */
  let through = false;
  const hint = (anyway = false) =>
    working(async () => {
      const shown = play.hint();
      through = anyway || (shown !== undefined && through);
      const level = anyway ? (shown?.level ?? 1) : Math.min(shown ? shown.level + 1 : 1, settings.hintCap, 4);
      if (!anyway && shown?.step && thought() < frames().length - 1) return think(1);
      const found = await play.askHint(level, play.covers() && !through);
      const lines = hintWords(found);
      if (frames()[0] && found.status === "step") return announce(frameWords(frames()[0]!));
      announce(found.status === "mistakes" && found.level >= 4 ? lines.join(" ") : (lines.at(-1) ?? ""));
    });
  const check = () =>
    working(async () => {
      const board = play.board();
      const { status, mistakes, count } = await play.check();
      if (board !== play.board()) return;
      if (!mistakes.length) {
        setMessage([status === "unique" ? t("play.checkRight") : t("play.checkNoConflict")]);
        announce(message().join(" "));
        return;
      }
      const back = await play.sinceRight();
      if (board !== play.board()) return;
      setFound({ mistakes, count, back });
      announce([t("play.mistakesFound", { count }), ...mistakes, backWords(back)].join(" "));
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
      // The explanation contains everything that the hint said, so close the hint.
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

  const pen = penOf(play);
  const clipped = (event: ClipboardEvent) => {
    if (!(event.target as HTMLElement | null)?.closest?.('[role="grid"]')) return;
    const text = play.copy();
    if (text === undefined || !event.clipboardData) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
    if (event.type === "cut") heard(() => play.clear());
    else announce(t("common.copied"));
  };
  document.addEventListener("copy", clipped);
  document.addEventListener("cut", clipped);
  onCleanup(() => {
    document.removeEventListener("copy", clipped);
    document.removeEventListener("cut", clipped);
  });
  /** Switches to another mode after a key press. */
  const turn = (mode: Mode) => {
    play.arm(undefined);
    play.setMode(mode);
    announce(t(MODE_NAMES[mode]));
  };
  const cycle = (back: boolean) => {
    const at = CYCLE.indexOf(play.mode());
    turn(CYCLE[(at + (back && at >= 0 ? CYCLE.length - 1 : 1)) % CYCLE.length]!);
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

  /** Moves the focus from the grid to the buttons of the message box, because Tab has another function in the grid. */
  const toTold = (): boolean => {
    const button = (kind: string) => document.querySelector<HTMLElement>(`.told button${kind}:not(:disabled)`);
    const found = button(".primary") ?? button("");
    found?.focus();
    return found !== null;
  };
  /** Closes the topmost open element or, if none is open, clears the selection. */
  const escape = () => {
    if (sheet()) setSheet(undefined);
    else if (play.hint()) play.setHint(undefined);
    else if (because() || found() || message().length) (setBecause(undefined), setFound(undefined), setMessage([]));
    else if (chain.on()) chain.close();
    else if (play.armed() !== undefined) play.arm(undefined);
    else play.select(new Set(), play.focus());
  };
  const key = (event: KeyboardEvent): boolean => {
    const now = report();
    if (!now || play.paused()) return false;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.code === "KeyZ") return heard(() => (event.shiftKey ? play.redo() : play.undo())), true;
    if (command && event.code === "KeyY") return heard(() => play.redo()), true;
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
    const letter = mode === "letter" && !command ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined;
    if (letter) return enter(letter.charCodeAt(0) - 64, "letter"), true;
    const value = mode === "colour" || mode === "pen" ? valueOf(event, 1, 9) : valueOf(event, now.first, now.digits);
    if (value !== undefined) return enter(value, mode === "letter" ? "digit" : mode), true;
    const back = event.key === "Delete" || event.key === "Backspace";
    if (back && chain.on()) return chain.back(), true;
    if (back) return heard(() => play.clear()), true;
    if (event.key === "Escape") return escape(), true;
    if (event.key === "Enter") return toTold();
    // If no cell is selected, Tab leaves the grid as usual.
    if (event.key === "Tab" && !command && !event.altKey && play.selection().size) return cycle(event.shiftKey), true;
    if (command || event.altKey) return false;
    if (event.code === "Space") return cycle(event.shiftKey), true;
    if (!settings.letters || !lettersFree(now.first, now.digits)) return false;
    const other = MODE_KEYS[event.code];
    if (other) return turn(other), true;
    const step = STEPS[event.code];
    if (step) {
      event.target?.dispatchEvent(
        new KeyboardEvent("keydown", { key: step, code: step, shiftKey: event.shiftKey, bubbles: true, cancelable: true }),
      );
      return true;
    }
    const letters: Record<string, () => void> = {
      KeyH: () => void hint(),
      KeyK: chain.toggle,
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
  const beside = createMemo(() => {
    const [now, picture] = [report(), covering() ?? puzzle.picture()];
    return now && picture ? labelled(geometryOf(now, picture), picture) : new Map<number, number>();
  });
  const wide = createMemo(() => {
    const [, , width, height] = (puzzle.picture()?.view ?? []).map(Number);
    return width && height ? width / height : 1;
  });
  const strokes = createMemo(() =>
    play.board().strokes.flatMap((stroke) => {
      const drawn = drawnOf(stroke);
      if (!drawn) return [];
      const colour = `var(--ink-${drawn.colour})`;
      if (drawn.kind === "edge") {
        const [[r1, c1], [r2, c2]] = [drawn.from, drawn.to];
        return [{ colour, d: `M${c1 * CELL} ${r1 * CELL}L${c2 * CELL} ${r2 * CELL}` }];
      }
      const [a, b] = [boxes()[drawn.from], boxes()[drawn.to]];
      if (!a || !b) return [];
      if (drawn.kind === "cross") return [{ colour, d: `M${a.x + 20} ${a.y + 20}l24 24m0 -24l-24 24` }];
      return [{ colour, d: `M${a.x + CELL / 2} ${a.y + CELL / 2}L${b.x + CELL / 2} ${b.y + CELL / 2}` }];
    }),
  );

  const pictured = () => ({
    frame: frame(),
    boxes: boxes(),
    index: puzzle.index(),
    first: report()?.first ?? 1,
    count: report()?.digits ?? 9,
    label,
  });
  return (
    <div
      class="columns play"
      style={{ "--wide": wide() }}
      onPointerDown={(event) => {
        // A press outside the grid clears the selection.
        const on = (event.target as Element).closest("button, select, input, a, .tools, .side-body, .board-frame");
        if (!on && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey) play.select(new Set(), play.focus());
      }}
    >
      <section class="panel side" classList={{ open: sheet() === "rules" }} aria-label={t("play.rules")}>
        <div class="line">
          <h2 class="puzzle-title">{report()?.title || t("common.untitled")}</h2>
          <Show when={settings.timer}>
            <p class="timer">
              <time aria-label={t("play.timer")}>{time(play.seconds())}</time>
              <button
                type="button"
                class="plain"
                aria-label={play.paused() ? t("play.resume") : t("play.pause")}
                onClick={() => play.pause(!play.paused())}
              >
                <Icon name={play.paused() ? "play" : "pause"} />
              </button>
            </p>
          </Show>
        </div>
        <Show when={settings.conflicts && play.conflicts().length}>
          <ul class="conflicts" aria-label={t("play.conflicts")}>
            <For each={play.conflicts()}>{(conflict) => <li>{conflict.text}</li>}</For>
          </ul>
        </Show>
        <div class="side-body">
          <Show when={report()?.author}>{(author) => <p class="author">{t("common.by", { author: author() })}</p>}</Show>
          <div class="rules-text">
            <Show when={report()?.text} fallback={<For each={report()?.says}>{(says) => <p>{says}</p>}</For>}>
              {(text) => <For each={text().split("\n")}>{(line) => <p>{line}</p>}</For>}
            </Show>
          </div>
          <Notes notes={report()?.notes ?? []} />
          <Show when={play.covers()}>
            <p class="hint-line">{t(play.hidden().size ? "play.fog" : "play.fogCleared")}</p>
          </Show>
          <UnreadLine puzzle={puzzle} light={setSentenceLit} mark={setUnread} covered={play.covers()} />
          <button type="button" class="narrow" onClick={() => (setSheet(undefined), focusGrid())}>
            {t("common.close")}
          </button>
        </div>
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
            about={t("play.about")}
            alike={(cell) => play.same(cell)}
            brush={play.armed() === undefined || chain.on() ? undefined : (cell, first) => heard(() => play.brush(cell, first))}
            tapped={(cell, at) => {
              const element = document.querySelector(`[role="gridcell"][data-i="${cell}"]`);
              const near = element && chain.on() ? candidateNear(element, at.x, at.y) : undefined;
              if (near !== undefined) return chain.add(cell, near);
              if ((held() ?? play.mode()) !== "colour") return;
              const value = element ? candidateAt(element, at.x, at.y) : undefined;
              if (value !== undefined) heard(() => play.tintAt(cell, value));
            }}
            stroke={play.mode() === "pen" && !chain.on() ? pen : undefined}
            picture={covering()}
            between={
              <Show when={play.hidden().size}>
                <CellColours cells={play.board().cells} boxes={boxes().map((box, i) => (play.hidden().has(i) ? box : undefined))} />
              </Show>
            }
            under={
              <>
                <CellColours cells={play.board().cells} boxes={boxes()} />
                <FrameUnder {...pictured()} />
              </>
            }
            marked={(i) =>
              [
                inConflict().has(i) ? "conflict" : "",
                blamed().has(i) || whyLit().has(i) || sentenceLit().has(i) ? "lit" : "",
                unread().has(i) ? "unread-here" : "",
                seen().has(i) ? "seen" : "",
                filter() !== undefined ? (filtered(i) ? "filtered" : "dimmed") : "",
              ].join(" ")
            }
            content={(i) => (
              <CellMarks
                mark={shown().has(i) ? { ...play.mark(i), corner: undefined, centre: shown().get(i) } : play.mark(i)}
                given={play.fixed(i)}
                label={label}
                first={report()!.first}
                count={report()!.digits}
                fixedCorners={settings.fixedCorners}
                fixedCentres={settings.fixedCentres || shown().has(i)}
                beside={beside().get(i)}
                filter={filter() === "two" ? undefined : (filter() as number | undefined)}
              />
            )}
            over={
              <>
                <g class="pen">
                  <For each={strokes()}>{({ d, colour }) => <path d={d} style={{ stroke: colour }} />}</For>
                </g>
                <FrameOver {...pictured()} />
                <ChainPicture chain={chain} {...pictured()} />
              </>
            }
          />
        </Show>
      </section>
      <section class="panel tools" aria-label={t("play.modes")}>
        <Keypad play={play} enter={enter} />
        <div class="actions" role="group" aria-label={t("play.actions")}>
          <IconButton icon="undo" text={t("play.undo")} disabled={!play.history.canUndo()} does={() => heard(() => play.undo())} />
          <IconButton icon="redo" text={t("play.redo")} disabled={!play.history.canRedo()} does={() => heard(() => play.redo())} />
          <IconButton icon="hint" text={t("play.hint")} class="primary" busy={busy()} does={() => void hint()} />
          <IconButton icon="check" text={t("play.check")} does={() => void check()} />
          <IconButton
            icon="rules"
            text={t("play.rules")}
            class={`narrow${report()?.unread ? " alert" : ""}`}
            expanded={sheet() === "rules"}
            does={() => setSheet(sheet() === "rules" ? undefined : "rules")}
          />
          <IconButton
            icon="more"
            text={t("play.more")}
            class="narrow"
            expanded={sheet() === "more"}
            does={() => setSheet(sheet() === "more" ? undefined : "more")}
          />
        </div>
        <div class="extra" classList={{ open: sheet() === "more" }}>
          <div class="extra-tools">
            <IconButton icon="fill" text={t("play.fill")} does={() => (setSheet(undefined), void fill())} />
            <IconButton icon="back" text={t("play.toMistake")} does={() => (setSheet(undefined), void undoMistake())} />
            <IconButton icon="seen" text={t("play.seen")} pressed={settings.seen} does={() => setSettings("seen", !settings.seen)} />
            <IconButton icon="restart" text={t("play.restart")} does={() => (setSheet(undefined), play.restart())} />
            <IconButton icon="flag" text={t("play.checkpointAdd")} does={checkpoint} />
            <IconButton
              icon="chain"
              text={t("chain.draw")}
              pressed={chain.on()}
              does={() => (setSheet(undefined), play.setHint(undefined), chain.toggle(), focusGrid())}
            />
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
          <label class="field inline">
            {t("play.colourWhat")}
            <select
              value={String(play.tinting() ?? "")}
              onChange={(event) => play.setTinting(event.currentTarget.value ? Number(event.currentTarget.value) : undefined)}
            >
              <option value="">{t("play.wholeCell")}</option>
              <For each={puzzle.digits()}>{(d) => <option value={d}>{t("play.candidate", { digit: label(d) })}</option>}</For>
            </select>
          </label>
          <Show when={play.checkpoints().length}>
            <h3>{t("play.checkpoints")}</h3>
          </Show>
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
                    <Icon name="close" />
                  </button>
                </li>
              )}
            </For>
          </ul>
          <button type="button" class="narrow" onClick={() => (setSheet(undefined), focusGrid())}>
            {t("common.close")}
          </button>
        </div>
        <div
          class="told"
          onKeyDown={(event) => {
            if (event.key === "Escape") escape(), focusGrid();
          }}
        >
          <Show when={play.hint()}>
            {(shown) => (
              <HintBox
                hint={shown()}
                frames={frames()}
                at={thought()}
                think={think}
                more={() => void hint()}
                anyway={() => (focusGrid(), void hint(true))}
                apply={() => (heard(() => play.apply(shown().step)), focusGrid())}
                toMistake={() => (focusGrid(), void undoMistake())}
                why={play.covers() ? undefined : () => void why()}
                dismiss={() => (play.setHint(undefined), focusGrid())}
              />
            )}
          </Show>
          <Show when={chain.on()}>
            <ChainBox
              chain={chain}
              label={label}
              apply={({ placed, removed }) => (chain.close(), heard(() => play.apply({ placements: placed ? [placed] : [], eliminations: removed ?? [] })), focusGrid())}
              close={() => (chain.close(), focusGrid())}
            />
          </Show>
          <Show when={message().length}>
            <div class="hint-box">
              <For each={message()}>{(text) => <p>{text}</p>}</For>
              <div class="buttons">
                <button type="button" onClick={() => (setMessage([]), focusGrid())}>
                  {t("common.close")}
                </button>
              </div>
            </div>
          </Show>
          <Show when={because()}>{(now) => <WhyBox puzzle={puzzle} found={now()} dismiss={() => (setBecause(undefined), focusGrid())} />}</Show>
          <Show when={found()}>
            {(now) => <FoundBox found={now()} toMistake={() => (focusGrid(), void undoMistake())} dismiss={() => (setFound(undefined), focusGrid())} />}
          </Show>
          <Show when={play.solved()}>
            <Solved play={play} open={(text) => props.open(text, "play")} go={props.go} />
          </Show>
        </div>
      </section>
    </div>
  );
}
