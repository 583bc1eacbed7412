// @ts-check
// `node web/tests/book.mjs`: makes the pictures of docs/page anew. Each is one that a test takes (`shot`); these tests are run, and what
// they took is kept with 64 colours, so that it is small. Which page: see host.mjs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { startBrowser, stopBrowser } from "./host.mjs";

const TESTS = fileURLToPath(new URL(".", import.meta.url));
const BOOK = fileURLToPath(new URL("../../docs/page/", import.meta.url));
const names = readdirSync(BOOK).filter((name) => name.endsWith(".png")).map((name) => name.slice(0, -4));

/** The test that takes a picture: its file and its title. @param {string} name */
function taker(name) {
  for (const file of readdirSync(TESTS).filter((file) => file.endsWith(".test.mjs"))) {
    const text = readFileSync(join(TESTS, file), "utf8");
    const at = text.indexOf(`shot(page, "${name}")`);
    if (at >= 0) return { file, title: [...text.slice(0, at).matchAll(/\bon\(\s*"([^"]+)"/g)].at(-1)?.[1] ?? "" };
  }
  throw new Error(`no test takes ${name}`);
}

/** The pixels of a picture as places in a list of colours. @param {import("playwright-core").Page} page @param {Buffer} png @param {number} most */
async function indexed(page, png, most) {
  const found = await page.evaluate(
    async ([url, most]) => {
      const image = new Image();
      image.src = String(url);
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      pen.drawImage(image, 0, 0);
      const pixels = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
      /** @type {Map<number, number>} */
      const counts = new Map();
      for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
      const parts = (/** @type {number} */ pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      const far = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.reduce((sum, part, i) => sum + (part - (b[i] ?? 0)) ** 2, 0);
      // Those most used, none too near to another.
      /** @type {number[][]} */
      const colours = [];
      for (const [pixel] of [...counts].sort((a, b) => b[1] - a[1]))
        if (colours.length < Number(most) && colours.every((one) => far(one, parts(pixel)) > 60)) colours.push(parts(pixel));
      /** @type {Map<number, number>} */
      const places = new Map();
      for (const pixel of counts.keys()) {
        const distances = colours.map((one) => far(one, parts(pixel)));
        places.set(pixel, distances.indexOf(Math.min(...distances)));
      }
      return { width: image.width, height: image.height, colours, places: Array.from(pixels, (pixel) => places.get(pixel) ?? 0) };
    },
    /** @type {const} */ ([`data:image/png;base64,${png.toString("base64")}`, most]),
  );
  return found;
}

/** A PNG of a list of colours. @param {Awaited<ReturnType<typeof indexed>>} picture */
function written({ width, height, colours, places }) {
  const chunk = (/** @type {string} */ kind, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(places.slice(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(colours.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const folder = mkdtempSync(join(tmpdir(), "cluewright-book-"));
const takers = names.map(taker);
const titles = takers.map(({ title }) => `^${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
const files = [...new Set(takers.map(({ file }) => join(TESTS, file)))];
const words = ["--test", "--test-concurrency=1", ...titles.map((title) => `--test-name-pattern=${title}`), ...files];
const { status } = spawnSync(process.execPath, words, { env: { ...process.env, SHOTS: folder }, stdio: ["ignore", "inherit", "inherit"] });
// A picture of what went wrong is none for the book.
if (status) process.exit(status);
const browser = await startBrowser();
const page = await browser.newPage();
for (const name of names) {
  const png = readFileSync(join(folder, `${name}.png`));
  writeFileSync(join(BOOK, `${name}.png`), written(await indexed(page, png, 64)));
  console.log(`${name}.png: ${statSync(join(BOOK, `${name}.png`)).size} bytes, from ${png.length}`);
}
await stopBrowser();
rmSync(folder, { recursive: true });
process.exit(0);
