// Reads files that are opened or dropped, and writes files.
import { t } from "../texts";

/** The maximum size of a file, in bytes. */
const MOST = 64 << 20;

export async function textOf(file: File): Promise<string> {
  if (file.size > MOST) throw new Error(t("open.tooLarge", { name: file.name }));
  return file.text();
}

/** The text of a dropped file, link or text. */
export async function textDropped(data: DataTransfer | null): Promise<string | undefined> {
  const file = data?.files[0];
  return file ? textOf(file) : data?.getData("text/uri-list") || data?.getData("text/plain") || undefined;
}

export function download(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Converts a title to the name of a file. */
export function fileName(title: string): string {
  const name = title.normalize("NFKD").replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase();
  return name || "puzzle";
}

/** Converts an SVG picture to PNG in the browser; `width` is in pixels. */
export async function toPng(svg: string, width: number): Promise<Blob> {
  const [, , wide = 1, high = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "0 0 1 1").split(" ").map(Number);
  const height = Math.round((width * high) / wide);
  const sized = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
  const url = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")!.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
