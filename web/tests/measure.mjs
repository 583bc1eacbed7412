// @ts-check
// `node web/tests/measure.mjs [PUZZLES.jsonl]`: how fast the page is, in Chromium: from key to frame on a large grid, from a puzzle
// to its verdict over a corpus (usually ../shared's, where it is there), from a link to what is seen; and how large it is.
// Prints figures and decides nothing. Which page: see host.mjs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { cell, drawn, KIND, missing, open, paste, startHost, stopBrowser } from "./host.mjs";

const why = missing();
if (why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}
const corpus = process.argv[2] ?? new URL("../../../shared/data/variants/fpuzzles_corpus.jsonl", import.meta.url).pathname;
const host = await startHost();

/** @param {number[]} list @param {number} share */
function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
/** @param {string} what @param {number[]} list */
function print(what, list) {
  const told = [0.5, 0.95, 1].map((share) => quantile(list, share).toFixed(1));
  console.log(`${what}: median ${told[0]} ms, p95 ${told[1]} ms, most ${told[2]} ms (${list.length})`);
}

const folder = new URL("../../crates/cluewright-serve/page/", import.meta.url);
for (const name of readdirSync(folder)) {
  const bytes = readFileSync(new URL(name, folder));
  console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip`);
}

// From the link to the first paint, and to the drawn puzzle; each with a browser that has seen nothing.
/** @type {number[]} */
const shown = [];
/** @type {number[]} */
const complete = [];
for (let i = 0; i < 10; i++) {
  const { page, context } = await open(host);
  await drawn(page);
  const [paint, cells] = await page.evaluate(() => [
    performance.getEntriesByType("paint").find((p) => p.name === "first-contentful-paint")?.startTime ?? NaN,
    performance.now(),
  ]);
  shown.push(Number(paint));
  complete.push(Number(cells));
  await context.close();
}
print("page shown (first contentful paint)", shown);
print("puzzle drawn (at most)", complete);

// From a key to the frame that shows it: 16x16 with 60 clues.
{
  const { page, context } = await open(host);
  await drawn(page);
  let text = "title: Large\ngrid: 16x16\n";
  for (let i = 0; i < 60; i++) {
    const [r, c] = [1 + Math.floor(i / 5), 1 + (i % 5) * 3];
    text += `killer-cage r${r}c${c} r${r}c${c + 1} r${r + 1}c${c}\n`;
  }
  await paste(page, text);
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 256);
  await cell(page, "r1c1").click();
  await page.evaluate(() => {
    const told = /** @type {any} */ (globalThis);
    told.frames = [];
    addEventListener(
      "keydown",
      () => {
        const begun = performance.now();
        // The frame after the next one begins when this one has been shown.
        requestAnimationFrame(() => requestAnimationFrame(() => told.frames.push(performance.now() - begun)));
      },
      true,
    );
  });
  const keys = ["1", "ArrowRight", "Shift+Digit2", "ArrowRight", "Control+Digit3", "ArrowDown", "Delete", "ArrowRight"];
  for (let i = 0; i < 240; i++) {
    await page.keyboard.press(keys[i % keys.length] ?? "1");
    await page.waitForTimeout(25);
  }
  await page.waitForTimeout(200);
  print("key to frame, 16x16 with 60 clues", await page.evaluate(() => /** @type {any} */ (globalThis).frames));
  await context.close();
}

// From an opened puzzle to its verdict.
if (existsSync(corpus)) {
  const { page, context } = await open(host, { screen: "set" });
  await drawn(page);
  await page.locator(".badge", { hasText: "solution" }).waitFor();
  /** @type {number[]} */
  const times = [];
  let late = 0;
  const lines = readFileSync(corpus, "utf8").split("\n").filter((line) => line.trim());
  for (const line of lines) {
    const { raw, id } = JSON.parse(line);
    const before = await page.evaluate(() => performance.getEntriesByName("verdict").length);
    await paste(page, raw);
    const took = await page
      .waitForFunction((before) => performance.getEntriesByName("verdict")[before]?.duration, before, { timeout: 21_000 })
      .then(
        (handle) => handle.jsonValue(),
        () => undefined,
      );
    if (took !== undefined) times.push(took);
    else {
      late++;
      console.log(`  no verdict: ${id}: ${await page.locator(".toast").innerText({ timeout: 50 }).catch(() => "in time")}`);
    }
  }
  print(`verdict, ${KIND}`, times);
  const at = (/** @type {number} */ ms) => `${((100 * times.filter((t) => t <= ms).length) / lines.length).toFixed(1)} % within ${ms} ms`;
  console.log(`  ${at(100)}, ${at(300)}, ${at(1000)}`);
  console.log(`  of ${lines.length}; ${late} not within 20 s`);
  await context.close();
} else console.log(`verdict: skipped: no ${corpus}`);

await stopBrowser();
await host.stop();
process.exit(0);
