// The grid: cells as elements for the keyboard and for screen readers, with the engine's picture below and above them.
import { createEffect, createMemo, createSignal, For, Index, on, onCleanup, Show, type JSX } from "solid-js";
import type { Layer, Picture } from "../engine/types";
import type { PuzzleState } from "../state/puzzle";
import { t } from "../texts";
import { CELL, geometryOf, neighbour, outlineOf, type Geometry } from "./geometry";
import { ARROWS, arrowed, Gestures, type Point, type Zoom } from "./gestures";

export type { Point };

export type BoardProps = {
  puzzle: PuzzleState;
  /** The name of the grid for screen readers. */
  name: string;
  /** The content of a cell that is not part of the picture. */
  content?: (cell: number) => JSX.Element;
  /** The label of a cell for screen readers. */
  label: (cell: number) => string;
  /** The CSS classes of a cell, separated by spaces. */
  marked?: (cell: number) => string;
  selection: () => ReadonlySet<number>;
  select: (cells: ReadonlySet<number>, focus: number) => void;
  /** The cell at the keyboard cursor. */
  focus: () => number;
  /** Handles a key that concerns the cells. Returns true if the key was handled. */
  key?: (event: KeyboardEvent) => boolean;
  /** Replaces selection by pointer: the handlers receive the points (in units) and the cells at these points. */
  stroke?: Stroke | undefined;
  /** The cells with the same content as a cell, which a double press on this cell selects. */
  alike?: (cell: number) => ReadonlySet<number>;
  /** Writes into cells that are pressed or passed, instead of selecting them. `first` is true for the first cell of a press. */
  brush?: ((cell: number, first: boolean) => void) | undefined;
  /** Called at the end of a press that did not leave its cell; `at` is the point in the window. */
  tapped?: (cell: number, at: Point) => void;
  /** A text that screen readers read together with the grid's name. */
  about?: string;
  /** The picture to show instead of the puzzle's. */
  picture?: Picture | undefined;
  /** The names of layers to hide. */
  hide?: readonly string[];
  /** SVG elements below lines and digits (`under`), above the picture (`between`), and above everything (`over`). */
  under?: JSX.Element;
  between?: JSX.Element;
  over?: JSX.Element;
  readOnly?: boolean;
  /** Whether to leave space for one cell on every side of the grid. */
  margin?: boolean;
};

/** The handlers for drawing with the pointer. */
export type Stroke = {
  begin: (at: Point, cell: number | undefined, event: PointerEvent) => void;
  move: (at: Point, cell: number | undefined) => void;
  end: () => void;
  /** The stroke is cancelled: a second finger touched the grid, or the browser took over the pointer. */
  cancel: () => void;
};

/** The layers that contain highlights. */
export const SPOTS = "spots";
export const HIGHLIGHTS = "highlights";

/** Moves the focus to the grid, for example after a button or a dialog has disappeared. Returns false if there is no grid. */
export function focusGrid(): boolean {
  const cell = document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
  cell?.focus({ preventScroll: true });
  return cell !== null;
}

export function layersOf(picture: Picture | undefined, names: (layer: Layer) => boolean): string {
  return (picture?.layers ?? []).filter(names).map((l) => l.svg).join("");
}

export function Board(props: BoardProps): JSX.Element {
  let grid!: HTMLDivElement;
  let frame!: HTMLDivElement;
  const picture = () => props.picture ?? props.puzzle.picture();
  const geometry = createMemo<Geometry | undefined>(() => {
    const report = props.puzzle.opened()?.report;
    const drawn = props.puzzle.picture();
    // The picture may still show the previous puzzle.
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

  // The focused cell follows the cursor while the grid has the focus.
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
  /** The cell at a point. `within` is the margin inside the cell's border in which points do not count. */
  const cellAt = (at: Point, within = 0): number | undefined => {
    const found = geometry()!.boxes.findIndex(
      (b) =>
        b && at.x >= b.x + within && at.x < b.x + CELL - within && at.y >= b.y + within && at.y < b.y + CELL - within,
    );
    return found < 0 ? undefined : found;
  };

  /** The cells on the straight line between two points, so that a fast pointer skips no cell. */
  const onTheWay = (from: Point, to: Point): number[] => {
    const steps = Math.max(Math.ceil((Math.hypot(to.x - from.x, to.y - from.y) / CELL) * 5), 1);
    const found: number[] = [];
    for (let k = 1; k <= steps; k++) {
      const at = { x: from.x + ((to.x - from.x) * k) / steps, y: from.y + ((to.y - from.y) * k) / steps };
      const cell = cellAt(at, CELL * 0.12);
      if (cell !== undefined && found.at(-1) !== cell) found.push(cell);
    }
    return found;
  };

  const [zoom, setZoom] = createSignal<Zoom>({ scale: 1, x: 0, y: 0 });
  createEffect(on(props.puzzle.key, () => setZoom({ scale: 1, x: 0, y: 0 })));
  const gestures = new Gestures({
    selection: () => props.selection(),
    focus: () => props.focus(),
    select: (cells, focus) => props.select(cells, focus),
    alike: (cell) => props.alike?.(cell) ?? new Set([cell]),
    brush: () => props.brush,
    tapped: (cell, at) => props.tapped?.(cell, at),
    zoom,
    setZoom,
    frame: () => frame.getBoundingClientRect(),
  });
  onCleanup(() => gestures.end());

  /** Whether a cell is being focused without selecting it, because the gesture determines the selection. */
  let quiet = false;
  const focusQuietly = (cell: number | undefined) => {
    quiet = true;
    cellElement(cell ?? props.focus())?.focus({ preventScroll: true });
    quiet = false;
  };
  let stroking: number | undefined;
  let lastAt: Point | undefined;
  const down = (event: PointerEvent) => {
    if (event.button > 0 || !geometry()) return;
    const at = point(event);
    const cell = cellAt(at);
    event.preventDefault();
    grid.setPointerCapture(event.pointerId);
    // Move the focus to the cell, even if an input field has the focus.
    focusQuietly(props.stroke ? undefined : cell);
    const touch = event.pointerType === "touch";
    const more = event.ctrlKey || event.metaKey || event.shiftKey;
    const pointer = { id: event.pointerId, touch, more, time: event.timeStamp, at: { x: event.clientX, y: event.clientY }, cell };
    if (props.stroke && stroking === undefined && (!touch || event.isPrimary)) {
      stroking = event.pointerId;
      if (touch) gestures.down({ ...pointer, more: true, cell: undefined });
      props.stroke.begin(at, cell, event);
      return;
    }
    lastAt = at;
    if (gestures.down(pointer) && stroking !== undefined) {
      stroking = undefined;
      props.stroke?.cancel();
    }
  };
  const move = (event: PointerEvent) => {
    if (!geometry()) return;
    const at = point(event);
    if (stroking === event.pointerId && props.stroke) {
      props.stroke.move(at, cellAt(at, CELL * 0.15));
      return;
    }
    gestures.move(event.pointerId, { x: event.clientX, y: event.clientY }, onTheWay(lastAt ?? at, at));
    lastAt = at;
  };
  const up = (event: PointerEvent) => {
    gestures.up(event.pointerId, event.type === "pointercancel");
    if (stroking === event.pointerId) {
      stroking = undefined;
      if (event.type === "pointercancel") props.stroke?.cancel();
      else props.stroke?.end();
    }
  };
  const key = (event: KeyboardEvent) => {
    const now = geometry();
    if (!now || event.altKey && event.code.startsWith("Arrow")) return;
    if (props.key?.(event)) {
      event.preventDefault();
      return;
    }
    const step = ARROWS[event.key];
    if (step) {
      event.preventDefault();
      const next = neighbour(now, props.focus(), ...step);
      props.select(arrowed(props, next, event.shiftKey || event.ctrlKey || event.metaKey), next);
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
            ref={frame}
            class="board-frame"
            classList={{ zoomed: zoom().scale > 1 }}
            style={{
              "aspect-ratio": `${now().view.width} / ${now().view.height}`,
              "--cell": `calc(100cqw * ${CELL / now().view.width})`,
              "--wide": now().view.width / now().view.height,
            }}
          >
            <div class="board-zoom" style={{ transform: `translate(${zoom().x}px, ${zoom().y}px) scale(${zoom().scale})` }}>
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
                // Keep the browser from interpreting a drawing finger as a gesture; otherwise a tap soon afterwards would be
                // lost.
                made.addEventListener("touchmove", (event) => event.preventDefault(), {
                  passive: false,
                });
              }}
              class="board-cells"
              role="grid"
              aria-label={props.name}
              aria-description={props.about}
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
              {/* Rows are identified by their position, so that a cell that stays keeps its element and the focus. */}
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
                            // The focus came from a screen reader or from Tab, so select the cell.
                            if (!quiet && (props.focus() !== i || !props.selection().size)) props.select(new Set([i]), i);
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
              <path class="selection" d={outlineOf(now(), props.selection())} />
            </svg>
            </div>
            <Show when={zoom().scale > 1}>
              <button type="button" class="unzoom" onClick={() => setZoom({ scale: 1, x: 0, y: 0 })}>
                {t("play.unzoom")}
              </button>
            </Show>
          </div>
        )}
      </Show>
    </div>
  );
}
