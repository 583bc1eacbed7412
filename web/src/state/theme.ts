// The current theme: the theme that the user has chosen, or the theme of the system.
import { createEffect, createMemo, createRoot, createSignal } from "solid-js";
import { settings } from "./settings";

export type Theme = "light" | "dark" | "contrast";

function media(query: string): () => boolean {
  const list = matchMedia(query);
  const [matches, set] = createSignal(list.matches);
  list.addEventListener("change", () => set(list.matches));
  return matches;
}

export const theme = createRoot(() => {
  const contrast = media("(prefers-contrast: more)");
  const dark = media("(prefers-color-scheme: dark)");
  const theme = createMemo<Theme>(() => {
    if (settings.theme !== "auto") return settings.theme;
    return contrast() ? "contrast" : dark() ? "dark" : "light";
  });
  createEffect(() => (document.documentElement.dataset["theme"] = theme()));
  createEffect(() => (document.documentElement.style.setProperty("--text-size", String(settings.textSize / 100))));
  return theme;
});
