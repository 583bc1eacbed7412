// The page: its screens, and the parts that all screens share. A screen consists of a file in `screens` and an entry in `SCREENS`.
import { createEffect, createSignal, ErrorBoundary, For, lazy, on, onCleanup, onMount, Show, type Component, type JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import { focusGrid } from "./board/Board";
import { ask, type Engine } from "./engine/engine";
import type { Imported } from "./engine/types";
import { words } from "./parts/errors";
import { textDropped } from "./parts/files";
import { Icon } from "./parts/icon";
import { announce, Said, say, unsay } from "./parts/say";
import { PlayScreen } from "./screens/play";
import { FIRST } from "./state/first";
import { fromLink, marksIn } from "./state/link";
import { isOurs, setMany } from "./state/many";
import { Play } from "./state/play";
import { PuzzleState } from "./state/puzzle";
import type { ScreenName, ScreenProps } from "./state/screen";
import * as store from "./state/store";
import { takeOver, waiting } from "./state/updates";
import { t } from "./texts";

/** The parts of the page that are loaded later, by name. */
type Others = typeof import("./screens/others");
const others = () => import("./screens/others");
function later<N extends keyof Others>(name: N): Others[N] {
  return lazy(async () => ({ default: (await others())[name] as Component<any> })) as unknown as Others[N];
}

const SCREENS: Record<ScreenName, Component<ScreenProps>> = {
  home: later("HomeScreen"),
  play: PlayScreen,
  set: later("SetScreen"),
  explain: later("ExplainScreen"),
  make: later("MakeScreen"),
  library: later("LibraryScreen"),
};
const [Help, OpenDialog, SettingsDialog, ShareDialog] = [later("Help"), later("OpenDialog"), later("SettingsDialog"), later("ShareDialog")];
const NAMES = Object.keys(SCREENS) as ScreenName[];

const TOOLS = ["open", "share", "settings", "help"] as const;

function screenOf(hash: string): ScreenName | undefined {
  const name = hash.replace(/^#\/?/, "");
  return NAMES.find((n) => n === name);
}

export function App(props: { engine: Engine }): JSX.Element {
  const puzzle = new PuzzleState(props.engine);
  const play = new Play(puzzle);
  /** The current screen; undefined until it is known whether there is a puzzle to reopen. */
  const [screen, setScreen] = createSignal<ScreenName | undefined>(screenOf(location.hash));
  /** Whether the menu with the tools is open. The menu exists only if the header has no space for the tools. */
  const [menu, setMenu] = createSignal(false);
  const [dialog, setDialog] = createSignal<(typeof TOOLS)[number]>();

  const go = (name: ScreenName) => {
    if (screenOf(location.hash) !== name) location.hash = `#/${name}`;
    if (screen() !== name) scrollTo(0, 0);
    setScreen(name);
  };

  const open = async (text: string, name?: ScreenName): Promise<void> => {
    await puzzle.open(text);
    // Clear messages about the previous puzzle.
    unsay();
    if (name) go(name);
    else if (screen() === "library" || screen() === "home") go("play");
    const { title, notes } = puzzle.opened()!.report;
    const drawn = notes?.filter((note) => note.kind === "decoration" || note.kind === "unknown").length ?? 0;
    if (drawn) say(t("play.onlyDrawn", { count: drawn }));
    else announce(title || t("common.untitled"));
    // Focus the grid once it is drawn and any dialog has closed.
    setTimeout(() => {
      if (document.activeElement === document.body || document.activeElement?.closest("header")) focusGrid();
    }, 150);
  };

  /** Whether a text contains many puzzles rather than a single puzzle. */
  const isMany = async (text: string): Promise<boolean> => {
    if (isOurs(text)) return true;
    if (!text.trim().includes("\n")) return false;
    // A text of this length is always read in pieces, as many puzzles.
    if (text.length > 1 << 20) return true;
    try {
      const { puzzles } = await ask<Imported>(props.engine.quick, { op: "import", kind: "", text, most: 2 });
      return puzzles.length > 1;
    } catch {
      return false;
    }
  };

  /** The puzzle that a short link names, if the server may download it from its host (`serve --fetch`); otherwise undefined. */
  const fetchNamed = async (link: string): Promise<string | undefined> => {
    if (!/^\S{1,200}$/.test(link.trim())) return undefined;
    const body = JSON.stringify({ link });
    const answer = await fetch("/api/v1/fetch", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => undefined);
    if (!answer?.ok) return undefined;
    return ((await answer.json()) as { ok: { text: string } }).ok.text;
  };

  /** Opens a pasted or dropped text, or a file, with one puzzle or many. */
  const take = async (text: string): Promise<void> => {
    try {
      await open(await fromLink(text));
    } catch (error) {
      const fetched = props.engine.library ? await fetchNamed(text) : undefined;
      if (fetched !== undefined) await open(fetched).catch((error: unknown) => say(t("common.failed", { why: words(error) })));
      else if (await isMany(text)) {
        setMany(text);
        go("library");
      } else say(t("common.failed", { why: words(error) }));
    }
  };

  const hashed = () => {
    const name = screenOf(location.hash);
    if (name) go(name);
    else if (/[#&]p=/.test(location.hash)) void start(location.hash);
  };

  const start = async (hash: string) => {
    try {
      if (/[#&]p=/.test(hash)) {
        // Replace the address, so that a reload does not try again even after a failure.
        history.replaceState(null, "", `#/${screen() ?? "play"}`);
        go(screen() ?? "play");
        const [text, marks] = await Promise.all([fromLink(hash), marksIn(hash)]);
        await open(text, marks ? "play" : undefined);
        if (marks) await play.bring(marks);
        return;
      }
    } catch (error) {
      say(t("common.failed", { why: words(error) }));
    }
    const last = await store.last();
    const named = screen() !== undefined;
    if (!named) go(last ? "play" : "home");
    try {
      await puzzle.open(last ?? (named ? FIRST : await (await others()).first()));
    } catch {
      await puzzle.open(FIRST);
    }
  };

  onMount(() => {
    void start(location.hash);
    // Preload the other screens, so that they work even if the server is gone later.
    setTimeout(() => void others().catch(() => {}), 1000);
    addEventListener("hashchange", hashed);
    const paste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, dialog, [contenteditable], .cm-editor")) return;
      const text = event.clipboardData?.getData("text/plain");
      if (text?.trim()) {
        event.preventDefault();
        if (screen() !== "play" || !play.paste(text)) void take(text);
      }
    };
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      textDropped(event.dataTransfer)
        .then((text) => (text ? take(text) : undefined))
        .catch((error: unknown) => say(t("common.failed", { why: words(error) })));
    };
    const help = (event: KeyboardEvent) => {
      if (document.querySelector("dialog[open]")) return;
      if (event.key !== "?" || (event.target as HTMLElement).closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      setDialog("help");
    };
    document.addEventListener("keydown", help);
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    onCleanup(() => {
      removeEventListener("hashchange", hashed);
      document.removeEventListener("keydown", help);
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    });
  });

  let recently: number | undefined;
  createEffect(
    on(puzzle.opened, (opened) => {
      if (!opened) return;
      document.title = `${opened.report.title || t("common.untitled")} – ${t("app.name")}`;
      store.remember(opened.text).catch(() => {});
      clearTimeout(recently);
      const { key, text, report } = opened;
      const one = { key, text, title: report.title ?? "", at: Date.now() };
      recently = window.setTimeout(() => store.addRecent(one).catch(() => {}), 500);
    }),
  );
  createEffect(
    on(play.followed, (n) => {
      if (n) say(t("play.otherTab"));
    }),
  );

  /** Moves the focus to the grid or, if there is no grid, to the content of the screen. */
  const skip = (event: Event) => {
    event.preventDefault();
    if (!focusGrid()) document.getElementById("content")?.focus();
  };

  const given: ScreenProps = { puzzle, play, open, go, take };
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {t("app.skip")}
      </a>
      <header class="top">
        <h1 class="brand">{t("app.name")}</h1>
        <nav aria-label={t("app.screens")}>
          <For each={NAMES}>
            {(name) => (
              <a
                href={`#/${name}`}
                aria-current={screen() === name ? "page" : undefined}
                aria-label={name === "home" ? t("app.home") : undefined}
                title={name === "home" ? t("app.home") : undefined}
              >
                {name === "home" ? <Icon name="home" /> : t(`app.${name}`)}
              </a>
            )}
          </For>
        </nav>
        <button
          type="button"
          class="menu-button"
          aria-label={t("app.menu")}
          aria-expanded={menu()}
          onClick={() => setMenu(!menu())}
        >
          <Icon name="menu" />
        </button>
        <div class="top-tools" classList={{ open: menu() }} onClick={() => setMenu(false)}>
          <For each={TOOLS}>
            {(name) => (
              <button type="button" onClick={() => setDialog(name)} disabled={name === "share" && !puzzle.opened()}>
                <Icon name={name} />
                <span>{t(`app.${name}`)}</span>
              </button>
            )}
          </For>
        </div>
      </header>
      <Show when={props.engine.state() !== "ready"}>
        <p class="engine-state" role="status">
          {props.engine.state() === "starting" ? t("app.starting") : props.engine.library ? t("app.lost") : t("app.lostLocal")}
        </p>
      </Show>
      {/* This element exists before it has a text, because screen readers only announce changes of existing elements. */}
      <div role="status">
        <Show when={waiting()}>
          <p class="engine-state">
            {t("app.update")}{" "}
            <button type="button" onClick={() => void takeOver()}>
              {t("app.reload")}
            </button>
          </p>
        </Show>
      </div>
      <Show when={play.unkept()}>{(why) => <p class="engine-state">{t("play.quota", { why: why() })}</p>}</Show>
      <main id="content" tabindex="-1" class={`screen screen-${screen() ?? "none"}`}>
        <ErrorBoundary
          fallback={(error: unknown, again) => (
            <div class="panel">
              <p>{t("common.failed", { why: words(error) })}</p>
              <button type="button" onClick={again}>
                {t("common.ok")}
              </button>
            </div>
          )}
        >
          <Dynamic component={screen() && SCREENS[screen()!]} {...given} />
        </ErrorBoundary>
      </main>
      <Show when={dialog() === "open"}>
        <OpenDialog take={take} close={() => setDialog(undefined)} />
      </Show>
      <Show when={dialog() === "share"}>
        <ShareDialog puzzle={puzzle} play={play} close={() => setDialog(undefined)} />
      </Show>
      <Show when={dialog() === "settings"}>
        <SettingsDialog close={() => setDialog(undefined)} />
      </Show>
      <Show when={dialog() === "help"}>
        <Help close={() => setDialog(undefined)} screen={screen() ?? "play"} />
      </Show>
      <Said />
    </>
  );
}
