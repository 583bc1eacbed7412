import type { JSX } from "solid-js";
import type { ScreenProps } from "../app";

export function SetScreen(_props: ScreenProps): JSX.Element {
  return <p>…</p>;
}
