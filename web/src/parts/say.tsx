// Announcements: for screen readers, and as a line that is visible for a while.
import { createSignal, Show, type JSX } from "solid-js";

const [heard, setHeard] = createSignal("");
const [seen, setSeen] = createSignal("");
let timer: number | undefined;

/** Announces a text through a screen reader, after its current announcement. */
export function announce(text: string): void {
  // Screen readers repeat a text only if it changes, so append a space.
  setHeard((before) => (before === text ? `${text}\u00a0` : text));
}

/** Shows a text for some seconds, and announces it. */
export function say(text: string): void {
  announce(text);
  setSeen(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => setSeen(""), 6000);
}

/** Hides the shown text because it is no longer true. */
export function unsay(): void {
  setSeen("");
}

export function Said(): JSX.Element {
  return (
    <>
      <div class="hidden-text" role="status" aria-live="polite">
        {heard()}
      </div>
      <Show when={seen()}>
        {/* The line is shown above open dialogs. */}
        <div class="toast" aria-hidden="true" popover="manual" ref={(made) => queueMicrotask(() => made.isConnected && made.showPopover?.())}>
          {seen()}
        </div>
      </Show>
    </>
  );
}
