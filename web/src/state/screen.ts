// The properties of a screen, and the names of all screens.
import type { Play } from "./play";
import type { PuzzleState } from "./puzzle";

/** What every screen is given. */
export type ScreenProps = {
  puzzle: PuzzleState;
  play: Play;
  /** Opens a text with one puzzle on a screen; one with many in the library. */
  open: (text: string, screen?: ScreenName) => Promise<void>;
  go: (screen: ScreenName) => void;
  /** Text from anywhere: one puzzle, or many. */
  take: (text: string) => Promise<void>;
};
export type ScreenName = "home" | "play" | "set" | "explain" | "make" | "library";
