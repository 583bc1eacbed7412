// Saved puzzles: in the server's library or, if there is no such library, in the browser. Screens cannot tell the two apart.
import { ask, EngineError, type Engine, type Failure } from "../engine/engine";
import type { Imported } from "../engine/types";
import { t } from "../texts";
import * as store from "./store";

export type Score = { score: number; word: string; scale: string };
export type Progress = "new" | "started" | "solved";

/** A saved puzzle as shown in lists. */
export type Item = {
  id: number;
  title: string;
  author: string;
  format: string;
  hash: string;
  tags: string[];
  notes: string;
  rating: Score | null;
  state: Progress;
  added: number;
  changed: number;
  collection?: number;
};
/** A puzzle to be saved. Absent fields are taken from its text. */
export type Fresh = {
  text: string;
  title?: string;
  author?: string;
  format?: string;
  tags?: string[];
  notes?: string;
  rating?: Score | null;
  state?: Progress;
  hash?: string;
};
export type Change = Partial<Pick<Item, "title" | "author" | "tags" | "notes" | "rating" | "state" | "collection">>;
export type Sort = "best" | "newest" | "changed" | "title" | "easiest" | "hardest";
export type Wanted = {
  words?: string;
  tag?: string | undefined;
  state?: Progress | undefined;
  from?: number | undefined;
  to?: number | undefined;
  collection?: number | undefined;
  sort?: Sort;
  offset?: number;
  limit?: number;
};
export type Found = { total: number; items: Item[] };
export type Collection = { id: number; name: string; about: string; puzzles: number };
export type Taken = { added: number; skipped: number; failed: number; failures: string[] };

/** A line of an export, in the same format as the server's. */
export type Line = {
  cluewright?: { what: string; version: number };
  collection?: { name: string; about?: string; added: number };
  puzzle?: { puzzle: Fresh; added: number; changed: number; progress?: unknown; history?: unknown[] };
};

export interface Shelf {
  readonly kind: "server" | "browser";
  find(wanted: Wanted): Promise<Found>;
  text(id: number): Promise<string>;
  add(puzzle: Fresh, collection?: number): Promise<number>;
  change(id: number, change: Change): Promise<void>;
  /** Deletes a puzzle. The returned function restores it. */
  remove(id: number): Promise<() => Promise<void>>;
  tags(): Promise<{ name: string; puzzles: number }[]>;
  collections(): Promise<Collection[]>;
  addCollection(name: string): Promise<number>;
  renameCollection(id: number, name: string): Promise<void>;
  removeCollection(id: number): Promise<void>;
  /** Adds the puzzles that are not saved yet. */
  addMany(puzzles: readonly Fresh[], collection?: number): Promise<Taken>;
  /** Adds the puzzles of an export. */
  takeLines(lines: readonly Line[], collection?: number): Promise<Taken>;
  /** All puzzles, or the puzzles with these ids, as the lines of an export. */
  lines(ids?: readonly number[]): Promise<Line[]>;
  /** Updates from the games whether puzzles are started or solved. */
  sync(games: readonly store.Game[]): Promise<void>;
}

export const HEAD: Line = { cluewright: { what: "library", version: 1 } };

export function linesText(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The lines of an export; undefined if the text is not an export. */
export function linesOf(text: string): Line[] | undefined {
  try {
    const lines = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line) as Line);
    return lines[0]?.cluewright?.what === "library" ? lines : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the game has any entries. */
export function begun(game: store.Game): boolean {
  const { cells, strokes } = game.now;
  return strokes.length > 0 || cells.some((m) => m.digit !== undefined || m.corner?.length || m.centre?.length || m.colours?.length);
}

const BASE = "/api/v1/library/";

async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const raw = typeof body === "string";
  let response: Response;
  try {
    response = await fetch(BASE + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: raw ? body : JSON.stringify(body), headers: { "Content-Type": raw ? "text/plain; charset=utf-8" : "application/json" } }),
    });
  } catch {
    throw new Error(t("library.serverLost"));
  }
  const text = await response.text();
  let told: { error?: Failure } | undefined;
  try {
    told = JSON.parse(text) as { error?: Failure };
  } catch {
    if (response.ok) throw new NoLibrary();
  }
  // A 404 without the code `not_found` means that the server has no library; a library reports `not_found` for a missing entry.
  if (response.status === 404 && told?.error?.code !== "not_found") throw new NoLibrary();
  if (told?.error) throw new EngineError(told.error);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return told as T;
}

class NoLibrary extends Error {}

type ServerEntry = Omit<Item, "rating"> & { rating: Score | null };
type Stored = { entry: ServerEntry; text: string; rules: string; progress: { position: unknown; seconds: number } | null };
type ServerImported = { added: number; skipped: number; failed: number; failures: { line: number; error: Failure }[] };

const SYNCED = "cluewright-synced";

class ServerShelf implements Shelf {
  readonly kind = "server";

  async find(wanted: Wanted): Promise<Found> {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(wanted)) if (value !== undefined && value !== "") query.set(key, String(value));
    const page = await api<{ total: number; puzzles: ServerEntry[] }>("GET", `puzzles?${query}`);
    return { total: page.total, items: page.puzzles };
  }

  async text(id: number): Promise<string> {
    return (await api<Stored>("GET", `puzzles/${id}`)).text;
  }

  /** The given collection or, if none is given, the default collection. */
  async #into(collection: number | undefined): Promise<number> {
    if (collection !== undefined) return collection;
    const all = await this.collections();
    return all[0]?.id ?? (await this.addCollection(t("library.firstCollection")));
  }

  async add({ hash: _, ...puzzle }: Fresh, collection?: number): Promise<number> {
    return (await api<{ id: number }>("POST", "puzzles", { collection: await this.#into(collection), puzzle })).id;
  }

  async change(id: number, change: Change): Promise<void> {
    await api("PATCH", `puzzles/${id}`, change);
  }

  async remove(id: number): Promise<() => Promise<void>> {
    const { entry, text, progress } = await api<Stored>("GET", `puzzles/${id}`);
    const past = await api<{ position: unknown }[]>("GET", `puzzles/${id}/history`);
    await api("DELETE", `puzzles/${id}`);
    return async () => {
      const { title, author, format, tags, notes, rating, state } = entry;
      const again = await this.add({ text, title, author, format, tags, notes, rating, state }, entry.collection);
      for (const { position } of past) await api("POST", `puzzles/${again}/history`, { position });
      if (progress) await api("PUT", `puzzles/${again}/progress`, { position: progress.position, seconds: progress.seconds });
    };
  }

  tags(): Promise<{ name: string; puzzles: number }[]> {
    return api("GET", "tags");
  }
  collections(): Promise<Collection[]> {
    return api("GET", "collections");
  }
  async addCollection(name: string): Promise<number> {
    return (await api<{ id: number }>("POST", "collections", { name })).id;
  }
  async renameCollection(id: number, name: string): Promise<void> {
    await api("PATCH", `collections/${id}`, { name });
  }
  async removeCollection(id: number): Promise<void> {
    await api("DELETE", `collections/${id}`);
  }

  addMany(puzzles: readonly Fresh[], collection?: number): Promise<Taken> {
    const now = Date.now();
    const lines = puzzles.map(({ hash: _, ...puzzle }): Line => ({ puzzle: { puzzle, added: now, changed: now } }));
    return this.takeLines([HEAD, ...lines], collection);
  }

  async takeLines(lines: readonly Line[], collection?: number): Promise<Taken> {
    // If no collection is given and no puzzle names one, add all to the first collection, which is created if necessary.
    const named = lines.some((line) => line.collection);
    const path = collection === undefined && named ? "import" : `collections/${await this.#into(collection)}/import`;
    const done = await api<ServerImported>("POST", `${path}?same=skip`, linesText(lines));
    const { added, skipped, failed } = done;
    return { added, skipped, failed, failures: done.failures.map((f) => `${f.line}: ${f.error.message}`) };
  }

  async lines(ids?: readonly number[]): Promise<Line[]> {
    if (!ids) {
      const response = await fetch(`${BASE}export`);
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const lines = linesOf(await response.text());
      if (!lines) throw new Error(t("library.serverLost"));
      return lines;
    }
    const lines: Line[] = [HEAD];
    for (const id of ids) {
      const { entry, text } = await api<Stored>("GET", `puzzles/${id}`);
      lines.push(lineOf(entry, text));
    }
    return lines;
  }

  async sync(games: readonly store.Game[]): Promise<void> {
    const since = Number(localStorage.getItem(SYNCED) ?? 0);
    const newest = Math.max(since, ...games.map((g) => g.changed));
    for (const game of games) {
      if (game.changed <= since || !begun(game)) continue;
      const { puzzles } = await api<{ puzzles: ServerEntry[] }>("GET", `puzzles?hash=${game.hash}`);
      const state = game.solved ? "solved" : "started";
      for (const one of puzzles) {
        // A solved puzzle remains solved.
        if (one.state !== state && one.state !== "solved") await this.change(one.id, { state });
      }
    }
    localStorage.setItem(SYNCED, String(newest));
  }
}

function lineOf(item: Item, text: string): Line {
  const { title, author, format, tags, notes, rating, state, added, changed } = item;
  // The format is left out if it is not known, because the server rejects an unknown format.
  return { puzzle: { puzzle: { text, ...(format ? { format } : {}), title, author, tags, notes, rating, state }, added, changed } };
}

/** The text in lower case and without accents, for searching. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The maximum number of puzzles whose hashes are computed at a time. */
const HASHED = 500;

class BrowserShelf implements Shelf {
  readonly kind = "browser";
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async #all(): Promise<(Item & { text: string })[]> {
    const [kept, games] = await Promise.all([store.kept(), store.games()]);
    const states = new Map(games.map((g) => [g.hash, g.solved ? "solved" : begun(g) ? "started" : "new"] as const));
    return kept.map((one) => ({
      id: one.id!,
      title: one.title,
      author: one.author,
      format: one.format ?? "",
      hash: one.hash ?? "",
      tags: one.tags,
      notes: one.notes ?? "",
      rating: one.rating === undefined ? null : { score: one.rating, word: one.word ?? "", scale: one.scale ?? "" },
      state: (one.hash && states.get(one.hash)) || "new",
      added: one.added,
      changed: one.changed ?? one.added,
      text: one.text,
    }));
  }

  async find(wanted: Wanted): Promise<Found> {
    const words = plain(wanted.words ?? "").split(/\s+/).filter(Boolean);
    const { tag, state, from, to } = wanted;
    const found = (await this.#all()).filter((one) => {
      if (tag && !one.tags.includes(tag)) return false;
      if (state && one.state !== state) return false;
      if (from !== undefined && !(one.rating && one.rating.score >= from)) return false;
      if (to !== undefined && !(one.rating && one.rating.score <= to)) return false;
      if (!words.length) return true;
      const text = plain([one.title, one.author, one.notes, ...one.tags, one.text.length < 20_000 ? one.text : ""].join(" "));
      return words.every((word) => text.includes(word));
    });
    const score = (one: Item, none: number) => one.rating?.score ?? none;
    const orders: Record<Sort, (a: Item, b: Item) => number> = {
      best: (a, b) => b.added - a.added,
      newest: (a, b) => b.added - a.added,
      changed: (a, b) => b.changed - a.changed,
      title: (a, b) => a.title.localeCompare(b.title),
      easiest: (a, b) => score(a, Infinity) - score(b, Infinity) || 0,
      hardest: (a, b) => score(b, -Infinity) - score(a, -Infinity) || 0,
    };
    found.sort((a, b) => orders[wanted.sort ?? "newest"](a, b) || b.id - a.id);
    const offset = wanted.offset ?? 0;
    return { total: found.length, items: found.slice(offset, offset + (wanted.limit ?? 50)) };
  }

  async #one(id: number): Promise<store.Kept> {
    const one = (await store.kept()).find((k) => k.id === id);
    if (!one) throw new Error(t("library.gone"));
    return one;
  }

  async text(id: number): Promise<string> {
    return (await this.#one(id)).text;
  }

  add(puzzle: Fresh): Promise<number> {
    return store.keep(keptOf(puzzle, Date.now(), Date.now()));
  }

  async change(id: number, { rating, state: _, collection: __, ...change }: Change): Promise<void> {
    const one = { ...(await this.#one(id)), ...change, changed: Date.now() };
    if (rating === null) {
      delete one.rating;
      delete one.word;
      delete one.scale;
    } else if (rating) Object.assign(one, { rating: rating.score, word: rating.word, scale: rating.scale });
    await store.keep(one);
  }

  async remove(id: number): Promise<() => Promise<void>> {
    const one = await this.#one(id);
    await store.drop(id);
    return async () => void (await store.keep(one));
  }

  async tags(): Promise<{ name: string; puzzles: number }[]> {
    const counts = new Map<string, number>();
    for (const one of await store.kept()) for (const tag of one.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([name, puzzles]) => ({ name, puzzles }));
  }

  // The browser's shelf has no collections; tags serve the same purpose.
  async collections(): Promise<Collection[]> {
    return [];
  }
  addCollection(): Promise<number> {
    return Promise.reject(new Error("no collections"));
  }
  renameCollection(): Promise<void> {
    return Promise.reject(new Error("no collections"));
  }
  removeCollection(): Promise<void> {
    return Promise.reject(new Error("no collections"));
  }

  async addMany(puzzles: readonly Fresh[]): Promise<Taken> {
    const now = Date.now();
    // Existing puzzles are left as they are, with their tags.
    const there = new Set((await store.kept()).map((one) => one.text));
    const fresh = puzzles.filter((one) => !there.has(one.text));
    const taken = await this.takeLines(fresh.map((puzzle): Line => ({ puzzle: { puzzle, added: now, changed: now } })));
    return { ...taken, skipped: taken.skipped + puzzles.length - fresh.length };
  }

  async takeLines(lines: readonly Line[]): Promise<Taken> {
    const there = new Map((await store.kept()).map((one) => [one.text, one]));
    const fresh: store.Kept[] = [];
    let skipped = 0;
    for (const { puzzle: line } of lines) {
      if (!line?.puzzle?.text) continue;
      const one = keptOf(line.puzzle, line.added, line.changed);
      const before = there.get(one.text);
      if (before && (before.changed ?? before.added) >= one.changed!) {
        skipped++;
        continue;
      }
      fresh.push(before?.id === undefined ? one : { ...before, ...one, id: before.id });
      there.set(one.text, one);
    }
    await store.keepAll(fresh);
    return { added: fresh.length, skipped, failed: 0, failures: [] };
  }

  async lines(ids?: readonly number[]): Promise<Line[]> {
    const wanted = ids && new Set(ids);
    const all = (await this.#all()).filter((one) => !wanted || wanted.has(one.id));
    return [HEAD, ...all.map((one) => lineOf(one, one.text))];
  }

  // The state of play is looked up each time by hash, so only missing hashes are computed here.
  async sync(): Promise<void> {
    const without = (await store.kept()).filter((one) => one.hash === undefined).slice(0, HASHED);
    const known: store.Kept[] = [];
    for (const one of without) {
      const request = { op: "conflicts", kind: "", puzzle: one.text, position: [], fog: false };
      const { error, hash } = await this.#engine.quick.send(request);
      if (["gone", "unavailable", "busy"].includes(error?.code ?? "")) break;
      known.push({ ...one, hash: hash ?? "" });
    }
    if (!known.length) return;
    // Some puzzles may have been changed or deleted in the meantime.
    const now = new Map((await store.kept()).map((one) => [one.id, one]));
    await store.keepAll(known.flatMap((one) => (now.has(one.id) ? [{ ...now.get(one.id)!, hash: one.hash! }] : [])));
  }
}

function keptOf(puzzle: Fresh, added: number, changed: number): store.Kept {
  const { text, title, author, format, tags, notes, rating, hash } = puzzle;
  return {
    title: title ?? "",
    author: author ?? "",
    text,
    tags: tags ?? [],
    added: added || Date.now(),
    changed: changed || Date.now(),
    ...(format ? { format } : {}),
    ...(notes ? { notes } : {}),
    ...(hash ? { hash } : {}),
    ...(rating ? { rating: rating.score, word: rating.word, scale: rating.scale } : {}),
  };
}

let opening: Promise<Shelf> | undefined;

/** The shelf for saved puzzles: the server's library if there is one, otherwise the browser's storage. */
export function shelf(engine: Engine): Promise<Shelf> {
  opening ??= (async () => {
    if (!engine.library) return new BrowserShelf(engine);
    const server = new ServerShelf();
    try {
      await server.collections();
      return server;
    } catch (error) {
      if (error instanceof NoLibrary) return new BrowserShelf(engine);
      opening = undefined;
      throw error;
    }
  })();
  return opening;
}

/** The number of puzzles per answer. */
const PORTION = 1000;
/** The number of characters per request. */
const PIECE = 1 << 20;

/** Splits a long text into pieces of whole lines and, if blank lines separate puzzles, of whole puzzles. */
function pieces(text: string): string[] {
  if (text.length <= PIECE) return [text];
  const apart = /\n[ \t]*\n/.test(text.slice(0, PIECE)) ? /\n[ \t\r]*\n/g : /\n/g;
  const all: string[] = [];
  let from = 0;
  let end = 0;
  for (const { index } of text.matchAll(apart)) {
    if (index - from > PIECE && end > from) {
      all.push(text.slice(from, end));
      from = end;
    }
    end = index + 1;
  }
  if (text.length - from > PIECE && end > from) {
    all.push(text.slice(from, end));
    from = end;
  }
  all.push(text.slice(from));
  return all;
}

export type Read = Imported["puzzles"][number];

/** Reads text with many puzzles in portions. */
export async function* readMany(engine: Engine, text: string, signal?: AbortSignal): AsyncGenerator<Read[]> {
  const all = pieces(text);
  // Repeat the heading of a table in each piece, so that each piece is read as a table.
  const first = text.slice(0, text.indexOf("\n") + 1);
  let head = "";
  if (all.length > 1 && /[,;\t]/.test(first) && !first.trimStart().startsWith("{")) {
    const { puzzles } = await ask<Imported>(engine.quick, { op: "import", kind: "", text: first }).catch(() => ({ puzzles: [] }));
    if (!puzzles.some((p) => !p.wrong)) head = first;
  }
  for (const [i, piece] of all.entries()) {
    for (let skip = 0, more = true; more; ) {
      if (signal?.aborted) return;
      const request = { op: "import", kind: "", text: i ? head + piece : piece, skip, most: skip || i ? PORTION : 200 };
      const read = await ask<Imported>(engine.quick, request, { signal });
      yield read.puzzles;
      skip += read.puzzles.length;
      more = read.more && read.puzzles.length > 0;
    }
  }
}
