// The screen for setting puzzles: a palette with the rules, a grid to draw on, and a verdict that is updated after each change.
import { createEffect, createMemo, createResource, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../state/screen";
import { Board, focusGrid, type Point, type Stroke } from "../board/Board";
import { candidatePlace, candidateSize, CELL, geometryOf } from "../board/geometry";
import { valueOf } from "../board/keys";
import { ask } from "../engine/engine";
import type { ClueReport, Picture, PuzzleReport, RuleReport } from "../engine/types";
import { words } from "../parts/errors";
import { called, ClueForm, Heading, TextLine, ValueField } from "../parts/clue-form";
import { Icon } from "../parts/icon";
import { NewGrid } from "../parts/new-grid";
import { Notes } from "../parts/notes";
import { Palette, titled, type Tool } from "../parts/palette";
import { RuleEditor } from "../parts/rule-editor";
import { announce, say, unsay } from "../parts/say";
import { UnreadLine } from "../parts/unread";
import { PER_CANDIDATE, Verdict } from "../parts/verdict";
import * as making from "../state/making";
import { theme } from "../state/theme";
import { t } from "../texts";

const HOW: Record<string, Parameters<typeof t>[0]> = {
  cell: "set.drawCell",
  edge: "set.drawEdge",
  corner: "set.drawCorner",
  line: "set.drawLine",
  cells: "set.drawCage",
  cage: "set.drawCage",
  outside: "set.drawOutside",
};

export function SetScreen(props: ScreenProps): JSX.Element {
  const { puzzle } = props;
  const [bar, setBar] = createSignal<HTMLElement>();
  const report = (): PuzzleReport | undefined => puzzle.opened()?.report;
  const [tool, setTool] = createSignal<Tool>({ kind: "givens" });
  const [selection, setSelection] = createSignal<ReadonlySet<number>>(new Set<number>());
  const [focus, setFocus] = createSignal(0);
  /** The drawn cells, in the order in which they were selected. */
  const [path, setPath] = createSignal<readonly number[]>([]);
  const [lists, setLists] = createSignal<readonly (readonly number[])[]>([]);
  const [values, setValues] = createSignal<Record<string, string>>({});
  const [chosen, setChosen] = createSignal<number>();
  const [wrong, setWrong] = createSignal("");
  const [dialog, setDialog] = createSignal<"rules" | "grid">();
  const [shown, setShown] = createSignal<RuleReport>();
  const [picture, setPicture] = createSignal<Picture>();
  const [candidates, setCandidates] = createSignal<ReadonlyMap<number, ReadonlyMap<number, number>>>(new Map());
  const [lit, setLit] = createSignal<ReadonlySet<number>>(new Set());
  const [sentenceLit, setSentenceLit] = createSignal<ReadonlySet<number>>(new Set());
  const [unread, setUnread] = createSignal<ReadonlySet<number>>(new Set());
  const [notes, setNotes] = createSignal<ReadonlyMap<number, string>>(new Map());

  const own = createMemo(() => making.ownRules(puzzle.opened()?.text ?? ""));
  const [catalogue] = createResource(own, (text) =>
    ask<{ rules: RuleReport[] }>(puzzle.engine.quick, { op: "rules", ...(text ? { text } : {}) }).then(
      (answer) => answer.rules,
      () => [],
    ),
  );
  const preview = createResource(
    () => [shown(), theme(), own()] as const,
    async ([rule, , text]) => {
      if (!rule) return undefined;
      const fields = { op: "rule", name: rule.name, kind: "preview", ...(text ? { text } : {}) };
      return ask<{ svg: string }>(puzzle.engine.quick, fields).then(
        ({ svg }) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })),
        () => undefined,
      );
    },
  )[0];
  let lastPreview: string | undefined;
  createEffect(() => {
    const url = preview();
    if (lastPreview && lastPreview !== url) URL.revokeObjectURL(lastPreview);
    lastPreview = url;
  });
  onCleanup(() => lastPreview && URL.revokeObjectURL(lastPreview));

  // Clear messages about the previous puzzle.
  createEffect(
    on(
      puzzle.hash,
      () => {
        setLit(new Set<number>());
        setNotes(new Map<number, string>());
        setPicture(undefined);
      },
    ),
  );
  // Discard a drawing begun in another puzzle.
  createEffect(
    on(
      puzzle.key,
      () => {
        setChosen(undefined);
        setLists([]);
        setPath([]);
        setSelection(new Set<number>());
        setFocus(0);
        typed = "";
      },
      { defer: true },
    ),
  );
  const geometry = createMemo(() => {
    const [now, drawn] = [report(), puzzle.picture()];
    return now && drawn ? geometryOf(now, drawn) : undefined;
  });
  const names = (cells: readonly number[]): string[] => cells.map((i) => report()!.cells[i]!);

  const change = async (fields: Parameters<typeof puzzle.change>[0], saying?: string, withLast = false): Promise<boolean> => {
    try {
      await puzzle.change(fields, withLast);
      setWrong("");
      if (saying) announce(saying);
      return true;
    } catch (error) {
      setWrong(words(error));
      announce(words(error));
      return false;
    }
  };

  /** The digits typed so far, which together are one number. */
  let typed = "";
  /** Keys that are typed while a clue is being added. These keys belong to the new clue and not to the previous clue. */
  let early: KeyboardEvent[] | undefined;
  const choose = (next: Tool) => {
    typed = "";
    setTool(next);
    setLists([]);
    setPath([]);
    setValues({});
    setChosen(undefined);
    setShown(next.kind === "clue" ? next.rule : undefined);
  };

  /** Uses the cells of a stroke for the current tool. */
  const take = async (cells: readonly number[], side?: [number, number]) => {
    const now = tool();
    const at = geometry();
    if (!at || !cells.length) return;
    if (now.kind === "region") {
      const list = names([...new Set(cells)]);
      await change((report) => ({ text: making.withRegion(puzzle.opened()?.text ?? "", report, list) }));
      return;
    }
    if (now.kind !== "clue") return;
    const { rule } = now;
    const shapes = making.shapesOf(rule);
    const kind = shapes.length === 1 ? shapes[0]!.kind : "cells";
    const list = making.shaped(kind, cells, at, side);
    if (!list.length) return;
    // Drawing an existing clue again removes it.
    const there = making.isOneStroke(rule) ? same(rule, list) : undefined;
    if (there !== undefined && !making.neededOf(rule).length) {
      await removeClue(there);
      return;
    }
    setLists([...lists(), list]);
    // One stroke can also contain all shapes of a clue.
    const whole = making.isOneStroke(rule) || (shapes.length > 1 && lists().length === 1 && list.length > 1);
    if (whole) await commit();
  };

  /** The index of the rule's clue with exactly these cells; undefined if there is no such clue. */
  const same = (rule: RuleReport, list: readonly number[]): number | undefined => {
    const wanted = [...names(list)].sort().join();
    const found = (report()?.clues ?? []).findIndex((clue) => clue.rule === rule.name && [...clue.cells].sort().join() === wanted);
    return found < 0 ? undefined : found;
  };

  const commit = async () => {
    const now = tool();
    if (now.kind !== "clue" || !lists().length) return;
    const needed = making.neededOf(now.rule).find((p) => !values()[p.name]);
    if (needed) {
      say(t("set.typeValue", { name: needed.name }));
      return;
    }
    const line = making.clueLine(now.rule, lists().map(names), values());
    setLists([]);
    early = [];
    const isMade = await change({ add: [line] }, t("set.added", { name: titled(now.rule.name) }));
    const keys = early;
    early = undefined;
    if (isMade) {
      setChosen((report()?.clues?.length ?? 0) - 1);
      typed = "";
      const first = making.valuesOf(now.rule).find((p) => p.kind !== "boolean");
      if (first && !values()[first.name]) say(t("set.typeValue", { name: first.name }));
      // Typed values were for this clue only.
      if (making.neededOf(now.rule).length) setValues({});
      keys.forEach(key);
    }
  };

  /** The current index of a clue when it is changed: earlier clues may have been removed, and its line may have changed. */
  const placeOf = (now: PuzzleReport, one: ClueReport): number => {
    const clues = now.clues ?? [];
    const same = clues.findIndex((clue) => clue.written === one.written);
    if (same >= 0) return same;
    const cells = one.cells.join();
    const found = clues.findLastIndex((clue) => clue.rule === one.rule && clue.cells.join() === cells);
    if (found < 0) throw new Error(t("set.clueGone"));
    return found;
  };

  /** Changes a clue, which moves to the end of the list; it stays selected. */
  const rewrite = async (clue: number, line: (written: string) => string, withLast = false) => {
    const one = report()?.clues?.[clue];
    if (!one) return;
    const fields = (now: PuzzleReport) => {
      const at = placeOf(now, one);
      return { remove: [at], add: line(now.clues![at]!.written).split("\n") };
    };
    if (await change(fields, undefined, withLast)) setChosen((report()?.clues?.length ?? 0) - 1);
  };
  const removeClue = async (clue: number) => {
    const one = report()?.clues?.[clue];
    if (!one) return;
    const fields = (now: PuzzleReport) => ({ remove: [placeOf(now, one)] });
    if (await change(fields, t("set.removed", { name: one.name }))) setChosen(undefined);
    if (document.activeElement === document.body) focusGrid();
  };

  /** The side or corner of a cell that is nearest to a point, as a direction. */
  const sideOf = (at: Point, cell: number): [number, number] => {
    const box = geometry()!.boxes[cell]!;
    const [x, y] = [(at.x - box.x) / CELL - 0.5, (at.y - box.y) / CELL - 0.5];
    const shapes = tool().kind === "clue" ? making.shapesOf((tool() as { rule: RuleReport }).rule) : [];
    if (shapes[0]?.kind === "corner") return [y < 0 ? -1 : 1, x < 0 ? -1 : 1];
    return Math.abs(x) > Math.abs(y) ? [0, Math.sign(x) || 1] : [Math.sign(y) || 1, 0];
  };
  /** Whether the tool's clues are outside the grid, so that space is needed around the grid. */
  const outside = (): boolean => {
    const now = tool();
    return now.kind === "clue" && making.shapesOf(now.rule)[0]?.kind === "outside";
  };
  /** The cell that is nearest to a point outside the grid. */
  const nearest = (at: Point): number | undefined => {
    const now = geometry();
    const within = (x: number, count: number) => Math.min(Math.max(Math.floor(x / CELL), 0), count - 1);
    return now?.at(within(at.y, now.rows), within(at.x, now.columns));
  };
  let side: [number, number] | undefined;
  let upper = false;
  /**
   * Whether the order of the drawn cells does not matter, so that a stroke may cross itself and several strokes may form one
   * list.
   */
  const unordered = (): boolean => {
    const now = tool();
    if (now.kind === "region") return true;
    const shapes = now.kind === "clue" ? making.shapesOf(now.rule) : [];
    return shapes.length === 1 && (shapes[0]!.kind === "cage" || shapes[0]!.kind === "cells");
  };
  /** Whether cells are being collected with a modifier key; Enter or the button Done then completes the list. */
  const [collecting, setCollecting] = createSignal(false);
  /**
   * The place outside the grid where a stroke started (row and column, from 0); undefined if the stroke started inside the grid.
   */
  let beside: [number, number] | undefined;
  const stroke: Stroke = {
    begin: (at, under, event) => {
      unsay();
      typed = "";
      const cell = under ?? (outside() ? nearest(at) : undefined);
      beside = under === undefined ? [Math.floor(at.y / CELL), Math.floor(at.x / CELL)] : undefined;
      setCollecting((event.ctrlKey || event.metaKey || event.shiftKey) && unordered());
      if (collecting() && cell !== undefined) {
        setPath(path().includes(cell) ? path().filter((i) => i !== cell) : [...path(), cell]);
        setSelection(new Set(path()));
        setFocus(cell);
        return;
      }
      setPath([]);
      if (cell === undefined) return;
      side = sideOf(at, cell);
      upper = geometry()!.boxes[cell]!.y + CELL / 2 > at.y;
      setPath([cell]);
      setSelection(new Set([cell]));
      setFocus(cell);
    },
    move: (_, cell) => {
      const [before, last] = [path(), path().at(-1)];
      if (cell === undefined || last === undefined || cell === last) return;
      // Going back along the line removes cells.
      const way = making.between(geometry()!, last, cell);
      if (unordered()) setPath([...new Set([...before, ...way])]);
      else if (before.length > 1 && before.at(-2) === cell) setPath(before.slice(0, -1));
      else setPath([...before, ...way]);
      setSelection(new Set(path()));
      setFocus(cell);
    },
    end: () => {
      if (collecting()) return;
      const cells = path();
      setPath([]);
      void take(fromBeside(cells), cells.length === 1 ? side : undefined);
    },
    cancel: () => setPath([]),
  };

  /** Converts a stroke that started outside the grid or at its border to two cells that give its direction. */
  const fromBeside = (cells: readonly number[]): readonly number[] => {
    const now = geometry();
    const active = tool();
    const place = now?.places[cells[0] ?? -1];
    if (!now || !place || !outside() || active.kind !== "clue") return cells;
    let step: [number, number] | undefined;
    if (beside && cells.length > 1) step = [Math.sign(place[0] - beside[0]), Math.sign(place[1] - beside[1])];
    else if (cells.length === 1 && making.isDiagonal(active.rule)) step = making.diagonal(place, now, upper);
    const next = step && now.at(place[0] + step[0], place[1] + step[1]);
    return next === undefined ? cells : [cells[0]!, next];
  };

  const select = (cells: ReadonlySet<number>, at: number) => {
    typed = "";
    const kept = path().filter((i) => cells.has(i));
    setPath(cells.size === 1 ? [at] : [...new Set([...kept, ...cells])]);
    setSelection(cells);
    setFocus(at);
    if (tool().kind === "select" && cells.size === 1) {
      // Each press selects the next clue of the cell.
      const name = names([at])[0]!;
      const here = (report()?.clues ?? []).flatMap((clue, i) => (clue.cells.includes(name) ? [i] : []));
      setChosen(here[(here.indexOf(chosen() ?? -1) + 1) % Math.max(here.length, 1)]);
    }
  };

  const give = (value: number | undefined) => {
    const cells = names([...selection()]);
    if (!cells.length) return;
    const all = (now: PuzzleReport) =>
      value !== undefined && cells.every((c) => now.givens?.some((g) => g.cell === c && g.value === value));
    void change((now) => making.givensWith(now, new Map(cells.map((c) => [c, all(now) ? undefined : value]))));
  };

  const key = (event: KeyboardEvent): boolean => {
    if (early && /^(?:\d|Enter|Backspace)$/.test(event.key)) return early.push(event), true;
    const now = report();
    if (!now) return false;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.code === "KeyA") {
      setSelection(new Set(now.cells.map((_, i) => i)));
      return true;
    }
    if (command) return false;
    if (event.key === "Escape") {
      setPath([]);
      setLists([]);
      setSelection(new Set([focus()]));
      return true;
    }
    if (tool().kind === "givens") {
      const remove = event.key === "Delete" || event.key === "Backspace";
      const value = valueOf(event, now.first, now.digits);
      if (value !== undefined) return give(value), true;
      if (remove) return give(undefined), true;
      return false;
    }
    if (event.key === "Enter") {
      const drawn = path();
      setCollecting(false);
      setPath([]);
      unsay();
      // Enter completes, in this order, a typed value, the selected cells, or the clue.
      if (typed && !lists().length) typed = "";
      else if (typed || !drawn.length) void commit();
      else void take(fromBeside(drawn));
      return true;
    }
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const remove = event.key === "Delete" || event.key === "Backspace";
    const active = tool();
    if (lists().length && active.kind === "clue") {
      // The value is typed before the clue has been added.
      const needed = making.neededOf(active.rule)[0];
      if (needed && (digit || remove)) {
        typed = digit ? (needed.kind === "numbers" ? `${typed} ${digit}`.trim() : typed + digit) : "";
        setValues({ ...values(), [needed.name]: typed });
        say(t("set.typed", { name: needed.name, value: typed || "–" }));
        return true;
      }
      if (remove) return setLists(lists().slice(0, -1)), true;
    }
    const clue = chosen();
    const at = clue === undefined ? undefined : now.clues?.[clue];
    if (clue === undefined || !at) return false;
    const rule = catalogue()?.find((r) => r.name === at.rule);
    const param = rule && making.valuesOf(rule).find((p) => p.kind === "number" || p.kind === "numbers");
    if (param && typed && event.key === "Backspace") {
      typed = typed.slice(0, -1).trim();
      const value = typed;
      void rewrite(clue, (written) => making.withValue(written, param, value));
      return true;
    }
    if (param && digit && !event.shiftKey) {
      unsay();
      const more = typed !== "";
      typed = param.kind === "numbers" ? `${typed} ${digit}`.trim() : typed + digit;
      // Typing a number of several digits is one change.
      const value = typed;
      void rewrite(clue, (written) => making.withValue(written, param, value), more);
      return true;
    }
    if (remove) return void removeClue(clue), true;
    return false;
  };

  const undo = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || (event.target as HTMLElement).closest("input, textarea, dialog")) return;
    if (document.querySelector("dialog[open]")) return;
    const back = event.code === "KeyZ" && !event.shiftKey;
    if (!back && event.code !== "KeyZ" && event.code !== "KeyY") return;
    event.preventDefault();
    // First undo drawn cells that are not a clue yet.
    if (back && lists().length) setLists(lists().slice(0, -1));
    else {
      setChosen(undefined);
      (back ? puzzle.undo() : puzzle.redo()).catch((error: unknown) => setWrong(words(error)));
    }
  };
  document.addEventListener("keydown", undo);
  onCleanup(() => document.removeEventListener("keydown", undo));

  const cellLabel = (i: number): string => {
    const name = report()?.cells[i] ?? "";
    const at = /^r(\d+)c(\d+)$/.exec(name);
    const parts = [at ? t("cell.place", { row: at[1]!, column: at[2]! }) : name];
    const given = puzzle.givens().get(i);
    parts.push(given === undefined ? t("cell.empty") : t("cell.given", { digit: puzzle.label(given) }));
    const clues = (report()?.clues ?? []).filter((c) => c.cells.includes(name)).map((c) => c.name);
    if (clues.length) parts.push(t("set.cellLabelClues", { clues: clues.join(", ") }));
    const left = candidates().get(i);
    if (left) parts.push(t("cell.candidates", { marks: [...left.keys()].map((v) => puzzle.label(v)).join(" ") }));
    const note = notes().get(i);
    if (note) parts.push(note);
    return parts.join(", ");
  };

  const drawn = createMemo(() => [...lists(), ...(tool().kind === "givens" ? [] : [path()])].filter((l) => l.length));
  const points = (list: readonly number[]) =>
    list
      .map((i) => geometry()?.boxes[i])
      .filter((b) => b !== undefined)
      .map((b) => `${b.x + CELL / 2},${b.y + CELL / 2}`)
      .join(" ");
  const chosenClue = (): ClueReport | undefined => report()?.clues?.[chosen() ?? -1];
  const chosenCells = createMemo(() => new Set((chosenClue()?.cells ?? []).map((name) => puzzle.index().get(name))));
  const ruleOf = (name: string): RuleReport | undefined => catalogue()?.find((r) => r.name === name);
  const toggle = (rule: RuleReport, options: readonly string[]) => {
    const line = [rule.name, ...options].join(" ");
    void change((now) => {
      const others = (now.rules ?? []).map((r) => r.written);
      if (now.rules?.some((r) => r.rule === rule.name)) {
        return { add: [making.rulesLine((now.rules ?? []).filter((r) => r.rule !== rule.name).map((r) => r.written))] };
      }
      return { add: [making.rulesLine([...others, line])] };
    });
  };
  const how = (rule: RuleReport): string => {
    const shapes = making.shapesOf(rule);
    if (shapes.length > 1) return t("set.drawShapes", { first: shapes[0]!.name, second: shapes[1]!.name });
    return t(HOW[shapes[0]?.kind ?? ""] ?? "set.drawLists");
  };

  return (
    <div class="columns set">
      <Palette
        catalogue={catalogue() ?? []}
        tool={tool()}
        choose={choose}
        show={(rule) => {
          const now = tool();
          setShown(rule ?? (now.kind === "clue" ? now.rule : undefined));
        }}
        used={(rule) => report()?.rules?.some((r) => r.rule === rule.name) ?? false}
        toggle={toggle}
        own={own() !== ""}
        newGrid={() => setDialog("grid")}
        editRules={() => setDialog("rules")}
      />
      <section class="centre-column" id="grid" aria-label={t("set.title")}>
        <div class="set-bar" ref={setBar}>
          <button type="button" disabled={!puzzle.past.canUndo()} onClick={() => void puzzle.undo()}>
            {t("common.undo")}
          </button>
          <button type="button" disabled={!puzzle.past.canRedo()} onClick={() => void puzzle.redo()}>
            {t("common.redo")}
          </button>
          <Show when={collecting() && path().length}>
            <button
              type="button"
              class="primary"
              onClick={() => {
                const cells = path();
                setCollecting(false);
                setPath([]);
                void take(cells);
              }}
            >
              {t("set.done")}
            </button>
          </Show>
          <Show when={lists().length}>
            <span>{t("set.strokes", { n: lists().length })}</span>
            <button type="button" class="primary" onClick={() => void commit()}>
              {t("set.done")}
            </button>
            <button type="button" onClick={() => setLists([])}>
              {t("set.drop")}
            </button>
          </Show>
        </div>
        <Board
          puzzle={puzzle}
          name={t("set.grid", { rows: report()?.rows ?? 0, columns: report()?.columns ?? 0 })}
          selection={selection}
          focus={focus}
          select={select}
          key={key}
          label={cellLabel}
          stroke={tool().kind === "givens" || tool().kind === "select" ? undefined : stroke}
          margin={outside()}
          picture={picture()}
          marked={(i) =>
            [
              lit().has(i) || sentenceLit().has(i) ? "lit" : "",
              unread().has(i) ? "unread-here" : "",
              chosenCells().has(i) ? "seen" : "",
            ].join(" ")
          }
          content={(i) => (
            <>
              <Show when={!picture() && !notes().size && candidates().get(i)}>
                {(left) => (
                  <For each={[...left()]}>
                    {([value, count]) => {
                      const [x, y] = candidatePlace(value - report()!.first, report()!.digits);
                      return (
                        <span
                          class="fixed-mark true-candidate"
                          classList={{ only: left().size === 1, few: count > 0 && count < PER_CANDIDATE }}
                          style={{
                            left: `${x * 100}%`,
                            top: `${y * 100}%`,
                            "--size": candidateSize(report()!.digits),
                          }}
                        >
                          {puzzle.label(value)}
                          <Show when={count > 0 && count < PER_CANDIDATE && left().size > 1}>
                            <sub>{count}</sub>
                          </Show>
                        </span>
                      );
                    }}
                  </For>
                )}
              </Show>
              <Show when={notes().get(i)}>{(note) => <span class="differ">{note()}</span>}</Show>
            </>
          )}
          over={
            <g class="drawn">
              <For each={drawn()}>
                {(list) => (
                  <>
                    <polyline points={points(list)} />
                    <Show when={list.length === 1}>
                      <circle
                        cx={(geometry()?.boxes[list[0]!]?.x ?? 0) + CELL / 2}
                        cy={(geometry()?.boxes[list[0]!]?.y ?? 0) + CELL / 2}
                        r="9"
                      />
                    </Show>
                  </>
                )}
              </For>
            </g>
          }
        />
        <div class="board-notes">
          <p class="wrong" role="alert">
            {wrong()}
          </p>
          <Show when={making.oddRegions(puzzle.opened()?.text ?? "", report()!).length}>
            <p class="note note-guess">
              {t("set.oddRegions", { sizes: making.oddRegions(puzzle.opened()!.text, report()!).join(", "), digits: report()!.digits })}
            </p>
          </Show>
          <Notes notes={report()?.notes ?? []} />
        </div>
      </section>
      <section class="panel tools" aria-label={t("set.verdict")}>
        <UnreadLine puzzle={puzzle} light={setSentenceLit} mark={setUnread} editRules={() => setDialog("rules")} />
        <Verdict
          puzzle={puzzle}
          place={bar}
          showCandidates={setCandidates}
          showPicture={setPicture}
          light={setLit}
          note={setNotes}
          selected={() => (selection().size === 1 ? [...selection()][0] : undefined)}
        />
        <Show when={tool().kind === "clue" ? (tool() as { rule: RuleReport }).rule : undefined}>
          {(rule) => (
            <div class="tool">
              <h3>{titled(rule().name)}</h3>
              <p>{rule().about}</p>
              <p class="hint-line">
                {how(rule())} {t("set.byKeys")}
              </p>
              <Show when={chosenClue() === undefined}>
                <For each={making.valuesOf(rule())}>
                  {(param) => (
                    <ValueField
                      name={param.name}
                      kind={param.kind}
                      optional={param.optional ?? false}
                      value={values()[param.name] ?? ""}
                      set={(value) => setValues({ ...values(), [param.name]: value })}
                    />
                  )}
                </For>
              </Show>
            </div>
          )}
        </Show>
        <Show when={tool().kind === "givens"}>
          <p class="hint-line">{t("set.givensAbout")}</p>
          <div class="keypad" classList={{ many: puzzle.digits().length > 9 }} role="group" aria-label={t("set.givens")}>
            <For each={puzzle.digits()}>
              {(value) => (
                <button type="button" class="key" onClick={() => give(value)}>
                  {puzzle.label(value)}
                </button>
              )}
            </For>
            <button type="button" class="key wide-key" onClick={() => give(undefined)} aria-label={t("play.clear")} title={t("play.clear")}>
              <Icon name="clear" />
            </button>
          </div>
        </Show>
        <Show when={tool().kind === "region"}>
          <p class="hint-line">
            {t("set.regionAbout")} {t("set.byKeys")}
          </p>
        </Show>
        <Show when={shown() && preview()}>
          {(url) => <img class="preview" src={url()} alt={t("set.preview", { name: shown()?.name ?? "" })} />}
        </Show>
        <Show when={chosenClue()} keyed>
          {(clue) => (
            <ClueForm
              clue={clue}
              rule={ruleOf(clue.rule)}
              rewrite={(line) => void rewrite(chosen()!, line)}
              remove={() => void removeClue(chosen()!)}
            />
          )}
        </Show>
        <h3>{t("set.clues")}</h3>
        <Show when={report()?.clues?.length} fallback={<p>{t("set.noClues")}</p>}>
          <ul class="clue-list">
            <For each={report()?.clues}>
              {(clue, i) => (
                <li>
                  <button
                    type="button"
                    aria-pressed={chosen() === i()}
                    onKeyDown={(event) => event.key === "Delete" && void removeClue(i())}
                    onClick={() => setChosen(chosen() === i() ? undefined : i())}
                  >
                    {called(clue)}
                  </button>
                  <button type="button" aria-label={`${t("common.remove")}: ${called(clue)}`} onClick={() => void removeClue(i())}>
                    ✕
                  </button>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <TextLine add={(line) => change({ add: [line] })} />
        <details class="more">
          <summary>{t("set.properties")}</summary>
          <Heading name={t("set.titleField")} value={report()?.title ?? ""} set={(v) => void change({ add: [`title: ${v}`] })} />
          <Heading name={t("set.author")} value={report()?.author ?? ""} set={(v) => void change({ add: [`author: ${v}`] })} />
          <Heading
            name={t("set.words")}
            long
            value={report()?.text ?? ""}
            set={(v) => void change({ add: ["text:", ...v.split("\n").map((line) => `  ${line}`)] })}
          />
        </details>
      </section>
      <Show when={dialog() === "grid"}>
        <NewGrid
          close={() => setDialog(undefined)}
          make={(text) => {
            setDialog(undefined);
            choose({ kind: "givens" });
            props.open(text, "set").catch((error: unknown) => setWrong(words(error)));
          }}
        />
      </Show>
      <Show when={dialog() === "rules"}>
        <RuleEditor
          engine={puzzle.engine}
          text={own()}
          close={() => setDialog(undefined)}
          use={async (text, rule) => {
            const now = puzzle.opened();
            if (!now) return undefined;
            try {
              let whole = making.withOwnRules(now.text, text);
              // A rule of the whole grid is switched on at once; a rule with clues becomes the current tool.
              if (rule && !rule.clue && !now.report.rules?.some((r) => r.rule === rule.name)) {
                const line = making.rulesLine([...(now.report.rules ?? []).map((r) => r.written), rule.name]);
                whole = `${whole.replace(/^rules:.*\n(?:[ \t].*\n)*/m, "")}\n${line}\n`;
              }
              await puzzle.change({ text: whole });
              setDialog(undefined);
              if (rule?.clue) choose({ kind: "clue", rule });
              return undefined;
            } catch (error) {
              return words(error);
            }
          }}
        />
      </Show>
    </div>
  );
}
