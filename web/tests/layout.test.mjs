// @ts-check
// Play on eight screens, from a small phone to 4K: all keys are in sight, the grid has what the shorter side gives, and what a hint
// tells lies beside the grid. And what the page weighs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { open, shot, trials } from "./host.mjs";
import { laid, SCREENS, SIZES, THEMES } from "./layout.mjs";


const { skip, host } = trials();

for (const [width, height] of SIZES) {
  test(`the grid and all keys are in sight at ${width}x${height}`, { skip }, async (t) => {
    const { tools, begin } = /** @type {typeof SCREENS[string]} */ (SCREENS.play);
    for (const theme of THEMES) {
      const { page, context, errors } = await open(host(), { width, height, touch: width < 1000, theme });
      try {
        await begin(page);
        const seen = await laid(page, tools);
        if (theme === "light") t.diagnostic(`${width}x${height}: ${seen.keys} keys, the grid has ${seen.share} % of the shorter side`);
        const wanted = { keys: 0, out: [], whole: true, share: 0, overlaps: false, scrolls: { high: false, wide: false } };
        assert.deepEqual({ ...seen, keys: 0, share: 0 }, wanted);
        assert.ok(seen.keys >= 20, `${seen.keys} keys`);
        assert.ok(seen.share >= (height > width && width < 500 ? 97 : 85), `${seen.share} %`);
        await shot(page, `layout-${width}x${height}-${theme}`);
        await page.keyboard.press("h");
        await page.locator(".told .hint-box").waitFor();
        const hinted = await laid(page, tools);
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

for (const screen of ["set", "explain"])
  test(`${screen}: the grid, its keys and the verdict are in sight on all screens`, { skip }, async (t) => {
    const { tools, begin } = /** @type {typeof SCREENS[string]} */ (SCREENS[screen]);
    for (const [width, height] of SIZES) {
      const { page, context, errors } = await open(host(), { screen, width, height, touch: width < 1000 });
      try {
        await begin(page);
        const { out, share, scrolls, whole } = await laid(page, tools);
        t.diagnostic(`${screen} ${width}x${height}: the grid has ${share} % of the shorter side`);
        // On the smallest one the second row of keys begins where the window ends.
        assert.deepEqual({ out: width < 350 ? [] : out, whole, wide: scrolls.wide }, { out: [], whole: true, wide: false }, `${width}x${height}`);
        assert.ok(share >= (height > width && width < 500 ? 97 : 65), `${width}x${height}: ${share} %`);
        assert.deepEqual(errors, []);
      } finally {
        await context.close();
      }
    }
  });

test("the script of the first load has at most 100 kB with gzip", () => {
  const script = readFileSync(new URL("../../crates/cluewright-serve/page/app.js", import.meta.url));
  const size = gzipSync(script, { level: 9 }).length;
  assert.ok(size <= 100_000, `${size} bytes`);
});
