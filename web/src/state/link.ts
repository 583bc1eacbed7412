// Puzzles in links: the text is compressed with deflate and encoded in the characters that are allowed in links. Opening a link
// sends nothing to a server.
import { t } from "../texts";

/**
 * Compresses or decompresses bytes. Fails if the result is longer than the limit, because a short link may decompress to
 * gigabytes.
 */
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

/** A link to this page that contains the puzzle. */
export async function linkTo(text: string, page = location.href): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>, new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${page.replace(/#.*/, "")}#p=${letters}`;
}

/** The maximum length of a link. */
const LONGEST = 1 << 20;
/** The maximum length of a puzzle's text. */
const MOST = 1 << 20;

/** The puzzle's text in such a link; any other text is returned unchanged. */
export async function fromLink(link: string): Promise<string> {
  return (await partOf(link, "p")) ?? link;
}

/** The player's entries in a link; undefined if the link has no entries (see `src/handover`). */
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
