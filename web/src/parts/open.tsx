// The dialog for opening a puzzle: pasted or dropped text, a file, or an example.
import { createResource, For, Show, type JSX } from "solid-js";
import { BLANK, EXAMPLES } from "../state/first";
import * as store from "../state/store";
import { t } from "../texts";
import { Dialog } from "./dialog";
import { PuzzleForm } from "./puzzle-form";

export function OpenDialog(props: { take: (text: string) => Promise<void>; close: () => void }): JSX.Element {
  const [recent] = createResource(async () => (await store.recent()).slice(0, 8));
  const take = async (text: string) => {
    props.close();
    await props.take(text);
  };
  return (
    <Dialog title={t("open.title")} close={props.close} wide>
      <PuzzleForm take={(text) => void take(text)} long />
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
