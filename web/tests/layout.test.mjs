// @ts-check
// Play on eight screens, from a small phone to 4K: all keys are in sight, the grid has what the shorter side gives, and what a hint
// tells lies beside the grid. And what the page weighs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { cell, drag, drawn, open, paste, shot, trials } from "./host.mjs";

const SIZES = /** @type {const} */ ([
  [320, 568],
  [390, 664],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
]);

/** Cages, dots, lines and arrows in one picture. */
const DRAWN = `title: Drawn
grid: 9x9
givens: 5........ ......... ......... ......... ....23... ......... ......... ......... ........9
killer-cage r1c2 r1c3 r2c3 total 14
killer-cage r3c7 r3c8 total 11
killer-cage r8c1 r9c1 r9c2 total 9
white-dot r4c4 r4c5
black-dot r6c2 r6c3
thermometer r7c5 r7c6 r7c7 r8c7
arrow r4c8 / r5c8 r6c8
whispers r2c5 r3c5 r3c6
renban r5c1 r6c1 r7c2
quadruple r7c3 r7c4 r8c3 r8c4 values [1 6]
`;

const { skip, host } = trials();

/** How the screen is laid out. @param {import("playwright-core").Page} page */
const measured = (page) =>
  page.evaluate(() => {
    const box = (/** @type {string} */ selector) => document.querySelector(selector)?.getBoundingClientRect();
    const grid = /** @type {DOMRect} */ (box(".board-frame"));
    const told = box(".told");
    const keys = [...document.querySelectorAll(".keypad button, .modes button, .actions button")].filter((e) => e.getClientRects().length);
    const out = keys.filter((e) => {
      const { left, right, top, bottom, height } = e.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || height < 43.5 || !at || !e.contains(at);
    });
    const overlaps = told !== undefined && told.height > 0 && told.left < grid.right - 1 && told.right > grid.left + 1 && told.top < grid.bottom - 1 && told.bottom > grid.top + 1;
    const scrolls = document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth;
    return {
      keys: keys.length,
      out: out.map((e) => e.textContent),
      whole: grid.left >= -0.5 && grid.top >= 0 && grid.right <= innerWidth + 0.5 && grid.bottom <= innerHeight + 0.5,
      share: Math.round((100 * Math.max(grid.width, grid.height)) / Math.min(innerWidth, innerHeight)),
      overlaps,
      scrolls,
    };
  });

for (const [width, height] of SIZES) {
  test(`the grid and all keys are in sight at ${width}x${height}`, { skip }, async (t) => {
    for (const theme of /** @type {const} */ (["light", "dark", "contrast"])) {
      const { page, context, errors } = await open(host(), { width, height, touch: width < 1000, theme });
      try {
        await drawn(page);
        await paste(page, DRAWN);
        await cell(page, "r5c5").and(page.locator('[aria-label*="given 2"]')).waitFor();
        await drag(page, "r1c2", "r1c3", "r2c3");
        await page.keyboard.press("Shift+Digit1");
        await page.keyboard.press("Shift+Digit6");
        await drag(page, "r9c3", "r9c5");
        for (const key of ["Control+Digit1", "Control+Digit2", "Control+Digit7", "Alt+Digit3"]) await page.keyboard.press(key);
        const seen = await measured(page);
        if (theme === "light") t.diagnostic(`${width}x${height}: ${seen.keys} keys, the grid has ${seen.share} % of the shorter side`);
        assert.deepEqual({ ...seen, keys: 0, share: 0 }, { keys: 0, out: [], whole: true, share: 0, overlaps: false, scrolls: false });
        assert.ok(seen.keys >= 20, `${seen.keys} keys`);
        assert.ok(seen.share >= (height > width && width < 500 ? 97 : 85), `${seen.share} %`);
        await shot(page, `layout-${width}x${height}-${theme}`);
        await page.keyboard.press("h");
        await page.locator(".told .hint-box").waitFor();
        const hinted = await measured(page);
        assert.equal(hinted.overlaps, false);
        assert.equal(hinted.whole, true);
        assert.equal(hinted.share, seen.share);
        const buttons = await page.locator(".told button").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().bottom - innerHeight));
        assert.ok(buttons.length && buttons.every((below) => below <= 0.5), buttons.join());
        await shot(page, `layout-${width}x${height}-${theme}-hint`);
        assert.deepEqual(errors, []);
      } finally {
        await context.close();
      }
    }
  });
}

test("the script of the first load has at most 100 kB with gzip", () => {
  const script = readFileSync(new URL("../../crates/cluewright-serve/page/app.js", import.meta.url));
  const size = gzipSync(script, { level: 9 }).length;
  assert.ok(size <= 100_000, `${size} bytes`);
});
