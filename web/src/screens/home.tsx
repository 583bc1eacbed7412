// The home screen: an introduction, the last game, a field for opening any puzzle, the puzzle of the day, and new puzzles by kind
// and level.
import { createResource, createSignal, For, Show, type JSX } from "solid-js";
import type { ScreenProps } from "../state/screen";
import { failed, Thumb } from "../parts/library/common";
import { PuzzleForm } from "../parts/puzzle-form";
import { bank, LEVELS, ofDay, those, type Banked, type Level } from "../state/bank";
import { begun } from "../state/shelf";
import * as store from "../state/store";
import { t, told } from "../texts";

/** The chosen level, which is remembered while the page is open. */
const [level, setLevel] = createSignal<Level>("easy");
const EASY = { kind: "classic", level: "beginner" } as const;

/** The puzzle that is opened in the background at the first visit. */
export const first = async (): Promise<string> => those(await bank(), EASY.kind, EASY.level)[0]!.text;

export function HomeScreen(props: ScreenProps): JSX.Element {
  const { engine } = props.puzzle;
  const [all] = createResource(bank);
  const [games] = createResource(async () => {
    await props.play.keepNow();
    const games = await store.games().catch(() => []);
    return games.filter((game) => begun(game) || game.solved).sort((a, b) => b.changed - a.changed);
  });
  const left = () => games()?.find((game) => !game.solved);
  const states = () => new Map(games()?.map((game) => [game.title, game.solved]));
  /**
   * The first puzzle that has not been started; if all have been started, the first that is not solved; if all are solved, the
   * first puzzle.
   */
  const next = (list: readonly Banked[]): Banked =>
    list.find((one) => !states().has(one.title)) ?? list.find((one) => !states().get(one.title)) ?? list[0]!;
  const open = (text: string) => void props.open(text, "play").catch(failed);
  const today = () => {
    const now = new Date();
    return ofDay(all()!, now.getFullYear(), now.getMonth() + 1, now.getDate());
  };
  const Card = (card: { one: Banked; name: string; about: string }) => (
    <button type="button" class="card" onClick={() => open(card.one.text)}>
      <Thumb engine={engine} text={async () => card.one.text} key={card.one.title} />
      <strong>{card.name}</strong>
      <span class="card-about">{card.about}</span>
    </button>
  );
  return (
    <div class="home" id="grid" tabindex="-1">
      <Show when={games() && !games()!.length}>
        <section class="panel" aria-labelledby="home-what">
          <h2 id="home-what">{t("home.what")}</h2>
          <p>{t("home.about")}</p>
          <button type="button" class="primary" disabled={!all()} onClick={() => open(next(those(all()!, EASY.kind, EASY.level)).text)}>
            {t("home.begin")}
          </button>
        </section>
      </Show>
      <Show when={left()} keyed>
        {(game) => (
          <section class="panel" aria-labelledby="home-continue">
            <h2 id="home-continue">{t("home.continue")}</h2>
            <button type="button" class="card card-wide" onClick={() => open(game.text)}>
              <Thumb engine={engine} text={async () => game.text} key={game.hash} />
              <span>
                <strong>{game.title || t("common.untitled")}</strong>
                <span class="card-about">{t("home.filled", { count: game.now.cells.filter((mark) => mark.digit !== undefined).length })}</span>
              </span>
            </button>
          </section>
        )}
      </Show>
      <section class="panel" aria-labelledby="home-open">
        <h2 id="home-open">{t("open.title")}</h2>
        <PuzzleForm take={(text) => void props.take(text)} />
      </section>
      <Show when={all()}>
        {(all) => (
          <>
            <section class="panel" aria-labelledby="home-day">
              <h2 id="home-day">{t("home.today")}</h2>
              <button type="button" class="card card-wide" onClick={() => open(today().text)}>
                <Thumb engine={engine} text={async () => today().text} key={today().title} />
                <span>
                  <strong>{`${told("home.kinds", today().kind)}, ${told("home.levels", today().level)}`}</strong>
                  <span class="card-about">{t("home.points", { points: today().points })}</span>
                  <Show when={states().has(today().title)}>
                    <span class="card-about">{t(states().get(today().title) ? "home.isSolved" : "home.isBegun")}</span>
                  </Show>
                </span>
              </button>
            </section>
            <section class="panel home-new" aria-labelledby="home-new">
              <h2 id="home-new">{t("home.new")}</h2>
              <fieldset class="levels">
                <legend>{t("home.level")}</legend>
                <For each={LEVELS}>
                  {(one) => (
                    <label>
                      <input type="radio" name="home-level" checked={level() === one} onChange={() => setLevel(one)} />
                      {told("home.levels", one)}
                    </label>
                  )}
                </For>
              </fieldset>
              <ul class="cards">
                <For each={Object.keys(all())}>
                  {(kind) => {
                    const list = () => those(all(), kind, level());
                    const solved = () => list().filter((one) => states().get(one.title)).length;
                    return (
                      <li>
                        <Card
                          one={next(list())}
                          name={told("home.kinds", kind)}
                          about={t("home.solvedOf", { solved: solved(), count: list().length })}
                        />
                      </li>
                    );
                  }}
                </For>
              </ul>
            </section>
          </>
        )}
      </Show>
    </div>
  );
}
