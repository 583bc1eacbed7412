// The puzzles that come with the page (made by `cargo xtask bank`), each with one solution and a path without trial and error.
import { t, told } from "../texts";

export const LEVELS = ["beginner", "easy", "medium", "hard"] as const;
export type Level = (typeof LEVELS)[number];
/** The points and the text of each puzzle, by kind and level. */
export type Bank = Record<string, Record<Level, [points: number, text: string][]>>;
/** A puzzle of the bank. The puzzle's title identifies its games. */
export type Banked = { kind: string; level: Level; points: number; title: string; text: string };

/** Loads the bank when it is needed. */
export const bank = async (): Promise<Bank> => (await import("../bank.json")).default as unknown as Bank;

export function banked(all: Bank, kind: string, level: Level, at: number): Banked {
  const [points, text] = all[kind]![level][at]!;
  const title = t("home.puzzle", { kind: told("home.kinds", kind), level: told("home.levels", level), number: at + 1 });
  return { kind, level, points, title, text: `title: ${title}\n${text}` };
}

/** All puzzles of a kind and a level. */
export function those(all: Bank, kind: string, level: Level): Banked[] {
  return all[kind]![level].map((_, at) => banked(all, kind, level, at));
}

/**
 * The puzzle of a day, the same for everybody. The kinds alternate, and the level rises from easy on Mondays to hard at the end
 * of the week.
 */
export function ofDay(all: Bank, year: number, month: number, day: number): Banked {
  const days = Math.round(Date.UTC(year, month - 1, day) / 86_400_000);
  const kinds = Object.keys(all);
  // The first of January 1970 was a Thursday.
  const level = LEVELS[[0, 1, 1, 2, 2, 3, 3][(days + 3) % 7]!]!;
  const kind = kinds[days % kinds.length]!;
  const list = all[kind]![level];
  return banked(all, kind, level, Math.floor(days / kinds.length) % list.length);
}
