// Shares a puzzle: as a link, as text in any format, as a picture, or on paper.
import { createResource, createSignal, For, Show, type JSX } from "solid-js";
import { ask, isCancelled } from "../engine/engine";
import type { Converted, About, Picture } from "../engine/types";
import { linkTo } from "../state/link";
import type { Play } from "../state/play";
import type { PuzzleState } from "../state/puzzle";
import { theme } from "../state/theme";
import { t } from "../texts";
import { Dialog } from "./dialog";
import { words } from "./errors";
import { download, fileName, toPng } from "./files";
import { say } from "./say";
import { printSheet } from "./sheet";

/** The formats whose texts are links to sites for playing. */
const LINKS = ["scl", "f-puzzles"];

export function ShareDialog(props: { puzzle: PuzzleState; play: Play; close: () => void }): JSX.Element {
  const [format, setFormat] = createSignal("");
  const [link] = createResource(() => linkTo(props.puzzle.opened()?.text ?? ""));
  const [meta] = createResource(() => ask<About>(props.puzzle.engine.quick, { op: "meta" }));
  const [withMarks, setWithMarks] = createSignal(false);
  const [withRules, setWithRules] = createSignal(true);
  const [wrong, setWrong] = createSignal("");
  const [written] = createResource(format, async (format) => {
    if (!format) return undefined;
    try {
      return { converted: await props.puzzle.doc.ask<Converted>("export", { to: format, lossy: true }) };
    } catch (error) {
      return isCancelled(error) ? undefined : { wrong: words(error) };
    }
  });
  const name = () => fileName(props.puzzle.opened()?.report.title ?? "");
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => say(t("common.copied")),
      () => setWrong(t("share.noClipboard")),
    );
  const copyLink = async (format: string) => {
    try {
      const { text, lost } = await props.puzzle.doc.ask<Converted>("export", { to: format, lossy: true }, { kind: "" });
      await copy(text);
      setWrong(lost?.length ? `${t("share.lost")} ${[...new Set(lost)].join("; ")}` : "");
    } catch (error) {
      setWrong(words(error));
    }
  };
  const svg = async (): Promise<string> => {
    const position = withMarks() ? props.play.position() : [];
    const fields = { theme: theme(), words: withRules(), position, fog: props.play.covers() };
    return (await props.puzzle.doc.ask<Picture>("draw", fields, { kind: "" })).svg ?? "";
  };
  const picture = async (kind: "svg" | "png") => {
    try {
      const drawn = await svg();
      const blob = kind === "svg" ? new Blob([drawn], { type: "image/svg+xml" }) : await toPng(drawn, 1200);
      download(`${name()}.${kind}`, blob);
    } catch (error) {
      setWrong(words(error));
    }
  };
  return (
    <Dialog title={t("share.title")} close={props.close} wide>
      <label class="field">
        {t("share.link")}
        <input type="text" readonly value={link() ?? ""} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="buttons">
        <button type="button" class="primary" disabled={!link()} onClick={() => void copy(link() ?? "")}>
          {t("share.copyLink")}
        </button>
        <For each={meta()?.formats.filter((f) => LINKS.includes(f.id))}>
          {(f) => (
            <button type="button" onClick={() => void copyLink(f.id)}>
              {t("share.copyLinkOf", { name: f.about.split(":")[0]! })}
            </button>
          )}
        </For>
      </div>
      <Show when={/^(localhost|127\.|\[::1\]|$)/.test(location.hostname)}>
        <p class="hint-line">{t("share.linkHere")}</p>
      </Show>
      <h3>{t("share.formats")}</h3>
      <label class="field">
        {t("share.format")}
        <select onChange={(event) => setFormat(event.currentTarget.value)}>
          <option value="">{t("share.choose")}</option>
          <For each={meta()?.formats.filter((f) => f.writes)}>
            {(f) => (
              <option value={f.id}>
                {f.about.toLowerCase().startsWith(f.id.toLowerCase()) ? f.about : `${f.id}: ${f.about}`}
              </option>
            )}
          </For>
        </select>
      </label>
      <Show when={written()?.wrong}>{(why) => <p class="wrong">{why()}</p>}</Show>
      <Show when={written()?.converted}>
        {(converted) => (
          <>
            <label class="field">
              {t("share.text")}
              <textarea rows="5" readonly value={converted().text} onFocus={(event) => event.currentTarget.select()} />
            </label>
            <Show when={converted().lost?.length}>
              <p>{t("share.lost")}</p>
              <ul>
                <For each={[...new Set(converted().lost)]}>{(lost) => <li>{lost}</li>}</For>
              </ul>
            </Show>
            <For each={converted().notes}>{(note) => <p>{note}</p>}</For>
            <div class="buttons">
              <button type="button" onClick={() => void copy(converted().text)}>
                {t("common.copy")}
              </button>
              <button
                type="button"
                onClick={() => {
                  const ending = meta()?.formats.find((f) => f.id === converted().format)?.endings[0] ?? "txt";
                  download(`${name()}.${ending.replace(/^\./, "")}`, new Blob([converted().text], { type: "text/plain" }));
                }}
              >
                {t("common.download")}
              </button>
            </div>
          </>
        )}
      </Show>
      <h3>{t("share.pictures")}</h3>
      <label class="check">
        <input type="checkbox" checked={withMarks()} onChange={(event) => setWithMarks(event.currentTarget.checked)} />
        {t("share.withMarks")}
      </label>
      <label class="check">
        <input type="checkbox" checked={withRules()} onChange={(event) => setWithRules(event.currentTarget.checked)} />
        {t("share.withRules")}
      </label>
      <div class="buttons">
        <button type="button" onClick={() => void picture("svg")}>
          SVG
        </button>
        <button type="button" onClick={() => void picture("png")}>
          PNG
        </button>
        <button
          type="button"
          onClick={() => {
            const opened = props.puzzle.opened();
            props.close();
            // With marks, the screen itself is printed.
            if (withMarks()) setTimeout(() => print(), 50);
            else if (opened) {
              const sheet = [{ text: opened.text, ...(opened.report.title ? { title: opened.report.title } : {}) }];
              const failed = (error: unknown) => say(words(error));
              printSheet(props.puzzle.engine, sheet, { perPage: 1, solutions: false, levels: false }).catch(failed);
            }
          }}
        >
          {t("share.print")}
        </button>
      </div>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
    </Dialog>
  );
}
