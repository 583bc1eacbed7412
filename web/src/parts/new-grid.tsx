import { createSignal, For, Show, type JSX } from "solid-js";
import { t } from "../texts";
import { Dialog } from "./dialog";

/** Common sizes of grids, with the rows and columns of their boxes. */
const SIZES: [number, number, number][] = [
  [4, 2, 2],
  [6, 2, 3],
  [8, 2, 4],
  [9, 3, 3],
  [10, 2, 5],
  [12, 3, 4],
  [16, 4, 4],
];

export function NewGrid(props: { close: () => void; make: (text: string) => void }): JSX.Element {
  const [rows, setRows] = createSignal(9);
  const [columns, setColumns] = createSignal(9);
  const [box, setBox] = createSignal<[number, number]>([3, 3]);
  const [boxes, setBoxes] = createSignal(true);
  const number = (text: string, most: number) => Math.min(Math.max(Math.round(Number(text)) || 1, 1), most);
  const text = () =>
    `grid: ${rows()}x${columns()}\nboxes: ${boxes() ? box().join("x") : "none"}\n`;
  return (
    <Dialog title={t("set.newTitle")} close={props.close}>
      <div class="buttons" role="group" aria-label={t("set.size")}>
        <For each={SIZES}>
          {([side, high, wide]) => (
            <button
              type="button"
              aria-pressed={rows() === side && columns() === side}
              onClick={() => {
                setRows(side);
                setColumns(side);
                setBox([high, wide]);
              }}
            >
              {side}×{side}
            </button>
          )}
        </For>
      </div>
      <div class="number-fields">
        <label class="field">
          {t("set.rows")}
          <input type="number" min="1" max="64" value={rows()} onChange={(e) => setRows(number(e.currentTarget.value, 64))} />
        </label>
        <label class="field">
          {t("set.columns")}
          <input
            type="number"
            min="1"
            max="64"
            value={columns()}
            onChange={(e) => setColumns(number(e.currentTarget.value, 64))}
          />
        </label>
        <Show when={boxes()}>
          <label class="field">
            {t("set.boxRows")}
            <input
              type="number"
              min="1"
              max="64"
              value={box()[0]}
              onChange={(e) => setBox([number(e.currentTarget.value, 64), box()[1]])}
            />
          </label>
          <label class="field">
            {t("set.boxColumns")}
            <input
              type="number"
              min="1"
              max="64"
              value={box()[1]}
              onChange={(e) => setBox([box()[0], number(e.currentTarget.value, 64)])}
            />
          </label>
        </Show>
      </div>
      <label class="check">
        <input type="checkbox" checked={!boxes()} onChange={(event) => setBoxes(!event.currentTarget.checked)} />
        {t("set.noBoxes")}
      </label>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => props.make(text())}>
          {t("set.make")}
        </button>
      </div>
    </Dialog>
  );
}
