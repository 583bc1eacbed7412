// The line about parts of the puzzle that were not understood.
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { PuzzleState } from "../state/puzzle";
import { t } from "../texts";
import { announce } from "./say";
import { Reading } from "./understood";

export function UnreadLine(props: {
  puzzle: PuzzleState;
  /** `light` highlights the cells of a sentence, `mark` the cells of drawings that were not understood. */
  light: (cells: ReadonlySet<number>) => void;
  mark: (cells: ReadonlySet<number>) => void;
  editRules?: () => void;
  covered?: boolean;
}): JSX.Element {
  const { puzzle } = props;
  const unread = () => puzzle.opened()?.report.unread;
  const says = createMemo(() => unread()?.says);
  const [shown, setShown] = createSignal(true);
  const cells = createMemo(() => {
    const names = (unread()?.figures ?? []).flatMap((figures) => figures.cells);
    return new Set(names.map((name) => puzzle.index().get(name) ?? -1));
  });
  createEffect(
    on(says, (says) => {
      setShown(true);
      if (says) announce(says);
    }),
  );
  // The places of drawings are not shown while fog covers the grid.
  const marked = () => shown() && !props.covered && cells().size > 0;
  createEffect(() => props.mark(marked() ? cells() : new Set<number>()));
  onCleanup(() => props.mark(new Set<number>()));
  return (
    <>
      <Reading puzzle={puzzle} light={props.light} editRules={props.editRules} />
      <Show when={unread()}>
        {(now) => (
          <div class="note note-unknown unread" role="region" aria-label={t("unread.title")}>
            <p>{now().says}</p>
            {/* If the screen shows the sentences with their readings, unread sentences are marked there. */}
            <Show when={now().sentences?.length && !puzzle.opened()?.report.understood?.sentences?.length}>
              <ul>
                <For each={now().sentences}>{(sentence) => <li>{sentence}</li>}</For>
              </ul>
            </Show>
            <Show when={cells().size && !props.covered}>
              <div class="buttons">
                <button type="button" aria-pressed={shown()} onClick={() => setShown(!shown())}>
                  {t("unread.light")}
                </button>
              </div>
            </Show>
          </div>
        )}
      </Show>
    </>
  );
}
