// What of the puzzle was not understood: a line that stays as long as the state does.
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { PuzzleState } from "../state/puzzle";
import { t } from "../texts";
import { announce } from "./say";
import { Reading } from "./understood";

export function UnreadLine(props: {
  puzzle: PuzzleState;
  light: (cells: ReadonlySet<number>) => void;
  editRules?: () => void;
  covered?: boolean;
}): JSX.Element {
  const { puzzle } = props;
  const unread = () => puzzle.opened()?.report.unread;
  const says = createMemo(() => unread()?.says);
  const [shown, setShown] = createSignal(false);
  /** The cells of the sentence that somebody looks at. */
  const [pointed, setPointed] = createSignal<ReadonlySet<number>>(new Set());
  const cells = createMemo(() => {
    const names = (unread()?.figures ?? []).flatMap((figures) => figures.cells);
    return new Set(names.map((name) => puzzle.index().get(name) ?? -1));
  });
  createEffect(
    on(says, (says) => {
      setShown(false);
      if (says) announce(says);
    }),
  );
  createEffect(
    on([shown, cells, pointed], ([shown, cells, pointed]) => props.light(pointed.size || !shown ? pointed : cells)),
  );
  onCleanup(() => props.light(new Set<number>()));
  return (
    <>
      <Reading puzzle={puzzle} light={setPointed} editRules={props.editRules} />
      <Show when={unread()}>
        {(now) => (
          <div class="note note-unknown unread" role="region" aria-label={t("unread.title")}>
            <p>{now().says}</p>
            {/* Where sentences are shown with what they were taken for, those are marked. */}
            <Show when={now().sentences?.length && !puzzle.opened()?.report.understood?.sentences?.length}>
              <ul>
                <For each={now().sentences}>{(sentence) => <li>{sentence}</li>}</For>
              </ul>
            </Show>
            {/* Where drawings are is not told of a puzzle in fog. */}
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
