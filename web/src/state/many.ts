// Passes text with many puzzles, a backup or an export to the library screen, wherever it was dropped.
import { createSignal } from "solid-js";

const [many, setMany] = createSignal<string>();
export { many, setMany };

/** Whether the text is a file that the library has written: a backup or an export. */
export function isOurs(text: string): boolean {
  return /^\s*\{\s*"cluewright"\s*:/.test(text.slice(0, 1000));
}
