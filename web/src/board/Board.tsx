// The grid: real cells for the keyboard and for screen readers, and pictures of the engine's under and over them.
import { createEffect, createMemo, For, Index, on, onCleanup, Show, type JSX } from "solid-js";
import type { Layer, Picture } from "../engine/types";
import type { PuzzleState } from "../state/puzzle";
import { CELL, geometryOf, neighbour, type Geometry } from "./geometry";

export type Point = { x: number; y: number };

export type BoardProps = {
  puzzle: PuzzleState;
  /** What the grid is, for those who do not see it. */
  name: string;
  /** What is written in a cell besides what pictures show. */
  content?: (cell: number) => JSX.Element;
  /** What a screen reader says of a cell. */
  label: (cell: number) => string;
  /** Classes of a cell, with spaces between. */
  marked?: (cell: number) => string;
  selection: () => ReadonlySet<number>;
  select: (cells: ReadonlySet<number>, focus: number) => void;
  /** The cell that the keyboard is at. */
  focus: () => number;
  /** A key that is about the cells. True: it was for it. */
  key?: (event: KeyboardEvent) => boolean;
  /** Takes the place of selecting by pointer; a point in units, and the cell there. */
  stroke?: Stroke | undefined;
  doubled?: (cell: number) => void;
  /** Layers in place of those of the puzzle. */
  picture?: Picture | undefined;
  /** Layers that are not shown. */
  hide?: readonly string[];
  /** Elements of SVG under lines and digits, over the picture, and over everything. */
  under?: JSX.Element;
  between?: JSX.Element;
  over?: JSX.Element;
  readOnly?: boolean;
  /** There is room for a cell on every side of the grid. */
  margin?: boolean;
};

/** What a pointer draws. */
export type Stroke = {
  begin: (at: Point, cell: number | undefined, event: PointerEvent) => void;
  move: (at: Point, cell: number | undefined) => void;
  end: () => void;
};

/** Layers that highlights put something into. */
export const SPOTS = "spots";
export const HIGHLIGHTS = "highlights";

/** The keyboard goes to the grid, where there is one: what a button did that has gone, or a dialog. */
export function focusGrid(): boolean {
  const cell = document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
  cell?.focus({ preventScroll: true });
  return cell !== null;
}

export function layersOf(picture: Picture | undefined, names: (layer: Layer) => boolean): string {
  return (picture?.layers ?? []).filter(names).map((l) => l.svg).join("");
}

/** Twice within so many milliseconds is a double click, or a double tap. */
const TWICE = 350;

export function Board(props: BoardProps): JSX.Element {
  let grid!: HTMLDivElement;
  const picture = () => props.picture ?? props.puzzle.picture();
  const geometry = createMemo<Geometry | undefined>(() => {
    const report = props.puzzle.opened()?.report;
    const drawn = props.puzzle.picture();
    // The picture may still be that of the puzzle before.
    return report && drawn ? geometryOf(report, picture() ?? drawn, props.margin ? CELL : 0) : undefined;
  });
  const rows = createMemo(() => {
    const { places, boxes } = geometry() ?? { places: [], boxes: [] };
    const rows = new Map<number, number[]>();
    boxes.forEach((box, i) => {
      if (!box) return;
      const row = places[i]?.[0] ?? 1e6 + Math.round(box.y);
      rows.set(row, [...(rows.get(row) ?? []), i]);
    });
    return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, cells]) => cells);
  });
  const cellElement = (i: number) => grid.querySelector<HTMLElement>(`[data-i="${i}"]`);

  // The keyboard's place on the page goes with the focus, where the grid has it.
  createEffect(
    on(
      () => props.focus(),
      (i) => {
        if (grid.contains(document.activeElement)) cellElement(i)?.focus({ preventScroll: false });
      },
      { defer: true },
    ),
  );

  const point = (event: PointerEvent): Point => {
    const { view } = geometry()!;
    const box = grid.getBoundingClientRect();
    return {
      x: view.left + ((event.clientX - box.left) / box.width) * view.width,
      y: view.top + ((event.clientY - box.top) / box.height) * view.height,
    };
  };
  /** The cell there; `within`: only where it is not near a border. */
  const cellAt = (at: Point, within = 0): number | undefined => {
    const found = geometry()!.boxes.findIndex(
      (b) =>
        b && at.x >= b.x + within && at.x < b.x + CELL - within && at.y >= b.y + within && at.y < b.y + CELL - within,
    );
    return found < 0 ? undefined : found;
  };

  let dragging: { id: number; add: boolean; cells: Set<number> } | undefined;
  let stroking: number | undefined;
  let lastDown: { cell: number; time: number } | undefined;
  let longPress: number | undefined;
  const down = (event: PointerEvent) => {
    if (event.button > 0 || !geometry() || dragging || stroking !== undefined) return;
    const at = point(event);
    const cell = cellAt(at);
    grid.setPointerCapture(event.pointerId);
    if (props.stroke) {
      event.preventDefault();
      stroking = event.pointerId;
      props.stroke.begin(at, cell, event);
      // The keyboard goes on from there, also from a field that is left by this.
      cellElement(props.focus())?.focus({ preventScroll: true });
      return;
    }
    if (cell === undefined) return;
    event.preventDefault();
    cellElement(cell)?.focus({ preventScroll: true });
    const twice = lastDown?.cell === cell && event.timeStamp - lastDown.time < TWICE;
    lastDown = { cell, time: event.timeStamp };
    if (twice && props.doubled) {
      props.doubled(cell);
      return;
    }
    const more = event.ctrlKey || event.metaKey || event.shiftKey;
    const has = props.selection().has(cell);
    const cells = more ? new Set(props.selection()) : new Set<number>();
    const add = !(more && has);
    if (add) cells.add(cell);
    else cells.delete(cell);
    dragging = { id: event.pointerId, add, cells };
    if (event.pointerType === "touch") {
      // A long press adds to what was selected before.
      const before = new Set(props.selection());
      longPress = window.setTimeout(() => {
        if (!dragging) return;
        dragging.cells = new Set([...before, ...dragging.cells]);
        props.select(new Set(dragging.cells), cell);
      }, 450);
    }
    props.select(new Set(cells), cell);
  };
  const move = (event: PointerEvent) => {
    if (!geometry()) return;
    if (stroking === event.pointerId && props.stroke) {
      const at = point(event);
      props.stroke.move(at, cellAt(at, CELL * 0.15));
      return;
    }
    if (dragging?.id !== event.pointerId) return;
    const cell = cellAt(point(event), CELL * 0.1);
    if (cell === undefined || dragging.cells.has(cell) === dragging.add) return;
    clearTimeout(longPress);
    if (dragging.add) dragging.cells.add(cell);
    else dragging.cells.delete(cell);
    props.select(new Set(dragging.cells), cell);
  };
  const up = (event: PointerEvent) => {
    clearTimeout(longPress);
    if (stroking === event.pointerId) {
      stroking = undefined;
      props.stroke?.end();
    }
    if (dragging?.id === event.pointerId) dragging = undefined;
  };
  onCleanup(() => clearTimeout(longPress));

  const MOVES: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const key = (event: KeyboardEvent) => {
    const now = geometry();
    if (!now || event.altKey && event.code.startsWith("Arrow")) return;
    if (props.key?.(event)) {
      event.preventDefault();
      return;
    }
    const step = MOVES[event.key];
    if (step) {
      event.preventDefault();
      const next = neighbour(now, props.focus(), ...step);
      const extend = event.shiftKey || event.ctrlKey || event.metaKey;
      const before = props.selection().size ? props.selection() : [props.focus()];
      props.select(new Set(extend ? [...before, next] : [next]), next);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const row = rows().find((cells) => cells.includes(props.focus())) ?? [];
      const all = rows().flat();
      const list = event.ctrlKey ? all : row;
      const next = event.key === "Home" ? list[0] : list.at(-1);
      if (next !== undefined) props.select(new Set([next]), next);
    }
  };

  const box = (i: number) => {
    const { view, boxes } = geometry()!;
    const b = boxes[i]!;
    return {
      left: `${((b.x - view.left) / view.width) * 100}%`,
      top: `${((b.y - view.top) / view.height) * 100}%`,
      width: `${(CELL / view.width) * 100}%`,
      height: `${(CELL / view.height) * 100}%`,
    };
  };
  const hidden = (layer: Layer) => props.hide?.includes(layer.name) ?? false;
  const viewBox = () => {
    const { left, top, width, height } = geometry()?.view ?? { left: 0, top: 0, width: 1, height: 1 };
    return `${left} ${top} ${width} ${height}`;
  };
  const over = (l: Layer) => l.name === HIGHLIGHTS;

  return (
    <div class="board" classList={{ drawing: props.stroke !== undefined }}>
      <Show when={geometry()}>
        {(now) => (
          <div
            class="board-frame"
            style={{
              "aspect-ratio": `${now().view.width} / ${now().view.height}`,
              "--cell": `calc(100cqw * ${CELL / now().view.width})`,
              "--wide": now().view.width / now().view.height,
            }}
          >
            <svg viewBox={viewBox()} aria-hidden="true" class="board-picture">
              <defs innerHTML={picture()?.letters ?? ""} />
              <g innerHTML={layersOf(picture(), (l) => l.name === "background" || l.name === "shades")} />
              {props.under}
              <g
                innerHTML={layersOf(
                  picture(),
                  (l) => l.name !== "background" && l.name !== "shades" && !over(l) && !hidden(l),
                )}
              />
              {props.between}
            </svg>
            <div
              ref={(made) => {
                grid = made;
                // A finger that draws is no gesture of the browser's; without this a tap soon after it is lost.
                made.addEventListener("touchmove", (event) => event.touches.length === 1 && event.preventDefault(), {
                  passive: false,
                });
              }}
              class="board-cells"
              role="grid"
              aria-label={props.name}
              aria-multiselectable="true"
              aria-readonly={props.readOnly ? "true" : undefined}
              aria-rowcount={rows().length}
              aria-colcount={now().columns}
              onPointerDown={down}
              onPointerMove={move}
              onPointerUp={up}
              onPointerCancel={up}
              onKeyDown={key}
            >
              {/* Rows by their place, so that a cell that stays keeps its element, and the focus. */}
              <Index each={rows()}>
                {(cells) => (
                  <div role="row" class="row">
                    <For each={cells()}>
                      {(i) => (
                        <div
                          role="gridcell"
                          data-i={i}
                          data-cell={props.puzzle.opened()?.report.cells[i]}
                          class={`cell ${props.marked?.(i) ?? ""}`}
                          tabindex={props.focus() === i ? 0 : -1}
                          aria-selected={props.selection().has(i)}
                          aria-label={props.label(i)}
                          style={box(i)}
                          onFocus={() => {
                            // By a screen reader, or when the grid is reached with Tab.
                            if (props.focus() !== i || !props.selection().size) props.select(new Set([i]), i);
                          }}
                        >
                          {props.content?.(i)}
                        </div>
                      )}
                    </For>
                  </div>
                )}
              </Index>
            </div>
            <svg viewBox={viewBox()} aria-hidden="true" class="board-picture board-over">
              <g innerHTML={layersOf(picture(), over)} />
              {props.over}
            </svg>
          </div>
        )}
      </Show>
    </div>
  );
}
