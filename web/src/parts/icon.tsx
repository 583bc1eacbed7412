// The page's own icons for buttons: paths in a square of 24 by 24, drawn as lines.
import { Show, type JSX } from "solid-js";

const ICONS = {
  home: "M3 11l9-8 9 8M5 9v11h5v-6h4v6h5V9",
  digit: "M9 7l4-3v16M9 20h8",
  corner: "M4 4h16v16H4zM7 7h3M14 7h3M7 17h3",
  centre: "M4 4h16v16H4zM8 12h2M11.5 12h1M14 12h2",
  colour: "M12 3a9 9 0 1 0 0 18c2 0 2-2 1-3s0-3 2-3h3c2 0 3-2 3-4 0-5-4-8-9-8zM7 11h.01M10 7h.01M15 7h.01",
  pen: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  letter: "M5 20l7-16 7 16M8 14h8",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 10",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 10",
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 3H9c0-1 0-2-1-3z",
  check: "M4 13l5 5L20 6",
  clear: "M9 5h11v14H9l-6-7zM12 9l5 6M17 9l-5 6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  rules: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM9 9h6M9 13h6",
  fill: "M4 4h16v16H4zM8 8h.01M12 8h.01M16 8h.01M8 12h.01M12 12h.01M16 12h.01M8 16h.01M12 16h.01M16 16h.01",
  back: "M12 4a8 8 0 1 1-7 4M5 3v5h5M12 8v5l3 2",
  seen: "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  restart: "M5 12a7 7 0 1 0 2-5M7 3v4h4",
  flag: "M6 21V4h12l-3 4 3 4H6",
  chain: "M5 8a3 3 0 1 0 0-.01M19 19a3 3 0 1 0 0-.01M8 8h8M18 10l-8 8",
  close: "M6 6l12 12M18 6L6 18",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l12 8-12 8z",
  open: "M3 19V6h6l2 3h10v10zM3 12h18",
  share: "M12 15V3M8 7l4-4 4 4M5 12v9h14v-9",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4v6M8 14v6",
  help: "M9 9a3 3 0 1 1 4 3c-1 1-1 1-1 3M12 19h.01M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z",
  first: "M5 5v14M19 5l-10 7 10 7z",
  previous: "M17 5L6 12l11 7z",
  next: "M7 5l11 7-11 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
};
export type IconName = keyof typeof ICONS;

export function Icon(props: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[props.name]} />
    </svg>
  );
}

/** A button with an icon above its text. */
export function IconButton(props: {
  icon: IconName;
  text: string;
  does: () => void;
  disabled?: boolean;
  pressed?: boolean | undefined;
  expanded?: boolean | undefined;
  busy?: boolean;
  class?: string;
  /** The visible text, if it differs from the text for screen readers. */
  short?: string;
}): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ""}`}
      disabled={props.disabled}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-busy={props.busy}
      aria-label={props.short && props.text}
      title={props.short && props.text}
      onClick={() => props.does()}
    >
      <Icon name={props.icon} />
      <Show when={props.short ?? props.text}>
        <span>{props.short ?? props.text}</span>
      </Show>
    </button>
  );
}
