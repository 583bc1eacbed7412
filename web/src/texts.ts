// The texts of the page. A translation would be another file like `texts/en.ts`.
import { en } from "./texts/en";

type Texts = typeof en;
type Paths<T, P extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Paths<T[K], `${P}${K}.`>;
}[keyof T & string];
export type TextKey = Paths<Texts>;

/** The text with this name, with `{name}` filled in. `{n|one|many}` chooses a form by a number. */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const found = key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], en);
  return String(found)
    .replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name: string, one: string, many: string) =>
      (Number(values[name]) === 1 ? one : many).replaceAll("#", String(values[name])),
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The text with a name that is composed at run time; the name itself if no text has this name. */
export function told(section: string, name: string): string {
  const found = [...section.split("."), name].reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], en);
  return typeof found === "string" ? found : name;
}
