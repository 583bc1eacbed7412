// The screen for saved puzzles, games and backups, and for work on many puzzles at once.
import { createEffect, createResource, createSignal, For, on, Show, Switch, Match, type JSX } from "solid-js";
import type { ScreenName, ScreenProps } from "../state/screen";
import { BatchPart } from "../parts/batch";
import { batchOf } from "../parts/batch-run";
import { words } from "../parts/errors";
import { PrintDialog } from "../parts/print-dialog";
import { announce } from "../parts/say";
import type { Sheet } from "../parts/sheet";
import { backupOf, type Backup } from "../state/backup";
import { isOurs, many, setMany } from "../state/many";
import { shelf } from "../state/shelf";
import { t, told } from "../texts";
import { failed, part, setPart, type Part } from "../parts/library/common";
import { ShelfPart } from "../parts/library/shelf";
import { Games } from "../parts/library/games";
import { BackupPart, TakeDialog } from "../parts/library/backup";

const PARTS: Part[] = ["kept", "games", "many", "backup"];

export function LibraryScreen(props: ScreenProps): JSX.Element {
  const { engine } = props.puzzle;
  const [shown, { refetch }] = createResource(() => shelf(engine));
  const [printing, setPrinting] = createSignal<readonly Sheet[]>();
  const [taking, setTaking] = createSignal<Backup>();

  // Receives files and texts that were dropped or pasted anywhere.
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
