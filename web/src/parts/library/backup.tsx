// Saves everything to one file, and restores it.
import { createResource, createSignal, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../../state/screen";
import { Dialog } from "../dialog";
import { words } from "../errors";
import { download, fileName, textOf } from "../files";
import { announce, say } from "../say";
import { backup, backupOf, restore, type Backup } from "../../state/backup";
import { type Shelf } from "../../state/shelf";
import * as store from "../../state/store";
import { t } from "../../texts";
import { failed, day, size, version, toldAnew } from "./common";

export function BackupPart(props: { shelf: Shelf; play: ScreenProps["play"]; take: (file: Backup) => void }): JSX.Element {
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

export function TakeDialog(props: { shelf: Shelf; file: Backup; close: () => void }): JSX.Element {
  const [withSettings, setWithSettings] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [wrong, setWrong] = createSignal("");
  const puzzles = () => props.file.puzzles.filter((line) => line.puzzle).length;
  const take = async () => {
    setBusy(true);
    try {
      const { games, added, skipped, failed } = await restore(props.shelf, props.file, withSettings());
      say(`${t("library.taken", { added, skipped, failed })} ${props.file.games.length ? t("library.takenGames", { count: games }) : ""}`);
      toldAnew();
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
