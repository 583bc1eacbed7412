// Saves all data to one file, and restores it. Data that is newer than the file is kept.
import type { Line, Shelf, Taken } from "./shelf";
import { begun, linesOf } from "./shelf";
import { setSettings, settings, type Settings } from "./settings";
import * as store from "./store";

export type Backup = {
  cluewright: { what: "backup"; version: 1 };
  made: number;
  settings?: Partial<Settings>;
  games: store.Game[];
  /** The saved puzzles, as the lines of an export. */
  puzzles: Line[];
};

export async function backup(shelf: Shelf): Promise<Backup> {
  return {
    cluewright: { what: "backup", version: 1 },
    made: Date.now(),
    settings: { ...settings },
    // Omit the history, which is many times larger than the game.
    games: (await store.games()).map((game) => ({ ...game, past: [], future: [] })),
    puzzles: await shelf.lines(),
  };
}

/** A backup, or an export of the library converted to a backup; undefined if the text is neither. */
export function backupOf(text: string): Backup | undefined {
  const lines = linesOf(text);
  if (lines) return { cluewright: { what: "backup", version: 1 }, made: 0, games: [], puzzles: lines };
  try {
    const read = JSON.parse(text) as Backup;
    if (read?.cluewright?.what !== "backup" || read.cluewright.version !== 1) return undefined;
    return { ...read, games: Array.isArray(read.games) ? read.games : [], puzzles: Array.isArray(read.puzzles) ? read.puzzles : [] };
  } catch {
    return undefined;
  }
}

function isGame(game: store.Game): boolean {
  return typeof game?.hash === "string" && typeof game.text === "string" && Array.isArray(game.now?.cells) && Array.isArray(game.now.strokes);
}

/** The result of restoring a backup. */
export type Restored = Taken & { games: number };

export async function restore(shelf: Shelf, from: Backup, withSettings: boolean): Promise<Restored> {
  let games = 0;
  for (const game of from.games) {
    if (!isGame(game)) continue;
    const here = await store.load(game.hash);
    if (here && begun(here) && here.changed >= game.changed) continue;
    await store.save({ ...game, past: game.past ?? [], future: game.future ?? [], checkpoints: game.checkpoints ?? [] }, true);
    games++;
  }
  const some = from.puzzles.some((line) => line.puzzle);
  const taken = some ? await shelf.takeLines(from.puzzles) : { added: 0, skipped: 0, failed: 0, failures: [] };
  if (withSettings && from.settings) {
    const known = Object.entries(from.settings).filter(([key, value]) => typeof value === typeof settings[key as keyof Settings]);
    setSettings(Object.fromEntries(known) as Partial<Settings>);
  }
  return { ...taken, games };
}
