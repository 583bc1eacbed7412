// The ratings of a puzzle on every scale of the engine.
import { createEffect, createResource, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import { ask, isCancelled } from "../engine/engine";
import type { About, Rated, ScaleReport } from "../engine/types";
import type { PuzzleState } from "../state/puzzle";
import { t, told } from "../texts";
import { words } from "./errors";
import { announce } from "./say";

/** The time limit for rating, in milliseconds. */
const MOST = 60_000;

/** The rating on a scale, on one line. */
function line(scale: ScaleReport): string {
  const parts = [scale.text];
  if (scale.word && !scale.text.toLowerCase().includes(scale.word.toLowerCase())) parts.push(scale.word);
  if (scale.hardest) parts.push(t("scales.hardest", { technique: scale.hardest }));
  return parts.join("; ");
}

export function Scales(props: { puzzle: PuzzleState }): JSX.Element {
  const { puzzle } = props;
  const [scales] = createResource(() => ask<About>(puzzle.engine.quick, { op: "meta" }).then((meta) => meta.scales, () => []));
  const [found, setFound] = createSignal<readonly ScaleReport[]>();
  const [busy, setBusy] = createSignal<AbortController>();
  const [wrong, setWrong] = createSignal("");
  const name = (id: string) => told("scales.names", id);
  createEffect(
    on(puzzle.hash, () => {
      busy()?.abort();
      setFound(undefined);
      setWrong("");
    }),
  );
  onCleanup(() => busy()?.abort());
  const rate = async () => {
    const controller = new AbortController();
    const hash = puzzle.hash();
    setBusy(controller);
    setWrong("");
    setFound(undefined);
    try {
      const asking = { long: true, signal: controller.signal, kind: "scales" };
      const rated = await puzzle.doc.ask<Rated>("rate", { scales: scales() ?? [], limits: { ms: MOST } }, asking);
      if (puzzle.hash() !== hash) return;
      if (rated.scales?.length) {
        setFound(rated.scales);
        announce(rated.scales.map((scale) => `${name(scale.scale)}: ${line(scale)}.`).join(" "));
      } else setWrong(rated.clash ?? t(`set.${rated.status}`));
    } catch (error) {
      if (!isCancelled(error)) setWrong(words(error));
    } finally {
      if (busy() === controller) setBusy(undefined);
    }
  };
  return (
    <Show when={scales()?.length}>
      <div class="scales">
        <div class="buttons">
          <button type="button" disabled={busy() !== undefined} onClick={() => void rate()}>
            {t("scales.ask")}
          </button>
          <Show when={busy()}>
            {(controller) => (
              <button type="button" onClick={() => controller().abort()}>
                {t("common.stop")}
              </button>
            )}
          </Show>
        </div>
        <Show when={busy()}>
          <p>{t("common.working")}</p>
        </Show>
        <Show when={found()}>
          {(list) => (
            <dl aria-label={t("scales.title")}>
              <For each={list()}>
                {(scale) => (
                  <>
                    <dt>{name(scale.scale)}</dt>
                    <dd>
                      {line(scale)}
                      <Show when={scale.note}>
                        <br />
                        <span class="hint-line">{scale.note}</span>
                      </Show>
                    </dd>
                  </>
                )}
              </For>
            </dl>
          )}
        </Show>
        <Show when={wrong()}>{(text) => <p class="wrong">{text()}</p>}</Show>
      </div>
    </Show>
  );
}
