// The list of started games.
import * as store from "../../state/store";
import { createResource, createSignal, For, onCleanup, onMount, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../../state/screen";
import { ask, type Engine } from "../../engine/engine";
import type { PuzzleReport } from "../../engine/types";
import { words } from "../errors";
import { announce } from "../say";
import { begun } from "../../state/shelf";
import { t } from "../../texts";
import { time } from "../time";
import { failed, day, Thumb, type Opens, inTurn } from "./common";

export function Games(props: Omit<ScreenProps, "open"> & Opens): JSX.Element {
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
  // The number of cells to fill.
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
