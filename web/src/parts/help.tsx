import { For, type JSX } from "solid-js";
import type { ScreenName } from "../app";
import { en } from "../texts/en";
import { t, told } from "../texts";
import { Dialog } from "./dialog";

/** What keys do, and what this screen is for. */
export function Help(props: { close: () => void; screen: ScreenName }): JSX.Element {
  const keys = () => Object.entries(en.help.keys);
  return (
    <Dialog title={t("help.title")} close={props.close} wide>
      <p>{told("help.screens", props.screen)}</p>
      <p>{t("help.paste")}</p>
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
