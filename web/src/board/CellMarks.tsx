// What a player has written in a cell.
import { For, Show, type JSX } from "solid-js";
import type { Mark } from "../state/marks";
import { candidatePlace, candidateSize, CELL, type Box } from "./geometry";

export type MarksProps = {
  mark: Mark;
  /** The digit is given: pictures show it. */
  given: boolean;
  label: (value: number) => string;
  /** Digits of the puzzle, for marks with places of their own. */
  first: number;
  count: number;
  fixedCorners: boolean;
  /** Only this digit is shown strongly. */
  filter: number | undefined;
};

/** The letter of a colour, for those who do not see it. */
export const COLOUR_LETTERS = "ABCDEFGHI";

export function CellMarks(props: MarksProps): JSX.Element {
  const tint = (value: number) => {
    const colour = props.mark.tinted?.[value];
    return colour === undefined ? undefined : `tint tint-${colour}`;
  };
  const strong = (value: number) => (props.filter === value ? "strong" : undefined);
  const classes = (value: number) => [tint(value), strong(value)].filter(Boolean).join(" ");
  return (
    <>
      <Show when={props.mark.colours?.length}>
        <span class="colour-letters">{props.mark.colours!.map((c) => COLOUR_LETTERS[c - 1]).join("")}</span>
      </Show>
      <Show when={!props.given && props.mark.digit !== undefined}>
        <span class="digit">{props.label(props.mark.digit!)}</span>
      </Show>
      <Show when={!props.given && props.mark.digit === undefined}>
        <Show when={props.mark.corner?.length}>
          <Show
            when={!props.fixedCorners}
            fallback={
              <For each={props.mark.corner}>
                {(value) => {
                  const [x, y] = candidatePlace(value - props.first, props.count);
                  return (
                    <span
                      class={`fixed-mark ${classes(value)}`}
                      style={{ left: `${x * 100}%`, top: `${y * 100}%`, "--size": candidateSize(props.count) }}
                    >
                      {props.label(value)}
                    </span>
                  );
                }}
              </For>
            }
          >
            <span class={`corners corners-${Math.min(props.mark.corner!.length, 9)}`}>
              <For each={props.mark.corner}>{(value) => <span class={classes(value)}>{props.label(value)}</span>}</For>
            </span>
          </Show>
        </Show>
        <Show when={props.mark.centre?.length}>
          <span class="centre" style={{ "--many": Math.max(1, lengthOf(props.mark.centre!, props.label) / 5) }}>
            <For each={props.mark.centre}>{(value) => <span class={classes(value)}>{props.label(value)}</span>}</For>
          </span>
        </Show>
        <Show when={props.mark.tinted && !props.mark.centre?.length && !props.mark.corner?.length}>
          <span class="centre">
            <For each={Object.keys(props.mark.tinted!).map(Number)}>
              {(value) => <span class={classes(value)}>{props.label(value)}</span>}
            </For>
          </span>
        </Show>
      </Show>
    </>
  );
}

function lengthOf(values: readonly number[], label: (value: number) => string): number {
  const long = values.some((v) => label(v).length > 1);
  return values.reduce((sum, v) => sum + label(v).length + (long ? 0.6 : 0), 0);
}

/** The colours of cells, as stripes under everything that is written: SVG in the units of pictures. */
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
