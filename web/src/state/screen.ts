// The properties of a screen, and the names of all screens.
import type { Play } from "./play";
import type { PuzzleState } from "./puzzle";

/** The properties of every screen. */
export type ScreenProps = {
  puzzle: PuzzleState;
  play: Play;
  /** Opens text that contains one puzzle on a screen, and text that contains many puzzles in the library. */
  open: (text: string, screen?: ScreenName) => Promise<void>;
  go: (screen: ScreenName) => void;
  /** Opens a pasted or dropped text, which may contain one puzzle or many. */
  take: (text: string) => Promise<void>;
};
export type ScreenName = "home" | "play" | "set" | "explain" | "make" | "library";
