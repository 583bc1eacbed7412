// A puzzle in a link: its text, deflated, in the letters that links may have. Nothing is sent to anybody by opening one.
import { t } from "../texts";

async function piped(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(through as unknown as TransformStream<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A link to this page with the puzzle in it. */
export async function linkTo(text: string, page = location.href): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>, new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${page.replace(/#.*/, "")}#p=${letters}`;
}

/** A puzzle's text cannot be longer. */
const MOST = 1 << 20;

/** The text in such a link; of any other text it itself. */
export async function fromLink(link: string): Promise<string> {
  const letters = /#(?:.*&)?p=([\w-]+)/.exec(link.trim())?.[1];
  if (!letters || /\s/.test(link.trim())) return link;
  let text: string;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    text = new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    throw new Error(t("open.brokenLink"));
  }
  if (text.length > MOST) throw new Error("the puzzle in this link is too long");
  return text;
}
