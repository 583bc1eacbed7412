// A chain that the player draws from candidate to candidate. The engine determines whether each link is strong or weak and why, and
// the consequences of the whole chain.
import { createEffect, createSignal, For, on, Show, type JSX } from "solid-js";
import { candidatePlace, candidateSize, CELL, type Box } from "../board/geometry";
import { isCancelled } from "../engine/engine";
import type { Candidate, Chained } from "../engine/types";
import type { Play } from "../state/play";
import { t } from "../texts";
import { words } from "./errors";
import { announce } from "./say";

export type Chain = ReturnType<typeof chainOf>;

export function chainOf(play: Play) {
  const { puzzle } = play;
  /** The candidates of the chain; undefined if no chain is being drawn. */
  const [nodes, setNodes] = createSignal<readonly Candidate[]>();
  const [found, setFound] = createSignal<Chained>();
  const [left, setLeft] = createSignal<ReadonlyMap<string, readonly number[]>>(new Map());
  const [mistakes, setMistakes] = createSignal<readonly string[]>([]);
  const close = () => (setNodes(undefined), setFound(undefined));
  const begin = () => (setNodes([]), setFound(undefined), announce(t("chain.how")));
  createEffect(on(puzzle.key, close, { defer: true }));
  // Fetch the candidates of cells without marks. If the grid has mistakes, the mistakes are shown first.
  createEffect(
    on([() => nodes() !== undefined, () => play.board()], ([drawing, board]) => {
      if (!drawing) return;
      play.left(board).then(
        (answer) => {
          if (play.board() !== board) return;
          setLeft(new Map(answer.cells.map((c) => [c.cell, c.candidates])));
          setMistakes(answer.mistakes ?? []);
          if (mistakes().length) announce(mistakes().join(" "));
        },
        () => {},
      );
    }),
  );
  createEffect(
    on([nodes, () => play.board()], ([chain]) => {
      setFound(undefined);
      if (!chain || chain.length < 2) return;
      puzzle.doc
        .ask<Chained>("chain", { chain, position: play.position(), fog: play.covers(), limits: { ms: 10_000 } })
        .then((answer) => {
          if (nodes() !== chain) return;
          setFound(answer);
          announce(chainWords(answer).join(" "));
        })
        .catch((error: unknown) => {
          if (!isCancelled(error) && nodes() === chain) announce(words(error));
        });
    }),
  );
  return {
    on: () => nodes() !== undefined,
    nodes: () => nodes() ?? [],
    found,
    /** The mistakes in the grid. Links are examined only if there are no mistakes. */
    mistakes: () => found()?.mistakes ?? mistakes(),
    toggle: () => (nodes() ? close() : begin()),
    close,
    /** The candidates of a cell that may be chosen. */
    candidates: (cell: number): readonly number[] =>
      play.digit(cell) === undefined ? (play.mark(cell).centre ?? left().get(puzzle.opened()?.report.cells[cell] ?? "") ?? []) : [],
    add: (cell: number, value: number) => {
      const name = puzzle.opened()?.report.cells[cell];
      if (name === undefined || play.digit(cell) !== undefined) return;
      const before = nodes() ?? [];
      const last = before.at(-1);
      // Choosing the last candidate again removes it.
      if (last?.cell === name && last.value === value) setNodes(before.slice(0, -1));
      else setNodes([...before, { cell: name, value }]);
      if (nodes()!.length < 2) announce(t("chain.node", { digit: puzzle.label(value), cell: name }));
    },
    back: () => setNodes((nodes() ?? []).slice(0, -1)),
  };
}

/** The words for the last link, and for the consequences of the chain. */
function chainWords(found: Chained): string[] {
  if (found.mistakes?.length) return found.mistakes;
  return [found.links.at(-1)?.text ?? "", found.text];
}

export function ChainBox(props: { chain: Chain; label: (value: number) => string; apply: (found: Chained) => void; close: () => void }): JSX.Element {
  const node = ({ cell, value }: Candidate) => t("chain.node", { digit: props.label(value), cell });
  const follows = () => props.chain.found()?.removed?.length || props.chain.found()?.placed;
  return (
    <div class="hint-box chain-box" role="region" aria-label={t("chain.title")}>
      <h3>{t("chain.title")}</h3>
      <Show when={!props.chain.nodes().length}>
        <p>{t("chain.how")}</p>
      </Show>
      <Show when={props.chain.nodes().length === 1}>
        <p>{t("chain.from", { node: node(props.chain.nodes()[0]!) })}</p>
      </Show>
      <For each={props.chain.mistakes()}>{(text) => <p class="wrong">{text}</p>}</For>
      <Show when={props.chain.found()?.text}>{(text) => <p class="chain-follows">{text()}</p>}</Show>
      <ol class="chain-links">
        <For each={props.chain.found()?.links}>
          {(link) => (
            <li>
              {t("chain.link", { from: node(link.from), to: node(link.to) })} {link.text}
            </li>
          )}
        </For>
      </ol>
      <div class="buttons">
        <Show when={follows()}>
          <button type="button" class="primary" onClick={() => props.apply(props.chain.found()!)}>
            {t("play.apply")}
          </button>
        </Show>
        <button type="button" disabled={!props.chain.nodes().length} onClick={() => props.chain.back()}>
          {t("chain.back")}
        </button>
        <button type="button" onClick={() => props.close()}>
          {t("common.close")}
        </button>
      </div>
    </div>
  );
}

/**
 * Draws the chain on the grid: a solid line for a strong link, a dashed line for a weak link, a dotted line if there is no
 * link.
 */
export function ChainPicture(props: {
  chain: Chain;
  boxes: readonly (Box | undefined)[];
  index: ReadonlyMap<string, number>;
  first: number;
  count: number;
}): JSX.Element {
  const size = () => candidateSize(props.count) * CELL;
  const at = ({ cell, value }: Candidate) => {
    const box = props.boxes[props.index.get(cell) ?? -1];
    const [x, y] = candidatePlace(value - props.first, props.count);
    return { x: (box?.x ?? 0) + x * CELL, y: (box?.y ?? 0) + y * CELL };
  };
  const lines = () =>
    props.chain.nodes().slice(1).map((node, i) => {
      const [a, b] = [at(props.chain.nodes()[i]!), at(node)];
      const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [dx, dy] = [((b.x - a.x) / long) * size() * 0.6, ((b.y - a.y) / long) * size() * 0.6];
      const link = props.chain.found()?.links[i];
      const kind = !link ? "asked" : link.strong ? "strong" : link.weak ? "weak" : "none";
      return { kind, d: `M${a.x + dx} ${a.y + dy}L${b.x - dx} ${b.y - dy}` };
    });
  return (
    <g class="chain">
      <For each={lines()}>{({ kind, d }) => <path class={`chain-${kind}`} d={d} />}</For>
      <For each={props.chain.nodes()}>{(node) => <circle cx={at(node).x} cy={at(node).y} r={size() * 0.6} />}</For>
      <For each={props.chain.found()?.removed}>
        {(node) => {
          const [{ x, y }, r] = [at(node), size() * 0.5];
          return <path class="chain-gone" d={`M${x - r} ${y + r}L${x + r} ${y - r}`} />;
        }}
      </For>
    </g>
  );
}
