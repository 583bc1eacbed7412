// The browser's storage: games and saved puzzles. Other tabs are notified of changes.
import type { Checkpoint } from "./history";
import type { Board } from "./marks";
import { t } from "../texts";

/** A game of a puzzle, by the puzzle's hash. */
export type Game = {
  hash: string;
  text: string;
  title: string;
  now: Board;
  past: readonly Board[];
  future: readonly Board[];
  checkpoints: readonly Checkpoint<Board>[];
  seconds: number;
  solved: boolean;
  /** The time of the last change, in milliseconds since 1970. */
  changed: number;
};

/** A saved puzzle. */
export type Kept = {
  id?: number;
  title: string;
  author: string;
  text: string;
  tags: string[];
  rating?: number;
  /** The rating in a word, and its scale. */
  word?: string;
  scale?: string;
  hash?: string;
  format?: string;
  notes?: string;
  added: number;
  changed?: number;
};

const NAME = "cluewright";
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : undefined;

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "hash" });
      request.result.createObjectStore("puzzles", { keyPath: "id", autoIncrement: true });
      request.result.createObjectStore("session");
    };
    request.onsuccess = () => {
      // Close the database if a newer version of the page, in another tab, needs to upgrade it.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      request.result.onclose = () => (opening = undefined);
      resolve(request.result);
    };
    request.onerror = () => {
      // The next access tries again.
      opening = undefined;
      reject(request.error ?? new Error(t("library.keepsNothing")));
    };
  });
  return opening;
}

/** The reason why something could not be saved, in words. */
function failure(error: DOMException | null): Error {
  if (error?.name === "QuotaExceededError") return new Error(t("library.full"));
  return error ?? new Error(t("library.keepsNothing"));
}

async function run<T>(store: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | undefined): Promise<T> {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode, { durability: "strict" });
    let request: IDBRequest<T> | undefined;
    try {
      request = work(transaction.objectStore(store));
    } catch (error) {
      reject(failure(error as DOMException));
      return;
    }
    const failed = () => reject(failure(transaction.error ?? request?.error ?? null));
    transaction.oncomplete = () => resolve(request?.result as T);
    transaction.onerror = failed;
    transaction.onabort = failed;
  });
}

const ASKED = `${NAME}-persist`;

/** Asks the browser once not to delete the saved data when it runs out of space. */
export async function persist(): Promise<void> {
  try {
    if (localStorage.getItem(ASKED)) return;
    localStorage.setItem(ASKED, "asked");
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
  } catch {
    // The request is optional, so a failure does not matter.
  }
}

/** Whether the browser has promised not to delete the saved data. */
export async function persisted(): Promise<boolean> {
  return (await navigator.storage?.persisted?.()) ?? false;
}

/** Saves a game and notifies other tabs. If `here` is set, this tab is notified, too. */
export async function save(game: Game, here = false): Promise<void> {
  await run("games", "readwrite", (store) => store.put(game));
  if (here && channel) {
    const other = new BroadcastChannel(NAME);
    other.postMessage({ game });
    other.close();
  } else channel?.postMessage({ game });
  void persist();
}

export async function load(hash: string): Promise<Game | undefined> {
  try {
    return await run<Game | undefined>("games", "readonly", (store) => store.get(hash) as IDBRequest<Game | undefined>);
  } catch {
    return undefined;
  }
}

export async function games(): Promise<Game[]> {
  return run<Game[]>("games", "readonly", (store) => store.getAll() as IDBRequest<Game[]>);
}

export async function forget(hash: string): Promise<void> {
  await run("games", "readwrite", (store) => store.delete(hash));
}

/** Calls `told` for each game that another tab changes, until the returned function is called. */
export function follow(told: (game: Game) => void): () => void {
  const hear = (event: MessageEvent<{ game?: Game }>) => {
    if (event.data.game) told(event.data.game);
  };
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}

/** Remembers the open puzzle, for this tab and for new tabs. */
export async function remember(text: string): Promise<void> {
  try {
    sessionStorage.setItem(NAME, text);
  } catch {
    // Without session storage, the last puzzle of any tab is reopened.
  }
  await run("session", "readwrite", (store) => store.put(text, "last"));
}

/** A recently opened puzzle, in its last state. */
export type Recent = { key: string; title: string; text: string; at: number };

/** The number of recent puzzles that are remembered. */
const RECENT = 20;

export async function recent(): Promise<Recent[]> {
  try {
    return (await run<Recent[] | undefined>("session", "readonly", (store) => store.get("recent") as IDBRequest<Recent[] | undefined>)) ?? [];
  } catch {
    return [];
  }
}

/** Adds a puzzle at the front of the recent puzzles, and removes older entries with the same key or text. */
export async function addRecent(one: Recent): Promise<void> {
  const others = (await recent()).filter((other) => other.key !== one.key && other.text !== one.text);
  await run("session", "readwrite", (store) => store.put([one, ...others].slice(0, RECENT), "recent"));
}

export async function last(): Promise<string | undefined> {
  try {
    const here = sessionStorage.getItem(NAME);
    if (here) return here;
    return await run<string | undefined>("session", "readonly", (store) => store.get("last") as IDBRequest<string | undefined>);
  } catch {
    return undefined;
  }
}

function toldPuzzles(): void {
  channel?.postMessage({ puzzles: true });
}

export async function keep(puzzle: Kept): Promise<number> {
  const id = Number(await run("puzzles", "readwrite", (store) => store.put(puzzle)));
  toldPuzzles();
  void persist();
  return id;
}

/** Saves all of these puzzles; if saving fails, no puzzle is saved. */
export async function keepAll(puzzles: readonly Kept[]): Promise<void> {
  await run("puzzles", "readwrite", (store) => {
    for (const puzzle of puzzles) store.put(puzzle);
    return undefined;
  });
  toldPuzzles();
  void persist();
}

export async function kept(): Promise<Kept[]> {
  return run<Kept[]>("puzzles", "readonly", (store) => store.getAll() as IDBRequest<Kept[]>);
}

export async function drop(id: number): Promise<void> {
  await run("puzzles", "readwrite", (store) => store.delete(id));
  toldPuzzles();
}

/** Calls `told` whenever another tab saves or deletes puzzles. */
export function followPuzzles(told: () => void): () => void {
  const hear = (event: MessageEvent<{ puzzles?: boolean }>) => {
    if (event.data.puzzles) told();
  };
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}

/** The storage in use and the storage available, in bytes; undefined if the browser does not report it. */
export async function quota(): Promise<{ used: number; all: number } | undefined> {
  const told = await navigator.storage?.estimate?.();
  return told?.quota ? { used: told.usage ?? 0, all: told.quota } : undefined;
}
