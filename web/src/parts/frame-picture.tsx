// Draws a thought of a step on the grid: SVG in the units of pictures, with one part below the lines of the grid and one above
// everything.
import { createMemo, For, type JSX } from "solid-js";
import { candidatePlace, candidateSize, CELL, type Box } from "../board/geometry";
import type { Frame, Spot } from "./frames";

type Props = {
  frame: Frame | undefined;
  boxes: readonly (Box | undefined)[];
  index: ReadonlyMap<string, number>;
  first: number;
  count: number;
  label: (value: number) => string;
};

export function FrameUnder(props: Props): JSX.Element {
  const box = (name: string) => props.boxes[props.index.get(name) ?? -1];
  const rects = (names: readonly string[], kind: string) => (
    <For each={[...new Set(names)].flatMap((name) => box(name) ?? [])}>
      {({ x, y }) => <rect class={kind} x={x} y={y} width={CELL} height={CELL} />}
    </For>
  );
  return (
    <g class="frame-under">
      {rects(props.frame?.around ?? [], "frame-around")}
      {rects(props.frame?.lit ?? [], "frame-lit")}
    </g>
  );
}

export function FrameOver(props: Props): JSX.Element {
  const middle = (name: string) => {
    const at = props.boxes[props.index.get(name) ?? -1];
    return at && { x: at.x + CELL / 2, y: at.y + CELL / 2 };
  };
  const cross = ({ x, y }: Box) => `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`;
  const crossed = () => (props.frame?.crossed ?? []).flatMap((name) => middle(name) ?? []);
  /** Notes are placed above the other content of their cell, and within the grid. */
  const notes = () => {
    const right = Math.max(...props.boxes.map((box) => (box?.x ?? 0) + CELL));
    return (props.frame?.notes ?? []).flatMap(([name, text]) => {
      const at = props.boxes[props.index.get(name) ?? -1];
      const width = text.length * 8.8 + 10;
      return at ? [{ text, width, x: Math.max(Math.min(at.x + 2, right - width - 2), 0), y: at.y + 2 }] : [];
    });
  };
  /** Lines start and end next to the digits, not on them. */
  const lines = createMemo(() =>
    (props.frame?.lines ?? []).flatMap(([from, to]) => {
      const [a, b] = [middle(from), middle(to)];
      if (!a || !b) return [];
      const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [dx, dy] = [(b.x - a.x) / long, (b.y - a.y) / long];
      const [near, far] = [CELL * 0.36, CELL * 0.2];
      const tip = { x: b.x - dx * far, y: b.y - dy * far };
      const side = (s: number) => `${tip.x - dx * 9 - s * dy * 5} ${tip.y - dy * 9 + s * dx * 5}`;
      return [{ from: a, cross: to === props.frame?.asked ? "" : cross(b), d: `M${a.x + dx * near} ${a.y + dy * near}L${tip.x} ${tip.y}M${side(1)}L${tip.x} ${tip.y}L${side(-1)}` }];
    }),
  );
  const spots = createMemo(() =>
    (props.frame?.spots ?? []).flatMap((spot: Spot) => {
      const at = props.boxes[props.index.get(spot.cell) ?? -1];
      if (!at) return [];
      const [x, y] = candidatePlace(spot.value - props.first, props.count);
      return [{ ...spot, x: at.x + x * CELL, y: at.y + y * CELL }];
    }),
  );
  const size = () => candidateSize(props.count) * CELL;
  return (
    <g class="frame-over">
      <For each={lines()}>
        {({ from, d, cross }) => (
          <>
            <circle class="frame-blocker" cx={from.x} cy={from.y} r={CELL * 0.36} />
            <path class="frame-line" d={d} />
            <path class="frame-cross" d={cross} />
          </>
        )}
      </For>
      <For each={crossed()}>{(at) => <path class="frame-cross" d={cross(at)} />}</For>
      <For each={spots()}>
        {(spot) => (
          <g class={`frame-spot frame-${spot.as}`}>
            <circle cx={spot.x} cy={spot.y} r={size() * 0.6} />
            <text x={spot.x} y={spot.y} font-size={String(size())} text-anchor="middle" dominant-baseline="central">
              {props.label(spot.value)}
            </text>
            {spot.as === "gone" && <path d={`M${spot.x - size() * 0.5} ${spot.y + size() * 0.5}L${spot.x + size() * 0.5} ${spot.y - size() * 0.5}`} />}
          </g>
        )}
      </For>
      <For each={notes()}>
        {({ text, x, y, width }) => (
          <g class="frame-note">
            <rect x={x} y={y} width={width} height="19" rx="4" />
            <text x={x + width / 2} y={y + 10} font-size="15" text-anchor="middle" dominant-baseline="central">
              {text}
            </text>
          </g>
        )}
      </For>
    </g>
  );
}
