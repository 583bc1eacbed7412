// The screen for what is kept: puzzles, games, everything as a file; and for work on many puzzles at once.
import { createEffect, createMemo, createResource, createSignal, For, on, onCleanup, onMount, Show, Switch, Match, type JSX } from "solid-js";
import type { ScreenName, ScreenProps } from "../app";
import { ask, type Engine } from "../engine/engine";
import type { Picture, PuzzleReport } from "../engine/types";
import { BatchPart, numberIn, Paging } from "../parts/batch";
import { batchOf } from "../parts/batch-run";
import { Dialog } from "../parts/dialog";
import { words } from "../parts/errors";
import { download, fileName } from "../parts/files";
import { textOf } from "../parts/open";
import { PrintDialog } from "../parts/print-dialog";
import { announce, say } from "../parts/say";
import type { Sheet } from "../parts/sheet";
import { backup, backupOf, restore, type Backup } from "../state/backup";
import { isOurs, many, setMany } from "../state/many";
import { begun, linesText, readMany, shelf, type Fresh, type Item, type Shelf, type Sort, type Wanted } from "../state/shelf";
import * as store from "../state/store";
import { theme } from "../state/theme";
import { t, told } from "../texts";
import { time } from "./play";

type Part = "kept" | "games" | "many" | "backup";
const PARTS: Part[] = ["kept", "games", "many", "backup"];
const SORTS: Sort[] = ["newest", "changed", "title", "easiest", "hardest"];
/** Puzzles of a page of the shelf. */
const PAGE = 24;

const [part, setPart] = createSignal<Part>("kept");

function failed(error: unknown): void {
  say(t("common.failed", { why: words(error) }));
}

function day(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}

function size(bytes: number): string {
  const steps = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let i = 0;
  while (value >= 1000 && i < steps.length - 1) {
    value /= 1000;
    i++;
  }
  return `${value.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${steps[i]}`;
}

/** Pictures that are drawn at the same time. */
let drawing = 0;
const waiting: (() => void)[] = [];
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (drawing >= 4) await new Promise<void>((resolve) => waiting.push(resolve));
  drawing++;
  try {
    return await work();
  } finally {
    drawing--;
    waiting.shift()?.();
  }
}

/** A small picture of a puzzle, drawn when it comes into view. */
function Thumb(props: { engine: Engine; text: () => Promise<string>; key: string }): JSX.Element {
  const [url, setUrl] = createSignal<string>();
  const [near, setNear] = createSignal(false);
  let box!: HTMLDivElement;
  onMount(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((e) => e.isIntersecting)) return;
      setNear(true);
      observer.disconnect();
    }, { rootMargin: "300px" });
    observer.observe(box);
    onCleanup(() => observer.disconnect());
  });
  createEffect(
    on([near, theme, () => props.key], ([near, theme]) => {
      if (!near) return;
      let over = false;
      let made: string | undefined;
      void inTurn(async () => {
        if (over) return;
        const puzzle = await props.text();
        const drawn = await ask<Picture>(props.engine.quick, { op: "draw", kind: "", puzzle, theme, position: [], prefix: "thumb-" });
        if (over || !drawn.svg) return;
        made = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
        setUrl(made);
      }).catch(() => {});
      onCleanup(() => {
        over = true;
        if (made) URL.revokeObjectURL(made);
        setUrl(undefined);
      });
    }),
  );
  return (
    <div ref={box}>
      <Show when={url()} fallback={<span class="thumb" />}>
        {(src) => <img class="thumb" src={src()} alt="" />}
      </Show>
    </div>
  );
}

export function LibraryScreen(props: ScreenProps): JSX.Element {
  const { engine } = props.puzzle;
  const [shown, { refetch }] = createResource(() => shelf(engine));
  const [printing, setPrinting] = createSignal<readonly Sheet[]>();
  const [taking, setTaking] = createSignal<Backup>();

  // What was dropped or pasted anywhere comes here.
  createEffect(
    on(many, (text) => {
      if (text === undefined) return;
      setMany(undefined);
      const file = isOurs(text) ? backupOf(text) : undefined;
      if (file) {
        setTaking(file);
        return;
      }
      setPart("many");
      batchOf(engine)
        .read(text)
        .then((count) => announce(t("batch.readDone", { count })), failed);
    }),
  );
  const open = (text: string, screen: ScreenName): Promise<void> => props.open(text, screen).catch(failed);

  return (
    <div class="library" id="grid" tabindex="-1">
      <nav class="library-parts" aria-label={t("library.parts")}>
        <For each={PARTS}>
          {(one) => (
            <button type="button" aria-pressed={part() === one} onClick={() => setPart(one)}>
              {told("library.part", one)}
            </button>
          )}
        </For>
      </nav>
      <Show when={shown.error as unknown}>
        {(error) => (
          <p class="wrong" role="alert">
            {words(error())}{" "}
            <button type="button" onClick={() => void refetch()}>
              {t("library.again")}
            </button>
          </p>
        )}
      </Show>
      <Switch>
        <Match when={part() === "many"}>
          <BatchPart engine={engine} open={open} print={setPrinting} />
        </Match>
        <Match when={part() === "games"}>
          <Games {...props} open={open} />
        </Match>
        <Match when={!shown.error && shown()} keyed>
          {(shelf) => (
            <Show when={part() === "kept"} fallback={<BackupPart shelf={shelf} play={props.play} take={setTaking} />}>
              <ShelfPart {...props} shelf={shelf} open={open} print={setPrinting} take={setTaking} />
            </Show>
          )}
        </Match>
      </Switch>
      <Show when={printing()} keyed>
        {(puzzles) => <PrintDialog engine={engine} puzzles={puzzles} close={() => setPrinting(undefined)} />}
      </Show>
      <Show when={!shown.error && taking()} keyed>
        {(file) => (
          <Show when={shown()} keyed>
            {(shelf) => <TakeDialog shelf={shelf} file={file} close={() => setTaking(undefined)} />}
          </Show>
        )}
      </Show>
    </div>
  );
}

type Opens = { open: (text: string, screen: ScreenName) => Promise<void> };

/** Counts changes of what is kept, so that lists are read anew. */
const [version, setVersion] = createSignal(0);
const told_anew = () => setVersion((n) => n + 1);

function ShelfPart(
  props: Omit<ScreenProps, "open"> & Opens & { shelf: Shelf; print: (puzzles: Sheet[]) => void; take: (file: Backup) => void },
): JSX.Element {
  const { engine } = props.puzzle;
  const [typed, setTyped] = createSignal("");
  const [found_by, setWords] = createSignal("");
  const [filter, setFilter] = createSignal<Omit<Wanted, "words" | "offset" | "limit">>({ sort: "newest" });
  const [page, setPage] = createSignal(0);
  const [chosen, setChosen] = createSignal<ReadonlySet<number>>(new Set<number>());
  const [undo, setUndo] = createSignal<{ text: string; does: () => Promise<void> }>();
  const [editing, setEditing] = createSignal<Item>();
  const [dialog, setDialog] = createSignal<"collections" | "tag">();
  const [busy, setBusy] = createSignal("");
  let list: HTMLUListElement | undefined;

  let pause: number | undefined;
  const type = (words: string) => {
    setTyped(words);
    clearTimeout(pause);
    pause = window.setTimeout(() => {
      setWords(words);
      setPage(0);
    }, 200);
  };
  const change = (what: Partial<Wanted>) => {
    setFilter({ ...filter(), ...what });
    setPage(0);
  };
  const wanted = createMemo((): Wanted => {
    const words = found_by();
    const { sort, ...others } = filter();
    return { ...others, words, sort: words && sort === "newest" ? "best" : (sort ?? "newest"), offset: page() * PAGE, limit: PAGE };
  });
  const [found] = createResource(
    () => ({ wanted: wanted(), version: version() }),
    async ({ wanted }) => props.shelf.find(wanted),
  );
  const [tags] = createResource(version, () => props.shelf.tags().catch(() => []));
  const [collections] = createResource(version, () => props.shelf.collections().catch(() => []));
  const result = () => (found.error ? undefined : found.latest);
  const pages = () => Math.max(1, Math.ceil((result()?.total ?? 0) / PAGE));
  const filtered = () => {
    const { sort: _, ...others } = filter();
    return found_by().trim() !== "" || Object.values(others).some((v) => v !== undefined && v !== "");
  };
  createEffect(() => {
    const total = result()?.total;
    if (total !== undefined && page() >= pages()) setPage(pages() - 1);
    if (total !== undefined && filtered()) announce(t("library.found", { count: total }));
  });

  onMount(() => {
    const over = store.followPuzzles(told_anew);
    onCleanup(over);
    store
      .games()
      .then((games) => props.shelf.sync(games))
      .then(told_anew)
      .catch(() => {});
  });

  const working = async (doing: string, work: () => Promise<void>) => {
    setBusy(doing);
    try {
      await work();
    } catch (error) {
      failed(error);
    } finally {
      setBusy("");
      told_anew();
    }
  };
  const keepOpen = () =>
    working(t("common.working"), async () => {
      const opened = props.puzzle.opened();
      if (!opened) return;
      const { title, author } = opened.report;
      const puzzle: Fresh = { text: opened.text, hash: opened.hash, ...(title ? { title } : {}), ...(author ? { author } : {}) };
      const taken = await props.shelf.addMany([puzzle], filter().collection);
      say(taken.added ? t("library.keptOne", { title: title || t("common.untitled") }) : t("library.keptAlready"));
    });
  const importFile = (input: HTMLInputElement) =>
    working(t("library.importing"), async () => {
      const file = input.files?.[0];
      if (!file) return;
      input.value = "";
      await importText(await textOf(file));
    });
  const importText = async (text: string) => {
    const ours = isOurs(text) ? backupOf(text) : undefined;
    if (ours) {
      props.take(ours);
      return;
    }
    const fresh: Fresh[] = [];
    let failed = 0;
    for await (const portion of readMany(engine, text)) {
      for (const { text, title, author, format, wrong } of portion) {
        if (wrong !== undefined) failed++;
        else fresh.push({ text, ...(title ? { title } : {}), ...(author ? { author } : {}), ...(format ? { format } : {}) });
      }
      setBusy(t("batch.reading", { count: fresh.length }));
    }
    const taken = await props.shelf.addMany(fresh, filter().collection);
    void store.games().then((games) => props.shelf.sync(games)).then(told_anew, () => {});
    say(t("library.taken", { added: taken.added, skipped: taken.skipped, failed: taken.failed + failed }));
  };
  const exported = (ids?: number[]) =>
    working(t("common.working"), async () => {
      download("cluewright-library.jsonl", new Blob([linesText(await props.shelf.lines(ids))], { type: "application/x-ndjson" }));
    });
  const remove = (ids: number[], name: string) =>
    working(t("common.working"), async () => {
      const back: (() => Promise<void>)[] = [];
      try {
        for (const id of ids) back.push(await props.shelf.remove(id));
      } finally {
        if (back.length) {
          const text = back.length === 1 ? t("library.removed", { name }) : t("library.removedMany", { count: back.length });
          setUndo({
            text,
            does: async () => {
              for (const one of back) await one();
            },
          });
          announce(text);
        }
        setChosen(new Set([...chosen()].filter((id) => !ids.includes(id))));
      }
      queueMicrotask(() => document.querySelector<HTMLElement>(".library-undo button")?.focus());
    });
  const texts = async (ids: readonly number[]): Promise<{ text: string; title: string; author: string; format: string }[]> => {
    const lines = await props.shelf.lines(ids);
    return lines.flatMap(({ puzzle: line }) => {
      if (!line) return [];
      const { text, title, author, format } = line.puzzle;
      return [{ text, title: title ?? "", author: author ?? "", format: format ?? "" }];
    });
  };
  const openItem = async (item: Item, screen: ScreenName) => {
    try {
      await props.open(await props.shelf.text(item.id), screen);
    } catch (error) {
      failed(error);
    }
  };
  const name = (item: Item) => item.title || t("common.untitled");
  const toggle = (id: number, on: boolean) => {
    const next = new Set(chosen());
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };

  return (
    <section aria-labelledby="kept-title">
      <div class="library-head">
        <h2 id="kept-title">{t("library.kept")}</h2>
        <div class="buttons">
          <button type="button" class="primary" disabled={!props.puzzle.opened() || busy() !== ""} onClick={() => void keepOpen()}>
            {t("library.keepOpen")}
          </button>
          <label class="button">
            {t("library.import")}
            <input class="hidden-text" type="file" disabled={busy() !== ""} onChange={(event) => void importFile(event.currentTarget)} />
          </label>
          <button type="button" disabled={!result()?.total || busy() !== ""} onClick={() => void exported()}>
            {t("library.exportAll")}
          </button>
          <Show when={props.shelf.kind === "server"}>
            <button type="button" onClick={() => setDialog("collections")}>
              {t("library.collections")}
            </button>
          </Show>
        </div>
      </div>
      <p class="hint-line">{props.shelf.kind === "server" ? t("library.onServer") : t("library.inBrowser")}</p>
      <search class="library-filter" aria-label={t("library.search")}>
        <label class="field words">
          {t("library.words")}
          <input type="search" value={typed()} onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <Show when={collections.latest?.length}>
          <label class="field">
            {t("library.collection")}
            <select onChange={(event) => change({ collection: event.currentTarget.value ? Number(event.currentTarget.value) : undefined })}>
              <option value="">{t("library.all")}</option>
              <For each={collections.latest}>
                {(one) => (
                  <option value={one.id} selected={filter().collection === one.id}>
                    {one.name} ({one.puzzles})
                  </option>
                )}
              </For>
            </select>
          </label>
        </Show>
        <Show when={tags.latest?.length || filter().tag}>
          <label class="field">
            {t("library.tag")}
            <select onChange={(event) => change({ tag: event.currentTarget.value || undefined })}>
              <option value="">{t("library.all")}</option>
              <For each={tags.latest}>
                {(one) => (
                  <option value={one.name} selected={filter().tag === one.name}>
                    {one.name} ({one.puzzles})
                  </option>
                )}
              </For>
            </select>
          </label>
        </Show>
        <label class="field">
          {t("library.state")}
          <select onChange={(event) => change({ state: (event.currentTarget.value || undefined) as Item["state"] | undefined })}>
            <option value="">{t("library.all")}</option>
            <For each={["new", "started", "solved"]}>{(one) => <option value={one}>{told("library.states", one)}</option>}</For>
          </select>
        </label>
        <label class="field">
          {t("batch.ratingFrom")}
          <input type="number" step="0.1" onInput={(event) => change({ from: numberIn(event.currentTarget.value) })} />
        </label>
        <label class="field">
          {t("batch.ratingTo")}
          <input type="number" step="0.1" onInput={(event) => change({ to: numberIn(event.currentTarget.value) })} />
        </label>
        <label class="field">
          {t("library.sort")}
          <select onChange={(event) => change({ sort: event.currentTarget.value as Sort })}>
            <For each={SORTS}>{(one) => <option value={one}>{told("library.sorts", one)}</option>}</For>
          </select>
        </label>
      </search>
      <Show when={busy()}>
        <p role="status">{busy()}</p>
      </Show>
      <Show when={undo()} keyed>
        {(one) => (
          <p class="library-undo">
            <span>{one.text}</span>
            <button
              type="button"
              onClick={() =>
                void working(t("common.working"), async () => {
                  setUndo(undefined);
                  await one.does();
                  announce(t("library.back"));
                  list?.querySelector<HTMLElement>("button")?.focus();
                })
              }
            >
              {t("common.undo")}
            </button>
            <button type="button" onClick={() => setUndo(undefined)}>
              {t("common.close")}
            </button>
          </p>
        )}
      </Show>
      <Show when={chosen().size}>
        <div class="library-chosen" role="group" aria-label={t("batch.chosen", { count: chosen().size })}>
          <span>{t("batch.chosen", { count: chosen().size })}</span>
          <div class="buttons">
            <button type="button" onClick={() => void texts([...chosen()]).then(props.print, failed)}>
              {t("share.print")}
            </button>
            <button type="button" onClick={() => void exported([...chosen()])}>
              {t("library.export")}
            </button>
            <button
              type="button"
              onClick={() =>
                void texts([...chosen()]).then((rows) => {
                  batchOf(engine).put(rows);
                  setPart("many");
                }, failed)
              }
            >
              {t("library.toBatch")}
            </button>
            <button type="button" onClick={() => setDialog("tag")}>
              {t("library.addTag")}
            </button>
            <button type="button" onClick={() => void remove([...chosen()], "")}>
              {t("common.remove")}
            </button>
            <button type="button" onClick={() => setChosen(new Set<number>())}>
              {t("batch.selectNone")}
            </button>
          </div>
        </div>
      </Show>
      <Show when={found.error as unknown}>{(error) => <p class="wrong">{words(error())}</p>}</Show>
      <Show when={result()}>
        {(found) => (
          <Show when={found().total} fallback={<p>{filtered() ? t("library.nothingFound") : t("library.empty")}</p>}>
            <div class="buttons shelf-count">
              <span class="facts">{t("library.found", { count: found().total })}</span>
              <Show when={found().items.some((item) => !chosen().has(item.id))}>
                <button type="button" onClick={() => setChosen(new Set([...chosen(), ...found().items.map((item) => item.id)]))}>
                  {t("library.selectPage", { count: found().items.length })}
                </button>
              </Show>
            </div>
            <ul class="shelf" ref={list}>
              <For each={found().items}>
                {(item) => (
                  <li class="panel shelf-item" classList={{ chosen: chosen().has(item.id) }}>
                    <button type="button" class="thumb-button" aria-label={t("library.playThis", { name: name(item) })} onClick={() => void openItem(item, "play")}>
                      <Thumb engine={engine} key={`${item.id}-${item.changed}`} text={() => props.shelf.text(item.id)} />
                    </button>
                    <div>
                      <div class="shelf-top">
                        <h3>{name(item)}</h3>
                        <label class="pick">
                          <input
                            type="checkbox"
                            checked={chosen().has(item.id)}
                            onChange={(event) => toggle(item.id, event.currentTarget.checked)}
                            aria-label={t("batch.select", { name: name(item) })}
                          />
                        </label>
                      </div>
                      <Show when={item.author}>
                        <p class="facts">{t("common.by", { author: item.author })}</p>
                      </Show>
                      <p class="facts">
                        {[
                          told("library.states", item.state),
                          item.rating ? `${item.rating.score.toFixed(1)} ${item.rating.word}`.trim() : "",
                          t("library.added", { day: day(item.added) }),
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                      </p>
                      <Show when={item.notes}>
                        <p class="notes">{item.notes}</p>
                      </Show>
                      <Show when={item.tags.length}>
                        <ul class="tags" aria-label={t("library.tags")}>
                          <For each={item.tags}>{(tag) => <li>{tag}</li>}</For>
                        </ul>
                      </Show>
                      <div class="buttons">
                        <For each={["play", "set", "explain"] as const}>
                          {(screen) => (
                            <button type="button" aria-label={`${t(`app.${screen}`)}: ${name(item)}`} onClick={() => void openItem(item, screen)}>
                              {t(`app.${screen}`)}
                            </button>
                          )}
                        </For>
                        <button type="button" aria-label={t("library.editThis", { name: name(item) })} onClick={() => setEditing(item)}>
                          {t("library.edit")}
                        </button>
                        <button type="button" aria-label={`${t("common.remove")}: ${name(item)}`} onClick={() => void remove([item.id], name(item))}>
                          {t("common.remove")}
                        </button>
                      </div>
                    </div>
                  </li>
                )}
              </For>
            </ul>
            <Paging page={page()} pages={pages()} go={setPage} />
          </Show>
        )}
      </Show>
      <Show when={editing()} keyed>
        {(item) => (
          <EditDialog
            item={item}
            collections={collections.latest ?? []}
            close={() => setEditing(undefined)}
            save={(change) => working(t("common.working"), () => props.shelf.change(item.id, change))}
          />
        )}
      </Show>
      <Show when={dialog() === "collections"}>
        <CollectionsDialog shelf={props.shelf} close={() => setDialog(undefined)} />
      </Show>
      <Show when={dialog() === "tag"}>
        <TagDialog
          tags={(tags.latest ?? []).map((tag) => tag.name)}
          close={() => setDialog(undefined)}
          save={(tag) =>
            working(t("common.working"), async () => {
              const ids = [...chosen()];
              // Those on other pages are known by their lines only.
              const items = await everyItem(props.shelf, ids);
              for (const item of items) if (!item.tags.includes(tag)) await props.shelf.change(item.id, { tags: [...item.tags, tag] });
              say(t("library.tagged", { count: items.length, tag }));
            })
          }
        />
      </Show>
    </section>
  );
}

/** Those of these numbers, wherever they are in the shelf. */
async function everyItem(shelf: Shelf, ids: readonly number[]): Promise<Item[]> {
  const wanted = new Set(ids);
  const items: Item[] = [];
  for (let offset = 0; items.length < ids.length; offset += 500) {
    const { items: page } = await shelf.find({ offset, limit: 500 });
    if (!page.length) break;
    items.push(...page.filter((item) => wanted.has(item.id)));
  }
  return items;
}

function EditDialog(props: {
  item: Item;
  collections: readonly { id: number; name: string }[];
  close: () => void;
  save: (change: Partial<Item>) => Promise<void>;
}): JSX.Element {
  let form!: HTMLFormElement;
  const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? "";
  const save = () => {
    const { item } = props;
    const change = {
      title: field("title").trim(),
      author: field("author").trim(),
      tags: [...new Set(field("tags").split(",").map((tag) => tag.trim()).filter(Boolean))],
      notes: field("notes"),
      ...(props.collections.length ? { collection: Number(field("collection")) } : {}),
    };
    const changed = Object.entries(change).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(item[key as keyof Item]));
    props.close();
    if (changed.length) void props.save(Object.fromEntries(changed) as Partial<Item>);
  };
  return (
    <Dialog title={t("library.editThis", { name: props.item.title || t("common.untitled") })} close={props.close}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label class="field">
          {t("library.title")}
          <input type="text" name="title" value={props.item.title} autofocus />
        </label>
        <label class="field">
          {t("library.author")}
          <input type="text" name="author" value={props.item.author} />
        </label>
        <label class="field">
          {t("library.tagsWithCommas")}
          <input type="text" name="tags" value={props.item.tags.join(", ")} />
        </label>
        <label class="field">
          {t("library.notes")}
          <textarea name="notes" rows="4" value={props.item.notes} />
        </label>
        <Show when={props.collections.length}>
          <label class="field">
            {t("library.collection")}
            <select name="collection">
              <For each={props.collections}>
                {(one) => (
                  <option value={one.id} selected={props.item.collection === one.id}>
                    {one.name}
                  </option>
                )}
              </For>
            </select>
          </label>
        </Show>
        <div class="buttons">
          <button type="submit" class="primary">
            {t("library.save")}
          </button>
          <button type="button" onClick={props.close}>
            {t("common.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function TagDialog(props: { tags: readonly string[]; close: () => void; save: (tag: string) => Promise<void> }): JSX.Element {
  const [tag, setTag] = createSignal("");
  return (
    <Dialog title={t("library.addTag")} close={props.close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!tag().trim()) return;
          props.close();
          void props.save(tag().trim());
        }}
      >
        <label class="field">
          {t("library.tag")}
          <input type="text" list="known-tags" autofocus onInput={(event) => setTag(event.currentTarget.value)} />
        </label>
        <datalist id="known-tags">
          <For each={props.tags}>{(one) => <option value={one} />}</For>
        </datalist>
        <div class="buttons">
          <button type="submit" class="primary" disabled={!tag().trim()}>
            {t("library.save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function CollectionsDialog(props: { shelf: Shelf; close: () => void }): JSX.Element {
  const [list] = createResource(version, () => props.shelf.collections());
  const [name, setName] = createSignal("");
  const [wrong, setWrong] = createSignal("");
  const [sure, setSure] = createSignal<number>();
  const does = async (work: () => Promise<unknown>) => {
    setWrong("");
    try {
      await work();
    } catch (error) {
      setWrong(words(error));
    }
    told_anew();
  };
  return (
    <Dialog title={t("library.collectionsTitle")} close={props.close}>
      <ul class="collection-list">
        <For each={list.latest}>
          {(one) => (
            <li>
              <input
                type="text"
                aria-label={t("library.collectionName", { name: one.name })}
                value={one.name}
                onChange={(event) => {
                  const name = event.currentTarget.value.trim();
                  if (name && name !== one.name) void does(() => props.shelf.renameCollection(one.id, name));
                  else event.currentTarget.value = one.name;
                }}
              />
              <span>{t("library.puzzles", { count: one.puzzles })}</span>
              <button
                type="button"
                onClick={() => {
                  // With puzzles in it, it takes a second press: this cannot be undone.
                  if (one.puzzles && sure() !== one.id) setSure(one.id);
                  else void does(() => props.shelf.removeCollection(one.id));
                }}
              >
                {sure() === one.id ? t("library.removeWith", { count: one.puzzles }) : `${t("common.remove")}`}
                <span class="hidden-text">: {one.name}</span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!name().trim()) return;
          void does(() => props.shelf.addCollection(name().trim()));
          setName("");
        }}
      >
        <label class="field">
          {t("library.newCollection")}
          <input type="text" value={name()} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <div class="buttons">
          <button type="submit" class="primary" disabled={!name().trim()}>
            {t("library.add")}
          </button>
        </div>
      </form>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
    </Dialog>
  );
}

function Games(props: Omit<ScreenProps, "open"> & Opens): JSX.Element {
  const [anew, setAnew] = createSignal(0);
  const [games] = createResource(anew, async () => {
    await props.play.keepNow();
    const all = await store.games();
    return all.filter((game) => begun(game) || game.solved).sort((a, b) => b.changed - a.changed);
  });
  const [undo, setUndo] = createSignal<store.Game>();
  onMount(() => onCleanup(store.follow(() => setAnew((n) => n + 1))));
  const name = (game: store.Game) => game.title || t("common.untitled");
  const forget = async (game: store.Game) => {
    try {
      await store.forget(game.hash);
      setUndo(game);
      announce(t("library.forgotten", { name: name(game) }));
    } catch (error) {
      failed(error);
    }
    setAnew((n) => n + 1);
    queueMicrotask(() => document.querySelector<HTMLElement>(".library-undo button")?.focus());
  };
  return (
    <section aria-labelledby="games-title">
      <h2 id="games-title">{t("library.part.games")}</h2>
      <p class="hint-line">{t("library.gamesAbout")}</p>
      <Show when={undo()} keyed>
        {(game) => (
          <p class="library-undo">
            <span>{t("library.forgotten", { name: name(game) })}</span>
            <button
              type="button"
              onClick={() => {
                setUndo(undefined);
                store.save(game).then(() => setAnew((n) => n + 1), failed);
              }}
            >
              {t("common.undo")}
            </button>
          </p>
        )}
      </Show>
      <Show when={games.error as unknown}>{(error) => <p class="wrong">{words(error())}</p>}</Show>
      <Show when={!games.error && games.latest?.length} fallback={<p>{games.loading ? t("common.working") : t("library.noGames")}</p>}>
        <ul class="shelf games">
          <For each={games.latest}>
            {(game) => (
              <GameItem
                engine={props.puzzle.engine}
                game={game}
                open={game.hash === props.puzzle.opened()?.hash}
                go={() => void props.open(game.text, "play")}
                forget={() => void forget(game)}
              />
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}

function GameItem(props: { engine: Engine; game: store.Game; open: boolean; go: () => void; forget: () => void }): JSX.Element {
  const name = () => props.game.title || t("common.untitled");
  // How many cells there are to fill.
  const [empty] = createResource(async () => {
    try {
      const report = await inTurn(() => ask<PuzzleReport>(props.engine.quick, { op: "puzzle", kind: "", puzzle: props.game.text }));
      const given = new Map<string, number>();
      for (const { cell } of report.givens ?? []) given.set(cell, (given.get(cell) ?? 0) + 1);
      return report.cells.length - [...given.values()].filter((n) => n === 1).length;
    } catch {
      return undefined;
    }
  });
  const written = () => props.game.now.cells.filter((mark) => mark.digit !== undefined).length;
  const percent = () => {
    const all = empty();
    return all ? Math.min(100, Math.round((written() / all) * 100)) : undefined;
  };
  return (
    <li class="panel shelf-item">
      <button type="button" class="thumb-button" aria-label={t("library.continueThis", { name: name() })} onClick={props.go}>
        <Thumb engine={props.engine} key={props.game.hash} text={async () => props.game.text} />
      </button>
      <div>
        <h3>{name()}</h3>
        <p class="facts">
          {[
            props.game.solved ? t("library.states.solved") : percent() === undefined ? "" : t("library.filled", { percent: percent()! }),
            time(props.game.seconds),
            day(props.game.changed),
            props.open ? t("library.openNow") : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <Show when={!props.game.solved && percent() !== undefined}>
          <progress max="100" value={percent()} aria-label={t("library.filled", { percent: percent()! })} />
        </Show>
        <div class="buttons">
          <button type="button" aria-label={t("library.continueThis", { name: name() })} onClick={props.go}>
            {props.game.solved ? t("library.look") : t("library.continue")}
          </button>
          <Show when={!props.open}>
            <button type="button" aria-label={t("library.forgetThis", { name: name() })} onClick={props.forget}>
              {t("library.forget")}
            </button>
          </Show>
        </div>
      </div>
    </li>
  );
}

function BackupPart(props: { shelf: Shelf; play: ScreenProps["play"]; take: (file: Backup) => void }): JSX.Element {
  const [quota] = createResource(version, () => store.quota());
  const [safe, { refetch }] = createResource(() => store.persisted());
  const [busy, setBusy] = createSignal(false);
  const [wrong, setWrong] = createSignal("");
  const save = async () => {
    setBusy(true);
    try {
      await props.play.keepNow();
      const made = await backup(props.shelf);
      download(`${fileName(t("library.backupFile"))}-${new Date().toISOString().slice(0, 10)}.json`, new Blob([JSON.stringify(made)], { type: "application/json" }));
      announce(t("library.backupDone"));
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  const file = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    input.value = "";
    setWrong("");
    if (!chosen) return;
    try {
      const read = backupOf(await textOf(chosen));
      if (read) props.take(read);
      else setWrong(t("library.noBackup", { name: chosen.name }));
    } catch (error) {
      setWrong(words(error));
    }
  };
  const ask_safe = async () => {
    const given = await navigator.storage?.persist?.();
    say(given ? t("library.safe") : t("library.notSafe"));
    void refetch();
  };
  return (
    <section class="panel" aria-labelledby="backup-title">
      <h2 id="backup-title">{t("library.part.backup")}</h2>
      <p>{t("library.backupAbout")}</p>
      <div class="buttons">
        <button type="button" class="primary" disabled={busy()} onClick={() => void save()}>
          {t("library.backupSave")}
        </button>
        <label class="button">
          {t("library.backupTake")}
          <input class="hidden-text" type="file" accept=".json,.jsonl,application/json" onChange={(event) => void file(event.currentTarget)} />
        </label>
      </div>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
      <h3>{t("library.room")}</h3>
      <p>{props.shelf.kind === "server" ? `${t("library.onServer")} ${t("library.gamesHere")}` : t("library.inBrowser")}</p>
      <Show when={quota()}>
        {(told) => (
          <>
            <p>{t("library.quota", { used: size(told().used), all: size(told().all) })}</p>
            <progress max={told().all} value={told().used} aria-label={t("library.room")} />
          </>
        )}
      </Show>
      <p>{safe() ? t("library.safe") : t("library.notSafe")}</p>
      <Show when={safe() === false}>
        <button type="button" onClick={() => void ask_safe()}>
          {t("library.askSafe")}
        </button>
      </Show>
    </section>
  );
}

function TakeDialog(props: { shelf: Shelf; file: Backup; close: () => void }): JSX.Element {
  const [withSettings, setWithSettings] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [wrong, setWrong] = createSignal("");
  const puzzles = () => props.file.puzzles.filter((line) => line.puzzle).length;
  const take = async () => {
    setBusy(true);
    try {
      const { games, added, skipped, failed } = await restore(props.shelf, props.file, withSettings());
      say(`${t("library.taken", { added, skipped, failed })} ${props.file.games.length ? t("library.takenGames", { count: games }) : ""}`);
      told_anew();
      props.close();
    } catch (error) {
      setWrong(t("common.failed", { why: words(error) }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("library.takeTitle")} close={props.close}>
      <p>{t("library.takeWhat", { puzzles: puzzles(), games: props.file.games.length })}</p>
      <Show when={props.file.made}>{(made) => <p>{t("library.takeMade", { day: day(made()) })}</p>}</Show>
      <p>{t("library.takeHow")}</p>
      <Show when={props.file.settings}>
        <label class="check">
          <input type="checkbox" checked={withSettings()} onChange={(event) => setWithSettings(event.currentTarget.checked)} />
          {t("library.takeSettings")}
        </label>
      </Show>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
      <div class="buttons">
        <button type="button" class="primary" disabled={busy()} onClick={() => void take()}>
          {busy() ? t("common.working") : t("library.take")}
        </button>
        <button type="button" onClick={props.close}>
          {t("common.cancel")}
        </button>
      </div>
    </Dialog>
  );
}
