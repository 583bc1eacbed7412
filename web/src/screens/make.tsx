import type { JSX } from "solid-js";
import type { ScreenProps } from "../app";

export function MakeScreen(_props: ScreenProps): JSX.Element {
  return <p>…</p>;
}
