// Shows how the puzzle's text was read: one line if all of it was understood, otherwise each sentence with its reading.
import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { Other, Said, Sentence, Understood } from "../engine/types";
import type { PuzzleState } from "../state/puzzle";
import { t } from "../texts";
import { words } from "./errors";
import { announce } from "./say";

export type ReadingProps = {
  puzzle: PuzzleState;
  /** Highlights cells. */
  light: (cells: ReadonlySet<number>) => void;
  /** Opens the editor for the puzzle's own rules; absent if the screen has no such editor. */
  editRules?: () => void;
};

/** The name of a rule with its numbers: `whispers (5)`. */
const named = (said: { rule: string; numbers?: Record<string, number> }): string => {
  const numbers = Object.values(said.numbers ?? {});
  return numbers.length ? `${said.rule} (${numbers.join(", ")})` : said.rule;
};

const isKept = (sentence: Sentence): boolean => sentence.what !== "unread" && (sentence.rules ?? []).every((said) => said.kept);

export function Reading(props: ReadingProps): JSX.Element {
  const { puzzle } = props;
  const read = (): Understood | undefined => {
    const now = puzzle.opened()?.report.understood;
    return now?.sentences?.length ? now : undefined;
  };
  const [open, setOpen] = createSignal(false);
  /** The sentences of this puzzle whose readings the user has confirmed. */
  const [settled, setSettled] = createSignal<ReadonlySet<string>>(new Set());
  const [wrong, setWrong] = createSignal("");
  createEffect(
    on(puzzle.key, () => {
      setSettled(new Set<string>());
      setWrong("");
      setOpen(read()?.whole === false);
      // If there is nothing new to announce, keep the previous announcement.
      const says = read()?.says;
      if (says) announce(says);
    }),
  );
  onCleanup(() => props.light(new Set<number>()));
  let toggle: HTMLButtonElement | undefined;
  const change = async (fields: Record<string, unknown>, saying: string) => {
    props.light(new Set<number>());
    try {
      await puzzle.change(fields);
      setWrong("");
      announce(`${saying} ${read()?.says ?? ""}`.trim());
      // The pressed button has disappeared, so move the focus.
      toggle?.focus();
    } catch (error) {
      setWrong(words(error));
    }
  };
  /** Converts the clues of a rule to clues of another rule with the same shapes. */
  const reread = (said: Said, other: Other) => {
    const clues = puzzle.opened()?.report.clues ?? [];
    const at = clues.flatMap((clue, i) => (clue.rule === said.rule ? [i] : []));
    const numbers = Object.entries(other.numbers ?? {}).map(([name, n]) => ` ${name} ${n}`);
    // The numbers of the first rule have no meaning for the other rule, so remove them.
    const own = Object.keys(said.numbers ?? {});
    const bare = (line: string) => own.reduce((line, name) => line.replace(new RegExp(`\\s${name} -?\\d+`), ""), line);
    const lines = at.map((i) => bare(clues[i]!.written).replace(said.rule, other.rule) + numbers.join(""));
    const text = other.text ? ["", ...other.text.trimEnd().split("\n")] : [];
    void change({ remove: at, add: [...lines, ...text] }, t("read.changed", { rule: other.rule }));
  };
  return (
    <Show when={read()}>
      {(now) => (
        <section class="reading" aria-label={t("read.title")}>
          <div class="reading-head">
            <p class={now().whole ? "note" : "note note-unknown"}>{now().says}</p>
            <button type="button" ref={toggle} aria-expanded={open()} onClick={() => setOpen(!open())}>
              {t(open() ? "read.hide" : "read.show")}
            </button>
          </div>
          <Show when={open()}>
            <ol class="sentences">
              <For each={now().sentences}>
                {(sentence) => (
                  <OneSentence
                    {...props}
                    sentence={sentence}
                    settled={settled().has(sentence.text)}
                    settle={() => {
                      setSettled(new Set([...settled(), sentence.text]));
                      const asked = (one: Sentence) => one.rules?.length && !one.goes_on && !settled().has(one.text);
                      if (now().whole && !now().sentences?.some(asked)) setOpen(false);
                    }}
                    takeBack={(said) => void change({ unread: [said.rule] }, t("read.takenBack", { rule: said.rule }))}
                    reread={reread}
                  />
                )}
              </For>
            </ol>
          </Show>
          <p class="wrong" role="alert">
            {wrong()}
          </p>
        </section>
      )}
    </Show>
  );
}

function OneSentence(
  props: ReadingProps & {
    sentence: Sentence;
    settled: boolean;
    settle: () => void;
    takeBack: (said: Said) => void;
    reread: (said: Said, other: Other) => void;
  },
): JSX.Element {
  const cells = createMemo(() => {
    const names = (props.sentence.rules ?? []).flatMap((said) => said.cells ?? []);
    return new Set(names.map((name) => props.puzzle.index().get(name) ?? -1));
  });
  const light = () => props.light(cells());
  const dark = () => props.light(new Set<number>());
  const what = () => (props.sentence.goes_on ? t("read.goesOn") : t(`read.${props.sentence.what as "rule"}`));
  const asks = () => !props.settled && !props.sentence.goes_on && props.sentence.rules?.some((said) => said.kept);
  return (
    <li classList={{ unread: !isKept(props.sentence) }} onMouseEnter={light} onMouseLeave={dark} onFocusIn={light} onFocusOut={dark}>
      <p class="sentence">{props.sentence.text}</p>
      <Show when={props.sentence.rules?.length && !props.sentence.goes_on} fallback={<p class="hint-line">{what()}</p>}>
        <For each={props.sentence.rules}>
          {(said) => (
            <>
              <p class="hint-line">
                <Show when={said.own && props.editRules} fallback={<code>{named(said)}</code>}>
                  <button type="button" class="plain" onClick={() => props.editRules?.()}>
                    {named(said)}
                  </button>
                </Show>{" "}
                <Show when={said.kept} fallback={t("read.notKept")}>
                  {said.clues ? t("read.clues", { n: said.clues }) : t("read.whole")}
                  {props.sentence.by_words ? `, ${t("read.byWords")}` : ""}
                </Show>
              </p>
              <Show when={asks() && said.kept}>
                <div class="buttons" role="group" aria-label={t("read.ask", { rule: said.rule })}>
                  <button type="button" onClick={() => props.settle()}>
                    {t("read.yes")}
                  </button>
                  <button type="button" onClick={() => props.takeBack(said)}>
                    {t("read.no")}
                  </button>
                  <Show when={said.clues}>
                    <For each={said.others}>
                      {(other) => (
                        <button type="button" onClick={() => props.reread(said, other)}>
                          {t("read.as", { rule: named(other) })}
                        </button>
                      )}
                    </For>
                  </Show>
                  <Show when={said.own && props.editRules}>
                    <button type="button" onClick={() => props.editRules?.()}>
                      {t("read.change")}
                    </button>
                  </Show>
                </div>
              </Show>
            </>
          )}
        </For>
      </Show>
    </li>
  );
}
