// A dialog of the browser's own: it keeps the focus inside, Escape closes it, and the focus goes back to where it was.
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
