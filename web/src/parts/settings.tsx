import { For, type JSX } from "solid-js";
import { settings, setSettings, type Settings, type ThemeChoice } from "../state/settings";
import { t } from "../texts";
import { Dialog } from "./dialog";

type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];
const FLAGS: Flag[] = ["conflicts", "seen", "sweep", "sweepRules", "fillClues", "fixedCentres", "fixedCorners", "timer", "liftFog", "letters", "verbose"];
const THEMES: ThemeChoice[] = ["auto", "light", "dark", "contrast"];

export function SettingsDialog(props: { close: () => void }): JSX.Element {
  return (
    <Dialog title={t("settings.title")} close={props.close}>
      <fieldset class="choices">
        <legend>{t("settings.theme")}</legend>
        <For each={THEMES}>
          {(name) => (
            <label>
              <input type="radio" name="theme" checked={settings.theme === name} onChange={() => setSettings("theme", name)} />
              {t(`settings.${name}`)}
            </label>
          )}
        </For>
      </fieldset>
      <For each={FLAGS}>
        {(name) => (
          <label class="check">
            <input
              type="checkbox"
              checked={settings[name]}
              onChange={(event) => setSettings(name, event.currentTarget.checked)}
            />
            {t(`settings.${name}`)}
          </label>
        )}
      </For>
      <label class="field">
        {t("settings.textSize")}
        <select value={settings.textSize} onChange={(event) => setSettings("textSize", Number(event.currentTarget.value))}>
          <For each={[100, 125, 150]}>{(n) => <option value={n}>{n} %</option>}</For>
        </select>
      </label>
      <label class="field">
        {t("settings.hintCap")}
        <select value={settings.hintCap} onChange={(event) => setSettings("hintCap", Number(event.currentTarget.value))}>
          <For each={[1, 2, 3, 4] as const}>{(n) => <option value={n}>{t(`settings.hint${n}`)}</option>}</For>
        </select>
      </label>
    </Dialog>
  );
}
