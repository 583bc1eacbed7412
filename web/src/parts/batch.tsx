// The table of many puzzles.
import { createEffect, createMemo, createResource, createSignal, For, Index, on, Show, type JSX } from "solid-js";
import { ask, type Engine } from "../engine/engine";
import type { Technique } from "../engine/types";
import { shelf, type Fresh } from "../state/shelf";
import { t, told } from "../texts";
import { batchOf, NO_FILTER, problem, toCsv, toJsonLines, type Column, type Filter, type Row, type Work } from "./batch-run";
import { words } from "./errors";
import { download, textOf } from "./files";
import { announce, say } from "./say";

/** The number of rows per page. */
const PAGE = 100;
/** The maximum length of a remark that is shown unfolded, in characters. */
const SHORT = 90;
const WORKS: Work[] = ["solve", "rate", "count", "check"];
const COLUMNS: Column[] = ["n", "title", "format", "status", "count", "score", "hardest"];

/** The number in a field; undefined if the field does not contain a number. */
export function numberIn(text: string): number | undefined {
  const value = Number(text.replace(",", "."));
  return text.trim() && Number.isFinite(value) ? value : undefined;
}

/** Buttons for moving between the pages of a list. */
export function Paging(props: { page: number; pages: number; go: (page: number) => void }): JSX.Element {
  return (
    <Show when={props.pages > 1}>
      <nav class="paging" aria-label={t("library.pages")}>
        <button type="button" disabled={props.page <= 0} onClick={() => props.go(0)} aria-label={t("library.firstPage")}>
          «
        </button>
        <button type="button" disabled={props.page <= 0} onClick={() => props.go(props.page - 1)}>
          {t("library.before")}
        </button>
        <span>{t("library.page", { page: props.page + 1, pages: props.pages })}</span>
        <button type="button" disabled={props.page >= props.pages - 1} onClick={() => props.go(props.page + 1)}>
          {t("library.next")}
        </button>
        <button type="button" disabled={props.page >= props.pages - 1} onClick={() => props.go(props.pages - 1)} aria-label={t("library.lastPage")}>
          »
        </button>
      </nav>
    </Show>
  );
}

export function BatchPart(props: {
  engine: Engine;
  open: (text: string, screen: "play" | "explain") => Promise<void>;
  print: (puzzles: { text: string; title?: string }[]) => void;
}): JSX.Element {
  const batch = batchOf(props.engine);
  const [work, setWork] = createSignal<Work>("solve");
  const [limit, setLimit] = createSignal(1000);
  const [seconds, setSeconds] = createSignal(30);
  const [page, setPage] = createSignal(0);
  const [wrong, setWrong] = createSignal("");
  const [text, setText] = createSignal("");
  const [techniques] = createResource(() => ask<{ techniques: Technique[] } | Technique[]>(props.engine.quick, { op: "techniques", kind: "" }).catch(() => []));
  const technique = createMemo(() => {
    const told = techniques();
    const list = Array.isArray(told) ? told : (told?.techniques ?? []);
    return new Map(list.map((one) => [one.id, one.name]));
  });

  const pages = () => Math.max(1, Math.ceil(batch.order().length / PAGE));
  createEffect(on([batch.filter, batch.sort], () => setPage(0), { defer: true }));
  const at = () => Math.min(page(), pages() - 1);
  const shown = createMemo((): Row[] => {
    batch.changed();
    return batch.rows(batch.order().slice(at() * PAGE, (at() + 1) * PAGE));
  });
  const chosen = () => batch.order().filter((n) => batch.selected().has(n));
  /** The rows to which an action applies: the selected rows or, if none is selected, all rows that are shown. */
  const meant = () => (chosen().length ? chosen() : batch.order());

  const read = async (text: string) => {
    setWrong("");
    try {
      const count = await batch.read(text);
      announce(t("batch.readDone", { count }));
    } catch (error) {
      setWrong(words(error));
    }
  };
  const file = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    input.value = "";
    try {
      if (chosen) await read(await textOf(chosen));
    } catch (error) {
      setWrong(words(error));
    }
  };
  const run = async () => {
    const numbers = meant();
    announce(t("batch.started", { count: numbers.length }));
    const done = await batch.run(work(), numbers, { limit: limit(), seconds: seconds() });
    say(t("batch.done", { count: done }));
  };
  const keep = async () => {
    const rows = batch.rows(meant()).filter((row) => row.wrong === undefined);
    const list = rows.map(
      (row): Fresh => ({
        text: row.text,
        ...(row.title ? { title: row.title } : {}),
        ...(row.author ? { author: row.author } : {}),
        ...(row.format ? { format: row.format } : {}),
        ...(row.hash ? { hash: row.hash } : {}),
        ...(row.score === undefined ? {} : { rating: { score: row.score, word: row.word ?? "", scale: row.scale ?? "" } }),
      }),
    );
    try {
      const taken = await (await shelf(props.engine)).addMany(list);
      say(t("library.taken", { added: taken.added, skipped: taken.skipped, failed: taken.failed }));
    } catch (error) {
      say(t("common.failed", { why: words(error) }));
    }
  };
  const change = (filter: Partial<Filter>) => batch.setFilter({ ...batch.filter(), ...filter });
  const select = (n: number, on: boolean) => {
    const next = new Set(batch.selected());
    if (on) next.add(n);
    else next.delete(n);
    batch.setSelected(next);
  };
  const all = () => batch.order().length > 0 && batch.order().every((n) => batch.selected().has(n));
  const statusWords = (row: Row): string => {
    if (row.running) return t("batch.running");
    if (row.wrong !== undefined) return t("batch.unreadable");
    if (row.status) return told("batch.statuses", row.status);
    return row.error ? t("batch.failed") : "";
  };
  const countWords = (row: Row): string => {
    if (row.count === undefined || row.status === undefined) return "";
    const count = row.count.toLocaleString("en").replaceAll(",", "\u202f");
    return row.exact ? count : t("batch.atLeast", { count });
  };
  const name = (row: Row) => row.title || t("batch.number", { n: row.n });
  const sorted = (column: Column) => (batch.sort().column === column ? (batch.sort().down ? "descending" : "ascending") : "none");

  return (
    <section class="batch" aria-labelledby="batch-title">
      <h2 id="batch-title">{t("batch.title")}</h2>
      <details class="panel more" open={batch.size === 0 && !batch.reading()}>
        <summary>{t("batch.from")}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text().trim()) void read(text());
          }}
        >
          <label class="field">
            {t("batch.text")}
            <textarea rows="5" spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <p class="hint-line">{t("batch.formats")}</p>
          <div class="buttons">
            <button type="submit" class="primary" disabled={!text().trim()}>
              {t("batch.read")}
            </button>
            <label class="button">
              {t("open.file")}
              <input class="hidden-text" type="file" onChange={(event) => void file(event.currentTarget)} />
            </label>
          </div>
        </form>
      </details>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
      <Show when={batch.reading()}>
        <p>{t("batch.reading", { count: batch.size })}</p>
      </Show>
      <Show when={batch.size > 0}>
        <div class="panel batch-tools">
          <fieldset class="batch-set">
            <legend>{t("batch.do")}</legend>
            <label class="field inline">
              {t("batch.operation")}
              <select onChange={(event) => setWork(event.currentTarget.value as Work)}>
                <For each={WORKS}>{(one) => <option value={one}>{told("batch.works", one)}</option>}</For>
              </select>
            </label>
            <Show when={work() === "count"}>
              <label class="field inline">
                {t("batch.limit")}
                <input type="number" min="0" value={limit()} onChange={(event) => setLimit(Math.max(0, Math.floor(numberIn(event.currentTarget.value) ?? 0)))} />
              </label>
            </Show>
            <label class="field inline">
              {t("batch.seconds")}
              <input type="number" min="0" value={seconds()} onChange={(event) => setSeconds(Math.max(0, numberIn(event.currentTarget.value) ?? 0))} />
            </label>
            <Show
              when={batch.progress()}
              fallback={
                <button type="button" class="primary" disabled={!meant().length} onClick={() => void run()}>
                  {chosen().length ? t("batch.runSelected", { count: chosen().length }) : t("batch.runShown", { count: meant().length })}
                </button>
              }
            >
              <button type="button" onClick={() => batch.stop()}>
                {t("common.stop")}
              </button>
            </Show>
          </fieldset>
          <Show when={batch.progress()}>
            {(now) => (
              <p class="batch-progress">
                <progress max={now().all} value={now().done} aria-label={told("batch.works", now().work)} />
                <span>{t("batch.progress", { done: now().done, all: now().all })}</span>
              </p>
            )}
          </Show>
          <fieldset class="batch-set">
            <legend>{t("batch.filter")}</legend>
            <label class="field inline">
              {t("batch.filterText")}
              <input type="search" value={batch.filter().text} onInput={(event) => change({ text: event.currentTarget.value })} />
            </label>
            <label class="field inline">
              {t("batch.columns.status")}
              <select value={batch.filter().status} onChange={(event) => change({ status: event.currentTarget.value as Filter["status"] })}>
                <option value="">{t("batch.any")}</option>
                <For each={["unique", "multiple", "none", "unknown"]}>{(one) => <option value={one}>{told("batch.statuses", one)}</option>}</For>
                <option value="error">{t("batch.withProblem")}</option>
                <option value="todo">{t("batch.todo")}</option>
              </select>
            </label>
            <label class="field inline">
              {t("batch.ratingFrom")}
              <input type="number" step="1" value={batch.filter().from ?? ""} onInput={(event) => change({ from: numberIn(event.currentTarget.value) })} />
            </label>
            <label class="field inline">
              {t("batch.ratingTo")}
              <input type="number" step="1" value={batch.filter().to ?? ""} onInput={(event) => change({ to: numberIn(event.currentTarget.value) })} />
            </label>
            <button type="button" disabled={batch.filter() === NO_FILTER} onClick={() => batch.setFilter(NO_FILTER)}>
              {t("batch.noFilter")}
            </button>
          </fieldset>
          <p role="status">
            {t("batch.shown", { shown: batch.order().length, all: batch.size })}
            {chosen().length ? ` ${t("batch.chosen", { count: chosen().length })}` : ""}
          </p>
          <div class="buttons">
            <button type="button" disabled={!batch.order().length} onClick={() => batch.setSelected(new Set(all() ? [] : batch.order()))}>
              {all() ? t("batch.selectNone") : t("batch.selectAll", { count: batch.order().length })}
            </button>
            <button type="button" disabled={!meant().length} onClick={() => void keep()}>
              {chosen().length ? t("batch.keepSelected") : t("batch.keepShown")}
            </button>
            <button type="button" disabled={!chosen().length} onClick={() => props.print(batch.rows(chosen()).filter((r) => r.wrong === undefined).map(({ text, title }) => ({ text, title })))}>
              {t("batch.print")}
            </button>
            <button type="button" onClick={() => download("puzzles.csv", new Blob([toCsv(batch.rows(meant()))], { type: "text/csv" }))}>
              CSV
            </button>
            <button type="button" onClick={() => download("puzzles.jsonl", new Blob([toJsonLines(batch.rows(meant()))], { type: "application/x-ndjson" }))}>
              {t("batch.jsonLines")}
            </button>
            <button type="button" onClick={() => batch.clear()}>
              {t("batch.clear")}
            </button>
          </div>
        </div>
        <Paging page={at()} pages={pages()} go={setPage} />
        <div class="table-wrap" role="region" aria-label={t("batch.table")} tabindex="0">
          <table class="batch-table">
            <thead>
              <tr>
                <th scope="col">
                  <span class="hidden-text">{t("batch.columns.select")}</span>
                </th>
                <For each={COLUMNS}>
                  {(column) => (
                    <th scope="col" aria-sort={sorted(column)}>
                      <button
                        type="button"
                        class="plain sort"
                        onClick={() => batch.setSort({ column, down: batch.sort().column === column && !batch.sort().down })}
                      >
                        {told("batch.columns", column)}
                        <span aria-hidden="true">{sorted(column) === "ascending" ? " ▲" : sorted(column) === "descending" ? " ▼" : ""}</span>
                      </button>
                    </th>
                  )}
                </For>
                <th scope="col">{t("batch.columns.problem")}</th>
                <th scope="col">{t("batch.columns.open")}</th>
              </tr>
            </thead>
            <tbody>
              <Index each={shown()}>
                {(row) => (
                  <tr classList={{ chosen: batch.selected().has(row().n), bad: row().wrong !== undefined }}>
                    <td>
                      <label class="pick">
                        <input
                          type="checkbox"
                          checked={batch.selected().has(row().n)}
                          onChange={(event) => select(row().n, event.currentTarget.checked)}
                          aria-label={t("batch.select", { name: name(row()) })}
                        />
                      </label>
                    </td>
                    <td class="number">{row().n}</td>
                    <th scope="row">
                      <span class="row-title">{row().title}</span>
                      <Show when={row().author}>{(author) => <span class="author"> {t("common.by", { author: author() })}</span>}</Show>
                      <Show when={!row().title}>
                        <code>{row().text.slice(0, 100)}</code>
                      </Show>
                    </th>
                    <td>{row().format}</td>
                    <td classList={{ [`status-${row().status ?? "none-yet"}`]: true }}>{statusWords(row())}</td>
                    <td class="number">{countWords(row())}</td>
                    <td>{row().score === undefined ? "" : `${row().score!} ${row().word ?? ""}`}</td>
                    <td>{row().hardest === undefined ? "" : (technique().get(row().hardest!) ?? row().hardest)}</td>
                    <td class="problem">
                      <Show when={problem(row()).length > SHORT} fallback={problem(row()) || (row().ok ? t("batch.fine") : "")}>
                        <details>
                          <summary>{problem(row()).slice(0, SHORT - 20).replace(/\s+\S*$/, "")}…</summary>
                          {problem(row())}
                        </details>
                      </Show>
                    </td>
                    <td class="row-open">
                      <Show when={row().wrong === undefined}>
                        <button type="button" aria-label={t("library.playThis", { name: name(row()) })} onClick={() => void props.open(row().text, "play")}>
                          {t("app.play")}
                        </button>
                        <button type="button" aria-label={t("library.explainThis", { name: name(row()) })} onClick={() => void props.open(row().text, "explain")}>
                          {t("app.explain")}
                        </button>
                      </Show>
                    </td>
                  </tr>
                )}
              </Index>
            </tbody>
          </table>
        </div>
        <Paging page={at()} pages={pages()} go={setPage} />
      </Show>
    </section>
  );
}
