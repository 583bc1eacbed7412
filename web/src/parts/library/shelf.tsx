// The saved puzzles: search by words, tags and ratings; open, tag, print and export them.
import { createEffect, createMemo, createResource, createSignal, For, onCleanup, onMount, Show, type JSX } from "solid-js";
import type { ScreenName, ScreenProps } from "../../state/screen";
import { numberIn, Paging } from "../batch";
import { batchOf } from "../batch-run";
import { words } from "../errors";
import { download, textOf } from "../files";
import { announce, say } from "../say";
import type { Sheet } from "../sheet";
import { backupOf, type Backup } from "../../state/backup";
import { isOurs } from "../../state/many";
import { linesText, readMany, type Fresh, type Item, type Shelf, type Sort, type Wanted } from "../../state/shelf";
import * as store from "../../state/store";
import { t, told } from "../../texts";
import { failed, day, Thumb, type Opens, version, toldAnew, setPart } from "./common";
import { EditDialog, TagDialog, CollectionsDialog } from "./dialogs";

const SORTS: Sort[] = ["newest", "changed", "title", "easiest", "hardest"];
/** The number of puzzles per page. */
const PAGE = 24;

export function ShelfPart(
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
    const over = store.followPuzzles(toldAnew);
    onCleanup(over);
    store
      .games()
      .then((games) => props.shelf.sync(games))
      .then(toldAnew)
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
      toldAnew();
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
    void store.games().then((games) => props.shelf.sync(games)).then(toldAnew, () => {});
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
          <input type="number" step="1" onInput={(event) => change({ from: numberIn(event.currentTarget.value) })} />
        </label>
        <label class="field">
          {t("batch.ratingTo")}
          <input type="number" step="1" onInput={(event) => change({ to: numberIn(event.currentTarget.value) })} />
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
                  await one.does();
                  setUndo(undefined);
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
                          item.rating ? `${Math.round(item.rating.score * 10) / 10} ${item.rating.word}`.trim() : "",
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
              // Puzzles on other pages must be loaded first.
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

/** The puzzles with these ids, on any page. */
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
