import type { JSX } from "solid-js";
import type { ScreenProps } from "../app";

export function LibraryScreen(_props: ScreenProps): JSX.Element {
  return <p>…</p>;
}
