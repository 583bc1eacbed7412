// A puzzle in a link: its text, deflated, in the letters that links may have. Opening a link sends nothing to a server.
import { t } from "../texts";

/** The bytes after compressing or the other way; no more than so many, for a few letters may stand for gigabytes. */
async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(through as unknown as TransformStream<Uint8Array, Uint8Array>);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel();
      throw new TooLong();
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

class TooLong extends Error {}

/** A link to this page with the puzzle in it. */
export async function linkTo(text: string, page = location.href): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>, new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${page.replace(/#.*/, "")}#p=${letters}`;
}

/** Links are shorter. */
const LONGEST = 1 << 20;
/** A puzzle's text cannot be longer. */
const MOST = 1 << 20;

/** The text in such a link; of any other text it itself. */
export async function fromLink(link: string): Promise<string> {
  return (await partOf(link, "p")) ?? link;
}

/** What is written in the puzzle's cells, where a link has that, too (`src/handover`). */
export async function marksIn(link: string): Promise<string | undefined> {
  return partOf(link, "m");
}

async function partOf(link: string, name: string): Promise<string | undefined> {
  const trimmed = link.trim();
  const letters = new RegExp(`[#&]${name}=([\\w-]+)(?:&p=[\\w-]+)?$`).exec(trimmed)?.[1];
  if (letters === undefined || trimmed.length > LONGEST || /\s/.test(trimmed)) return undefined;
  let text: string;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    text = new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw"), MOST));
  } catch (error) {
    throw new Error(t(error instanceof TooLong ? "open.longLink" : "open.brokenLink"));
  }
  return text;
}
