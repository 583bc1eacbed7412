// The player's entries in a cell.
import { For, Show, type JSX } from "solid-js";
import type { Mark } from "../state/marks";
import { candidatePlace, candidateSize, CELL, type Box } from "./geometry";

export type MarksProps = {
  mark: Mark;
  /** Whether the digit is given. The picture shows given digits. */
  given: boolean;
  label: (value: number) => string;
  /** The first digit of the puzzle, for marks whose places depend on their digits. */
  first: number;
  count: number;
  fixedCorners: boolean;
  fixedCentres: boolean;
  /** The width of the text in the cell's upper left corner, as a fraction of the cell; undefined if there is no such text. */
  beside: number | undefined;
  /** The digit to emphasise; undefined if there is no filter. */
  filter: number | undefined;
};

/** The letters of the colours, for players who cannot distinguish the colours. */
export const COLOUR_LETTERS = "ABCDEFGHI";

export function CellMarks(props: MarksProps): JSX.Element {
  const tint = (value: number) => {
    const colour = props.mark.tinted?.[value];
    return colour === undefined ? undefined : `tint tint-${colour}`;
  };
  const strong = (value: number) => (props.filter === value ? "strong" : undefined);
  const classes = (value: number) => [tint(value), strong(value)].filter(Boolean).join(" ");
  /** Marks at the fixed places of their digits. */
  const Fixed = (of: { list: readonly number[]; class: string }) => (
    <For each={of.list}>
      {(value) => {
        const [x, y] = candidatePlace(value - props.first, props.count);
        return (
          <span
            class={`fixed-mark ${of.class} ${classes(value)}`}
            data-value={value}
            style={{ left: `${x * 100}%`, top: `${y * 100}%`, "--size": candidateSize(props.count) }}
          >
            {props.label(value)}
          </span>
        );
      }}
    </For>
  );
  const Listed = (of: { list: readonly number[] }) => (
    <For each={of.list}>
      {(value) => (
        <span class={classes(value)} data-value={value}>
          {props.label(value)}
        </span>
      )}
    </For>
  );
  return (
    <>
      <Show when={props.mark.colours?.length}>
        <span class="colour-letters">{props.mark.colours!.map((c) => COLOUR_LETTERS[c - 1]).join("")}</span>
      </Show>
      <Show when={props.mark.letters?.length}>
        <span class="letters">{props.mark.letters!.map((n) => String.fromCharCode(64 + n)).join("")}</span>
      </Show>
      <Show when={!props.given && props.mark.digit !== undefined}>
        <span class="digit">{props.label(props.mark.digit!)}</span>
      </Show>
      <Show when={!props.given && props.mark.digit === undefined}>
        <Show when={props.mark.corner?.length}>
          <Show when={!props.fixedCorners} fallback={<Fixed list={props.mark.corner!} class="of-corner" />}>
            <span
              class={props.beside === undefined ? "corners" : "corners beside"}
              style={{ "--beside": props.beside ?? 0 }}
            >
              <Listed list={props.mark.corner!} />
            </span>
          </Show>
        </Show>
        <Show when={props.mark.centre?.length}>
          <Show when={!props.fixedCentres} fallback={<Fixed list={props.mark.centre!} class="of-centre" />}>
            <span class="centre" style={{ "--many": Math.max(1, lengthOf(props.mark.centre!, props.label) / 5) }}>
              <Listed list={props.mark.centre!} />
            </span>
          </Show>
        </Show>
        <Show when={props.mark.tinted && !props.mark.centre?.length && !props.mark.corner?.length}>
          <span class="centre">
            <Listed list={Object.keys(props.mark.tinted!).map(Number)} />
          </span>
        </Show>
      </Show>
    </>
  );
}

/** The candidate of a cell at a point of the window; undefined if there is no candidate at this point. */
export function candidateAt(cell: Element, x: number, y: number): number | undefined {
  for (const mark of cell.querySelectorAll<HTMLElement>("[data-value]")) {
    const box = mark.getBoundingClientRect();
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return Number(mark.dataset["value"]);
  }
  return undefined;
}

/** The candidate of a cell that is nearest to a point of the window. */
export function candidateNear(cell: Element, x: number, y: number): number | undefined {
  const far = (mark: HTMLElement) => {
    const box = mark.getBoundingClientRect();
    return Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
  };
  const [near] = [...cell.querySelectorAll<HTMLElement>("[data-value]")].sort((a, b) => far(a) - far(b));
  return near && Number(near.dataset["value"]);
}

function lengthOf(values: readonly number[], label: (value: number) => string): number {
  const long = values.some((v) => label(v).length > 1);
  return values.reduce((sum, v) => sum + label(v).length + (long ? 0.6 : 0), 0);
}

/** The colours of cells, as stripes below all digits and marks: SVG in the units of pictures. */
export function CellColours(props: { cells: readonly Mark[]; boxes: readonly (Box | undefined)[] }): JSX.Element {
  const coloured = () => props.cells.flatMap((mark, i) => (mark.colours?.length && props.boxes[i] ? [{ mark, box: props.boxes[i]! }] : []));
  return (
    <g class="cell-colours">
      <For each={coloured()}>
        {({ mark, box }) => {
          const wide = CELL / mark.colours!.length;
          return (
            <For each={mark.colours}>
              {(colour, n) => (
                <rect x={box.x + n() * wide} y={box.y} width={wide} height={CELL} style={{ fill: `var(--colour-${colour})` }} />
              )}
            </For>
          );
        }}
      </For>
    </g>
  );
}
