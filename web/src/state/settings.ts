// The user's settings, stored in the browser.
import { createEffect, createRoot } from "solid-js";
import { createStore } from "solid-js/store";

export type ThemeChoice = "auto" | "light" | "dark" | "contrast";
export type Settings = {
  theme: ThemeChoice;
  /** Whether single letters are shortcuts. */
  letters: boolean;
  /** Whether conflicting digits are shown. */
  conflicts: boolean;
  /** Whether the cells that the selected cell sees are highlighted. */
  seen: boolean;
  /** Whether placing a digit removes it from the marks of cells that see it. */
  sweep: boolean;
  /** Whether placing a digit removes all marks that any rule excludes, as determined by the engine. */
  sweepRules: boolean;
  /** Whether filling in candidates also uses each clue by itself. */
  fillClues: boolean;
  /** Whether each digit has a fixed place among corner marks. */
  fixedCorners: boolean;
  /** Whether each digit has a fixed place among centre marks. */
  fixedCentres: boolean;
  timer: boolean;
  /** Whether fog is lifted, for setters and teachers. */
  liftFog: boolean;
  /** The text size in per cent, for projectors and for readers who need larger text. */
  textSize: number;
  /** The most detailed level of hints. */
  hintCap: number;
  /** Whether announcements for screen readers are detailed. */
  verbose: boolean;
};

const USUAL: Settings = {
  theme: "auto",
  letters: true,
  conflicts: true,
  seen: false,
  sweep: true,
  sweepRules: false,
  fillClues: false,
  fixedCorners: false,
  fixedCentres: false,
  timer: true,
  liftFog: false,
  textSize: 100,
  hintCap: 4,
  verbose: true,
};
const KEY = "cluewright-settings";

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const [settings, setSettings] = createStore<Settings>({ ...USUAL, ...kept() });

createRoot(() => {
  createEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // If the browser stores nothing, settings last only for the session.
    }
  });
});
