import { For, Show, type JSX } from "solid-js";
import type { ScreenName } from "../state/screen";
import { en } from "../texts/en";
import { t, told } from "../texts";
import { bookmark, userScript } from "../handover";
import { Dialog } from "./dialog";
import { download } from "./files";

/** The help dialog: the purpose of the current screen, and the keys. */
export function Help(props: { close: () => void; screen: ScreenName }): JSX.Element {
  const page = location.href.replace(/#.*/, "");
  const keys = () => Object.entries(en.help.keys);
  return (
    <Dialog title={t("help.title")} close={props.close} wide>
      <p>{told("help.screens", props.screen)}</p>
      <p>{t("help.paste")}</p>
      {/* Other sites cannot open a page that is a local file. */}
      <Show when={location.protocol !== "file:"}>
        <h3>{t("help.fromTitle")}</h3>
        <p>{t("help.from")}</p>
        <div class="buttons">
          <a class="button" href={bookmark(page)} onClick={(event) => event.preventDefault()}>
            {t("help.bookmark")}
          </a>
          <button
            type="button"
            onClick={() => download("cluewright.user.js", new Blob([userScript(page, t("help.bookmark"))], { type: "text/javascript" }))}
          >
            {t("help.script")}
          </button>
        </div>
      </Show>
      <h3>{t("help.keysTitle")}</h3>
      <table class="keys">
        <tbody>
          <For each={keys()}>
            {([, line]) => {
              const [key, ...rest] = line.split(" = ");
              const does = rest.join(" = ");
              return (
                <tr>
                  <th scope="row">{key}</th>
                  <td>{does}</td>
                </tr>
              );
            }}
          </For>
        </tbody>
      </table>
    </Dialog>
  );
}
