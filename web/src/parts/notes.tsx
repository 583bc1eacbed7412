// Notes on how a puzzle was read.
import { For, Show, type JSX } from "solid-js";
import type { Note } from "../engine/types";
import { t } from "../texts";

export function Notes(props: { notes: readonly Note[] }): JSX.Element {
  const drawn = () => props.notes.filter((note) => note.kind === "decoration");
  return (
    <>
      <For each={props.notes.filter((note) => note.kind !== "decoration")}>
        {(note) => <p class={`note note-${note.kind}`}>{note.text}</p>}
      </For>
      <Show when={drawn().length}>
        <details class="note note-guess">
          <summary>{t("play.onlyDrawn", { count: drawn().length })}</summary>
          <For each={drawn()}>{(note) => <p>{note.text}</p>}</For>
        </details>
      </Show>
    </>
  );
}
