// The form for opening a puzzle: text that is typed or pasted, or a file. The form is used on the home screen and in the dialog.
import { createSignal, Show, type JSX } from "solid-js";
import { t } from "../texts";
import { words } from "./errors";
import { textOf } from "./files";

/** If `long` is set, the field has space for a whole grid. Enter then starts a new line, and only Ctrl+Enter opens the puzzle. */
export function PuzzleForm(props: { take: (text: string) => void; long?: boolean }): JSX.Element {
  const [text, setText] = createSignal("");
  const [wrong, setWrong] = createSignal("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text().trim()) props.take(text());
      }}
    >
      <label class="field">
        {t("open.text")}
        <textarea
          rows={props.long ? 8 : 2}
          spellcheck={false}
          autofocus={props.long}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || (props.long && !event.ctrlKey && !event.metaKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </label>
      <Show when={props.long}>
        <p class="hint-line">{t("open.formats")}</p>
      </Show>
      <div class="buttons">
        <button type="submit" class="primary" disabled={!text().trim()}>
          {t("open.open")}
        </button>
        <label class="button">
          {t("open.file")}
          <input
            class="hidden-text"
            type="file"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              if (chosen) textOf(chosen).then(props.take, (error: unknown) => setWrong(words(error)));
            }}
          />
        </label>
      </div>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
    </form>
  );
}
