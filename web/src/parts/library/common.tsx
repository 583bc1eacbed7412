// Code that the parts of the library share.
import { createEffect, createSignal, on, onCleanup, onMount, Show, type JSX } from "solid-js";
import type { ScreenName } from "../../state/screen";
import { ask, type Engine } from "../../engine/engine";
import type { Picture } from "../../engine/types";
import { words } from "../errors";
import { say } from "../say";
import { settings } from "../../state/settings";
import { theme } from "../../state/theme";
import { t } from "../../texts";

export function failed(error: unknown): void {
  say(t("common.failed", { why: words(error) }));
}

export function day(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}

export function size(bytes: number): string {
  const steps = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let i = 0;
  while (value >= 1000 && i < steps.length - 1) {
    value /= 1000;
    i++;
  }
  return `${value.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${steps[i]}`;
}

/** The number of pictures that are being drawn. */
let drawing = 0;
const waiting: (() => void)[] = [];
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (drawing >= 4) await new Promise<void>((resolve) => waiting.push(resolve));
  drawing++;
  try {
    return await work();
  } finally {
    drawing--;
    waiting.shift()?.();
  }
}

/** A small picture of a puzzle, drawn when it comes into view. */
export function Thumb(props: { engine: Engine; text: () => Promise<string>; key: string }): JSX.Element {
  const [url, setUrl] = createSignal<string>();
  const [near, setNear] = createSignal(false);
  let box!: HTMLDivElement;
  onMount(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((e) => e.isIntersecting)) return;
      setNear(true);
      observer.disconnect();
    }, { rootMargin: "300px" });
    observer.observe(box);
    onCleanup(() => observer.disconnect());
  });
  createEffect(
    on([near, theme, () => props.key], ([near, theme]) => {
      if (!near) return;
      let over = false;
      let made: string | undefined;
      void inTurn(async () => {
        if (over) return;
        const puzzle = await props.text();
        const drawn = await ask<Picture>(props.engine.quick, { op: "draw", kind: "", puzzle, theme, position: [], fog: !settings.liftFog, prefix: "thumb-" });
        if (over || !drawn.svg) return;
        made = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
        setUrl(made);
      }).catch(() => {});
      onCleanup(() => {
        over = true;
        if (made) URL.revokeObjectURL(made);
        setUrl(undefined);
      });
    }),
  );
  return (
    <div ref={box}>
      <Show when={url()} fallback={<span class="thumb" />}>
        {(src) => <img class="thumb" src={src()} alt="" />}
      </Show>
    </div>
  );
}

export type Opens = { open: (text: string, screen: ScreenName) => Promise<void> };

/** A counter of changes to saved puzzles, which makes lists reload. */
export const [version, setVersion] = createSignal(0);
export const toldAnew = () => setVersion((n) => n + 1);

export type Part = "kept" | "games" | "many" | "backup";

/** The visible part of the library, which is remembered while another screen is open. */
export const [part, setPart] = createSignal<Part>("kept");
