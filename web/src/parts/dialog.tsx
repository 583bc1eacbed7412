// A native dialog of the browser: it traps the focus, closes on Escape, and restores the focus when it closes.
import { onMount, type JSX } from "solid-js";
import { t } from "../texts";

export function Dialog(props: { title: string; close: () => void; wide?: boolean; children: JSX.Element }): JSX.Element {
  let dialog!: HTMLDialogElement;
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  onMount(() => dialog.showModal());
  return (
    <dialog
      ref={dialog}
      class="dialog"
      classList={{ wide: props.wide ?? false }}
      aria-labelledby={id}
      onClose={() => props.close()}
      onClick={(event) => event.target === dialog && dialog.close()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{props.title}</h2>
          <button type="button" class="plain" onClick={() => dialog.close()}>
            {t("common.close")}
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
