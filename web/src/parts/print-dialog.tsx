// Asks for the page layout, and prints puzzles.
import { createSignal, For, onCleanup, Show, type JSX } from "solid-js";
import { isCancelled, type Engine } from "../engine/engine";
import { t } from "../texts";
import { Dialog } from "./dialog";
import { words } from "./errors";
import { download } from "./files";
import { announce } from "./say";
import { printSheet, sheetPdf, type PdfOptions, type Sheet, type SheetWatch } from "./sheet";

export function PrintDialog(props: { engine: Engine; puzzles: readonly Sheet[]; close: () => void }): JSX.Element {
  const [perPage, setPerPage] = createSignal(props.puzzles.length > 1 ? 4 : 1);
  const [solutions, setSolutions] = createSignal(true);
  const [levels, setLevels] = createSignal(true);
  const [pdf, setPdf] = createSignal({ paper: "a4", title: "", names: false, booklet: false });
  const [progress, setProgress] = createSignal<{ done: number; all: number }>();
  const [wrong, setWrong] = createSignal("");
  const stop = new AbortController();
  onCleanup(() => stop.abort());

  const make = async (work: (options: PdfOptions, watch: SheetWatch) => Promise<void>) => {
    setWrong("");
    setProgress({ done: 0, all: props.puzzles.length });
    announce(t("common.working"));
    try {
      const watch = { signal: stop.signal, progress: (done: number, all: number) => setProgress({ done, all }) };
      await work({ perPage: perPage(), solutions: solutions(), levels: levels(), ...pdf() }, watch);
      props.close();
    } catch (error) {
      if (!isCancelled(error) && !stop.signal.aborted) setWrong(t("common.failed", { why: words(error) }));
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Dialog title={t("sheet.title", { count: props.puzzles.length })} close={props.close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make((options, watch) => printSheet(props.engine, props.puzzles, options, watch));
        }}
      >
        <fieldset>
          <legend>{t("sheet.perPage")}</legend>
          <div class="choices">
            <For each={[1, 2, 4, 6]}>
              {(n) => (
                <label>
                  <input type="radio" name="per-page" checked={perPage() === n} onChange={() => setPerPage(n)} />
                  {n}
                </label>
              )}
            </For>
          </div>
        </fieldset>
        <label class="check">
          <input type="checkbox" checked={solutions()} onChange={(event) => setSolutions(event.currentTarget.checked)} />
          {t("sheet.withSolutions")}
        </label>
        <label class="check">
          <input type="checkbox" checked={levels()} onChange={(event) => setLevels(event.currentTarget.checked)} />
          {t("sheet.withLevels")}
        </label>
        <fieldset>
          <legend>{t("sheet.pdf")}</legend>
          <label class="field">
            {t("sheet.pageTitle")}
            <input type="text" value={pdf().title} onInput={(event) => setPdf({ ...pdf(), title: event.currentTarget.value })} />
          </label>
          <label class="field inline">
            {t("sheet.paper")}
            <select value={pdf().paper} onChange={(event) => setPdf({ ...pdf(), paper: event.currentTarget.value })}>
              <option value="a4">A4</option>
              <option value="letter">Letter</option>
              <option value="legal">Legal</option>
            </select>
          </label>
          <For each={["names", "booklet"] as const}>
            {(field) => (
              <label class="check">
                <input type="checkbox" checked={pdf()[field]} onChange={(event) => setPdf({ ...pdf(), [field]: event.currentTarget.checked })} />
                {t(`sheet.${field}`)}
              </label>
            )}
          </For>
        </fieldset>
        <Show when={progress()}>
          {(now) => (
            <p>
              <progress max={now().all} value={now().done} aria-label={t("common.working")} /> {t("batch.progress", now())}
            </p>
          )}
        </Show>
        <p class="wrong" role="alert">
          {wrong()}
        </p>
        <div class="buttons">
          <button type="submit" class="primary" disabled={progress() !== undefined}>
            {t("share.print")}
          </button>
          <button
            type="button"
            disabled={progress() !== undefined}
            onClick={() =>
              void make(async (options, watch) => {
                download("puzzles.pdf", await sheetPdf(props.engine, props.puzzles, options, watch));
              })
            }
          >
            {t("sheet.file")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
