// A puzzle from anywhere: pasted, dropped, a file, an example.
import { createResource, createSignal, For, Show, type JSX } from "solid-js";
import { BLANK, EXAMPLES } from "../state/first";
import * as store from "../state/store";
import { t } from "../texts";
import { Dialog } from "./dialog";
import { textOf } from "./files";

export function OpenDialog(props: { take: (text: string) => Promise<void>; close: () => void }): JSX.Element {
  const [text, setText] = createSignal("");
  const [wrong, setWrong] = createSignal("");
  const [recent] = createResource(async () => (await store.recent()).slice(0, 8));
  const take = async (text: string) => {
    props.close();
    await props.take(text);
  };
  const file = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    try {
      await take(await textOf(chosen));
    } catch (error) {
      setWrong(String(error instanceof Error ? error.message : error));
    }
  };
  return (
    <Dialog title={t("open.title")} close={props.close} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text().trim()) void take(text());
        }}
      >
        <label class="field">
          {t("open.text")}
          <textarea
            rows="8"
            spellcheck={false}
            autofocus
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
        </label>
        <p class="hint-line">{t("open.formats")}</p>
        <div class="buttons">
          <button type="submit" class="primary" disabled={!text().trim()}>
            {t("open.open")}
          </button>
          <label class="button">
            {t("open.file")}
            <input class="hidden-text" type="file" onChange={(event) => void file(event.currentTarget)} />
          </label>
        </div>
        <p class="wrong" role="alert">
          {wrong()}
        </p>
      </form>
      <Show when={recent()?.length}>
        <h3>{t("open.recent")}</h3>
        <div class="buttons">
          <For each={recent()}>
            {(one) => (
              <button type="button" onClick={() => void take(one.text)}>
                {one.title || t("common.untitled")}, {new Date(one.at).toLocaleString([], { dateStyle: "short", timeStyle: "short" })}
              </button>
            )}
          </For>
        </div>
      </Show>
      <h3>{t("open.examples")}</h3>
      <div class="buttons">
        <button type="button" onClick={() => void take(BLANK)}>
          {t("open.blank")}
        </button>
        <For each={EXAMPLES}>
          {(example) => (
            <button type="button" onClick={() => void take(example.text)}>
              {example.name}
            </button>
          )}
        </For>
      </div>
    </Dialog>
  );
}
