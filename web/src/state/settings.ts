// The user's settings, stored in the browser.
import { createEffect, createRoot } from "solid-js";
import { createStore } from "solid-js/store";

export type ThemeChoice = "auto" | "light" | "dark" | "contrast";
export type Settings = {
  theme: ThemeChoice;
  /** Single letters do something. */
  letters: boolean;
  /** Digits that rules do not allow together are shown. */
  conflicts: boolean;
  /** Cells that the selected one sees are shown. */
  seen: boolean;
  /** A digit that is placed goes out of the marks of the cells that see it. */
  sweep: boolean;
  /** The same by every rule, as the engine knows them. */
  sweepRules: boolean;
  /** Candidates that are filled in know what each clue alone leaves. */
  fillClues: boolean;
  /** Corner marks stand at a place of their own each. */
  fixedCorners: boolean;
  /** Centre marks do. */
  fixedCentres: boolean;
  timer: boolean;
  /** What is in fog is shown to the player: for setters and teachers. */
  liftFog: boolean;
  /** The size of texts, in per cent; for a projector, or for eyes that want it. */
  textSize: number;
  /** How much a hint may tell. */
  hintCap: number;
  /** What is read to a screen reader: all or little. */
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
