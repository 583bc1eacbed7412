// The dialog shown when a puzzle is solved: time, points, and a button for the next puzzle.
import { createResource, createSignal, Show, type JSX } from "solid-js";
import type { ScreenName } from "../state/screen";
import type { Generated, Rated } from "../engine/types";
import type { Play } from "../state/play";
import { settings } from "../state/settings";
import { shelf } from "../state/shelf";
import { t } from "../texts";
import { words } from "./errors";
import { say } from "./say";
import { time } from "./time";

export function solvedWords(play: Play): string {
  return settings.timer ? t("play.solvedIn", { time: time(play.seconds()) }) : t("play.solved");
}

export function Solved(props: { play: Play; open: (text: string) => Promise<void>; go: (screen: ScreenName) => void }): JSX.Element {
  const { puzzle } = props.play;
  const [busy, setBusy] = createSignal(false);
  const [rated] = createResource(puzzle.hash, () =>
    puzzle.doc.ask<Rated>("rate", { limits: { ms: 10_000 } }, { long: true, kind: "solved" }).catch(() => undefined),
  );
  /**
   * Opens a saved puzzle that has not been started or, if there is no such puzzle, a new puzzle with the same rules and kinds of
   * clues.
   */
  const next = async (): Promise<void> => {
    setBusy(true);
    try {
      const kept = await shelf(puzzle.engine);
      const { items } = await kept.find({ state: "new", limit: 20 });
      const fresh = items.find((item) => item.title !== puzzle.opened()?.report.title);
      if (fresh) return await props.open(await kept.text(fresh.id));
      let made: string | undefined;
      const like = (puzzle.opened()?.report.clues?.length ?? 0) > 0;
      const fields = { count: 1, rated: false, seed: Math.floor(Math.random() * 1e9), ...(like ? { like } : {}), limits: { ms: 60_000 } };
      await puzzle.doc.ask("generate", fields, { long: true, kind: "next", partial: (one: Generated) => (made ??= one.puzzle) });
      if (made) await props.open(made);
      else props.go("make");
    } catch (error) {
      say(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="solved" role="region" aria-label={t("play.solvedTitle")}>
      <h3>{t("play.solvedTitle")}</h3>
      <Show when={settings.timer}>
        <p class="solved-time">{time(props.play.seconds())}</p>
      </Show>
      <Show when={rated()?.points !== undefined}>
        <p>{t("set.rated", { points: rated()!.points!, word: rated()!.word ?? "" })}</p>
      </Show>
      <div class="buttons">
        <button type="button" class="primary" aria-busy={busy()} disabled={busy()} onClick={() => void next()}>
          {busy() ? t("common.working") : t("play.nextPuzzle")}
        </button>
        <button type="button" onClick={() => props.go("explain")}>
          {t("play.howSolved")}
        </button>
      </div>
    </div>
  );
}
