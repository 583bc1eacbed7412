// The keypad for writing without a keyboard: the modes, and the keys of the current mode. The keypad also shows a mode that is
// chosen by holding a key.
import { createMemo, createSignal, For, onCleanup, Show, type JSX } from "solid-js";
import { COLOUR_LETTERS } from "../board/CellMarks";
import { heldMode } from "../board/keys";
import type { Mode } from "../state/marks";
import type { Play } from "../state/play";
import { t, told } from "../texts";
import { Icon } from "./icon";

export const MODES: Mode[] = ["digit", "corner", "centre", "colour", "pen", "letter"];
export const MODE_NAMES = {
  digit: "play.digit",
  corner: "play.cornerMode",
  centre: "play.centreMode",
  colour: "play.colourMode",
  pen: "play.penMode",
  letter: "play.letterMode",
} as const;

const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The letter with this position in the alphabet, from 1. */
export function letterOf(value: number): string {
  return String.fromCharCode(64 + value);
}

/** The mode for the modifier keys that are currently held. */
export function heldNow(): () => Mode | undefined {
  const [held, setHeld] = createSignal<Mode>();
  const look = (event: KeyboardEvent) => {
    const typing = (event.target as HTMLElement | null)?.closest?.("input, textarea, select, dialog, [contenteditable]");
    setHeld(typing ? undefined : heldMode(event));
  };
  const none = () => setHeld(undefined);
  addEventListener("keydown", look);
  addEventListener("keyup", look);
  addEventListener("blur", none);
  onCleanup(() => {
    removeEventListener("keydown", look);
    removeEventListener("keyup", look);
    removeEventListener("blur", none);
  });
  return held;
}

export function Keypad(props: { play: Play; enter: (value: number, mode: Mode) => void }): JSX.Element {
  const { play } = props;
  const { puzzle } = play;
  const held = heldNow();
  const mode = () => held() ?? play.mode();
  const coloured = () => mode() === "colour" || mode() === "pen";
  const keys = createMemo(() => {
    if (coloured()) return COLOURS;
    return mode() === "letter" ? Array.from({ length: 26 }, (_, i) => i + 1) : puzzle.digits();
  });
  /** How often each digit must still be placed, if every row contains each digit once. */
  const left = createMemo(() => {
    const report = puzzle.opened()?.report;
    const rows = report?.houses?.filter((house) => /^row /.test(house.name) && house.cells.length === report.digits).length ?? 0;
    if (!report || rows < report.rows) return undefined;
    const counts = new Map(puzzle.digits().map((d) => [d, rows]));
    report.cells.forEach((_, i) => {
      const digit = play.digit(i);
      if (digit !== undefined) counts.set(digit, (counts.get(digit) ?? 0) - 1);
    });
    return counts;
  });
  const face = (value: number): string => {
    if (mode() === "colour") return COLOUR_LETTERS[value - 1] ?? "";
    if (mode() === "pen") return "";
    return mode() === "letter" ? letterOf(value) : puzzle.label(value);
  };
  const pressed = (value: number) => (mode() === "pen" ? play.penColour() === value : play.armed() === value || undefined);
  return (
    <>
      <div class="modes" role="group" aria-label={t("play.modes")}>
        <For each={MODES}>
          {(one) => (
            <button
              type="button"
              class="icon-button"
              classList={{ held: held() === one && play.mode() !== one }}
              aria-pressed={play.mode() === one}
              onClick={() => {
                play.arm(undefined);
                play.setMode(one);
              }}
            >
              <Icon name={one} />
              <span>{t(MODE_NAMES[one])}</span>
            </button>
          )}
        </For>
      </div>
      <div
        class="keypad"
        classList={{ many: keys().length > 9, letters: keys().length > 20 }}
        role="group"
        aria-label={t("play.keypad", { mode: t(MODE_NAMES[mode()]) })}
        data-mode={mode()}
      >
        <For each={keys()}>
          {(value) => {
            const count = () => (mode() === "digit" ? left()?.get(value) : undefined);
            return (
              <button
                type="button"
                class="key"
                classList={{ done: count() === 0 }}
                style={coloured() ? { "--key-colour": `var(--${mode() === "pen" ? "ink" : "colour"}-${value})` } : {}}
                onClick={() => props.enter(value, mode())}
                aria-pressed={pressed(value)}
                aria-label={coloured() ? told("colours", `c${value}`) : undefined}
              >
                {face(value)}
                <Show when={(count() ?? 0) > 0}>
                  <small aria-hidden="true">{count()}</small>
                </Show>
              </button>
            );
          }}
        </For>
        <button type="button" class="key wide-key" onClick={() => play.clear()} aria-label={t("play.clear")} title={t("play.clear")}>
          <Icon name="clear" />
        </button>
      </div>
    </>
  );
}
