// @ts-check
// What holds on every screen: no violation that axe finds, in three themes; a page that is narrow, or enlarged four times; keys.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { drawn, missing, open, paste, shot, startHost, stopBrowser } from "./host.mjs";

const skip = missing();
/** @type {import("./host.mjs").Host} */
let host;
before(async () => {
  if (!skip) host = await startHost();
});
after(async () => {
  if (skip) return;
  await stopBrowser();
  await host.stop();
});

const SCREENS = ["home", "play", "set", "explain", "make", "library"];
const THEMES = /** @type {const} */ (["light", "dark", "contrast"]);
const DIALOGS = ["Open…", "Share…", "Settings…", "Help"];
const axe = skip ? "" : readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What axe finds wrong. @param {import("playwright-core").Page} page */
async function violations(page) {
  // The page allows no script but its own; a debugger may bring one along.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  const found = await page.evaluate(async () => {
    // @ts-expect-error it was brought along
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.html.slice(0, 160)).join(" | ")}`);
  });
  return /** @type {string[]} */ (found);
}

for (const theme of THEMES) {
  for (const screen of SCREENS) {
    test(`axe finds nothing: ${screen}, ${theme}`, { skip }, async () => {
      const { page, context, errors, foreign } = await open(host, { screen, theme });
      try {
        if (["play", "set"].includes(screen)) await drawn(page);
        await page.waitForTimeout(600);
        await shot(page, `${screen}-${theme}`);
        assert.deepEqual(await violations(page), []);
        assert.deepEqual(errors, []);
        assert.deepEqual(foreign, []);
      } finally {
        await context.close();
      }
    });
  }
  test(`axe finds nothing in dialogs: ${theme}`, { skip }, async () => {
    const { page, context } = await open(host, { theme });
    try {
      await drawn(page);
      for (const name of DIALOGS) {
        await page.getByRole("button", { name, exact: true }).click();
        await page.locator("dialog[open]").waitFor();
        assert.deepEqual(await violations(page), [], name);
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({ state: "detached" });
      }
    } finally {
      await context.close();
    }
  });
}

for (const theme of THEMES) {
  test(`axe finds nothing in what opens on a screen: ${theme}`, { skip }, async () => {
    const { page, context, errors } = await open(host, { screen: "make", theme });
    try {
      await page.getByText("the puzzle that is open: Two digits").waitFor();
      await page.getByLabel("A kind of clue").selectOption({ label: "Arrow" });
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("Technique, regions, preference").click();
      await page.getByRole("combobox", { name: "A technique", exact: true }).selectOption({ label: "X-Wing (3.2)" });
      await page.getByRole("button", { name: "Avoid" }).click();
      await page.getByLabel("Cells of Arrow, at most").waitFor();
      assert.deepEqual(await violations(page), [], "make");
      await shot(page, `make-kinds-${theme}`);
      await page.getByRole("link", { name: "Explain" }).click();
      await page.locator(".rating").getByText("Solved completely.").waitFor({ timeout: 60_000 });
      await page.getByRole("button", { name: "Heat map" }).click();
      await page.locator(".cell .heat").first().waitFor();
      await page.getByRole("button", { name: "Rate on all scales" }).click();
      await page.locator(".scales dl").waitFor({ timeout: 60_000 });
      assert.deepEqual(await violations(page), [], "explain");
      await shot(page, `explain-heat-${theme}`);
      const text = "Adjacent digits on a green line differ by at least 2. Grey lines are zorblaxes.";
      await paste(page, `title: Read\ngrid: 4x4\nrules: classic\nwhispers r1c1 r1c2 difference 2\ntext: ${text}\n`);
      await page.getByRole("link", { name: "Set" }).click();
      await page.locator(".sentences li.unread").waitFor();
      assert.deepEqual(await violations(page), [], "how a text was read");
      assert.deepEqual(errors, []);
    } finally {
      await context.close();
    }
  });
}

for (const [what, width, height] of /** @type {const} */ ([["a phone", 360, 740], ["a tablet", 820, 1180], ["400 % of 1280", 320, 256]])) {
  for (const screen of SCREENS) {
    test(`nothing is lost at the width of ${what}: ${screen}`, { skip }, async () => {
      const { page, context, errors } = await open(host, { screen, width, height, touch: what !== "400 % of 1280" });
      try {
        if (["play", "set"].includes(screen)) await drawn(page);
        await page.waitForTimeout(300);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (what === "a phone") await shot(page, `${screen}-phone`);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        assert.deepEqual(errors, []);
      } finally {
        await context.close();
      }
    });
  }
}

test("every screen and dialog is reached by keyboard alone", { skip }, async () => {
  const { page, context, errors } = await open(host);
  try {
    await drawn(page);
    for (const screen of SCREENS) {
      const name = (screen[0] ?? "").toUpperCase() + screen.slice(1);
      await tabTo(page, (text) => text === name);
      await page.keyboard.press("Enter");
      await page.locator(`main.screen-${screen}`).waitFor();
    }
    for (const name of DIALOGS) {
      await tabTo(page, (text) => text === name);
      await page.keyboard.press("Enter");
      await page.locator("dialog[open]").waitFor();
      // The focus is inside, and comes back.
      assert.ok(await page.evaluate(() => document.activeElement?.closest("dialog") !== null));
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), name);
    }
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
});

/** Presses Tab until what has the focus fits. @param {import("playwright-core").Page} page @param {(text: string) => boolean} fits */
async function tabTo(page, fits) {
  for (let i = 0; i < 200; i++) {
    // In the grid of Play, Tab changes the mode as long as a cell is selected.
    if (await page.evaluate(() => document.activeElement?.matches('.play [role="gridcell"]'))) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    if (fits((await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent)) ?? "")) return;
  }
  assert.fail("it is not reached by Tab");
}

test("a screen reader is told of cells, rows and the grid", { skip }, async () => {
  const { page, context } = await open(host);
  try {
    await drawn(page);
    const tree = await page.locator('[role="grid"]').ariaSnapshot();
    assert.match(tree, /- grid "The puzzle, 9 by 9"/);
    assert.equal(tree.match(/- row/g)?.length, 9);
    assert.match(tree, /gridcell "row 5 column 3, given 1"/);
    assert.match(tree, /gridcell "row 1 column 1, empty"/);
    // One stop for Tab in the whole grid.
    assert.equal(await page.locator('[role="gridcell"][tabindex="0"]').count(), 1);
  } finally {
    await context.close();
  }
});
