// @ts-check
// Gestures on the grid in Play, as a table: for each gesture its description, the actions, and the expected result.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { cell, drag, labels, swipe, trials } from "./host.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {[how: string, does: (page: Page) => Promise<unknown>, seen: string | ((page: Page) => Promise<void>)]} Row */

/** The cells that are selected, in reading order. @param {Page} page */
const selected = (page) =>
  page.evaluate(() => [...document.querySelectorAll('[aria-selected="true"]')].map((e) => e.getAttribute("data-cell")).join(" "));
/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
/** @param {string} name @param {RegExp} says @returns {(page: Page) => Promise<void>} */
const holds = (name, says) => async (page) => assert.match((await labels(page))[name] ?? "", says);
/** @param {string} mode @returns {(page: Page) => Promise<void>} */
const inMode = (mode) => async (page) => {
  const pressed = page.locator(`.modes button[aria-pressed="true"]`);
  assert.equal(await pressed.innerText(), mode);
};
/** @param {Page} page @param {string} name @param {("Control" | "Shift" | "Meta")[]} [modifiers] */
const click = (page, name, modifiers = []) => cell(page, name).click({ modifiers });
/** @param {Page} page @param {string} key @param {...string} names */
const dragWith = async (page, key, ...names) => {
  await page.keyboard.down(key);
  await drag(page, ...names);
  await page.keyboard.up(key);
};
/** @param {Page} page @param {...string} keys */
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** @param {Page} page @param {string} name @param {number} x @param {number} y parts of the cell @returns {Promise<[number, number]>} */
const inCell = async (page, name, x, y) => {
  const box = await cell(page, name).boundingBox();
  assert.ok(box);
  return [box.x + box.width * x, box.y + box.height * y];
};
/** Starts from nothing selected. @param {Page} page */
const fresh = async (page) => {
  await click(page, "r9c9");
  await press(page, "Escape", "Escape", "Escape", "z");
};

/** @type {Row[]} */
const MOUSE = [
  ["a click selects only that cell", (p) => click(p, "r1c1"), "r1c1"],
  ["a second click selects only the cell clicked last", async (p) => (await click(p, "r1c1"), click(p, "r2c5")), "r2c5"],
  ["a drag selects the cells that it passes", (p) => drag(p, "r1c1", "r1c3", "r2c3"), "r1c1 r1c2 r1c3 r2c3"],
  ["a fast drag skips no cell", async (p) => {
    await p.mouse.move(...(await inCell(p, "r3c1", 0.5, 0.5)));
    await p.mouse.down();
    await p.mouse.move(...(await inCell(p, "r3c9", 0.5, 0.5)), { steps: 1 });
    await p.mouse.up();
  }, "r3c1 r3c2 r3c3 r3c4 r3c5 r3c6 r3c7 r3c8 r3c9"],
  ["Ctrl+click adds a cell to the selection", async (p) => (await click(p, "r1c1"), await click(p, "r5c5", ["Control"]), click(p, "r9c1", ["Control"])), "r1c1 r5c5 r9c1"],
  ["Shift+click adds a cell to the selection", async (p) => (await click(p, "r1c1"), click(p, "r5c5", ["Shift"])), "r1c1 r5c5"],
  ["Meta+click adds a cell to the selection", async (p) => (await click(p, "r1c1"), click(p, "r5c5", ["Meta"])), "r1c1 r5c5"],
  ["Ctrl+click on a selected cell removes it from the selection", async (p) => (await drag(p, "r1c1", "r1c3"), click(p, "r1c2", ["Control"])), "r1c1 r1c3"],
  ["Ctrl+drag adds cells to the selection", async (p) => (await click(p, "r9c9"), dragWith(p, "Control", "r1c1", "r1c3")), "r1c1 r1c2 r1c3 r9c9"],
  ["Shift+drag adds cells to the selection", async (p) => (await click(p, "r9c9"), dragWith(p, "Shift", "r1c1", "r1c3")), "r1c1 r1c2 r1c3 r9c9"],
  ["Ctrl+drag from a selected cell removes cells from the selection", async (p) => (await drag(p, "r1c1", "r1c5"), dragWith(p, "Control", "r1c2", "r1c4")), "r1c1 r1c5"],
  ["a double click selects all cells with the same digit", async (p) => {
    await click(p, "r1c1");
    await press(p, "7");
    await click(p, "r5c9");
    await press(p, "7");
    await p.waitForTimeout(400);
    await cell(p, "r5c9").dblclick();
  }, "r1c1 r5c9"],
  ["Ctrl+double click adds all cells with the same digit to the selection", async (p) => {
    await click(p, "r9c9");
    await cell(p, "r5c9").dblclick({ modifiers: ["Control"] });
  }, "r1c1 r5c9 r9c9"],
  ["a click beside the grid clears the selection", async (p) => {
    await click(p, "r1c1");
    const box = await p.locator(".board-frame").boundingBox();
    await p.mouse.click((box?.x ?? 0) - 4, (box?.y ?? 0) + 40);
  }, ""],
  ["a click on a button beside the grid keeps the selection", async (p) => (await drag(p, "r9c1", "r9c3"), p.getByRole("button", { name: "Corner" }).click()), "r9c1 r9c2 r9c3"],
  ["after a keypad digit, with nothing selected, a click on a cell enters that digit", async (p) => {
    await p.getByRole("button", { name: "8", exact: true }).click();
    await click(p, "r7c1");
    await click(p, "r7c5");
  }, async (p) => (await holds("r7c1", /, 8/)(p), holds("r7c5", /, 8/)(p))],
  ["after a keypad digit, with nothing selected, a drag enters that digit in each cell", async (p) => {
    await p.getByRole("button", { name: "Corner" }).click();
    await p.getByRole("button", { name: "3", exact: true }).click();
    await drag(p, "r8c1", "r8c3");
  }, async (p) => {
    for (const name of ["r8c1", "r8c2", "r8c3"]) await holds(name, /corner marks 3/)(p);
  }],
  ["a drag with the pen draws from cell to cell", async (p) => {
    await click(p, "r9c9");
    await press(p, "b");
    await drag(p, "r4c5", "r4c7");
  }, async (p) => assert.equal(await p.locator(".pen path").count(), 2)],
  ["a drag with the pen from a corner draws along borders, in the chosen colour", async (p) => {
    await click(p, "r9c9");
    await press(p, "b", "6");
    await p.mouse.move(...(await inCell(p, "r6c2", 0, 0)));
    await p.mouse.down();
    await p.mouse.move(...(await inCell(p, "r6c4", 0, 0)), { steps: 8 });
    await p.mouse.up();
  }, async (p) => assert.equal(await p.locator('.pen path[style*="--ink-6"]').count(), 2)],
  ["a click with the pen near a border marks the border; inside a cell it draws a cross", async (p) => {
    await click(p, "r9c9");
    await press(p, "b", "2");
    await p.mouse.click(...(await inCell(p, "r2c2", 1, 0.5)));
    await p.mouse.click(...(await inCell(p, "r2c7", 0.5, 0.5)));
  }, async (p) => assert.equal(await p.locator('.pen path[style*="--ink-2"]').count(), 2)],
  ["in colour mode, a click on a candidate colours it", async (p) => {
    await click(p, "r9c5");
    await press(p, "Control+Digit4", "Control+Digit6", "v"); await p.waitForTimeout(800);
    await p.getByRole("button", { name: "green" }).click();
    const mark = await cell(p, "r9c5").locator('.centre [data-value="6"]').boundingBox();
    await p.mouse.click((mark?.x ?? 0) + (mark?.width ?? 0) / 2, (mark?.y ?? 0) + (mark?.height ?? 0) / 2);
  }, async (p) => {
    assert.equal(await cell(p, "r9c5").locator(".tint-3").innerText(), "6");
    await holds("r9c5", /coloured candidates 6 green/)(p);
  }],
];

/** @type {Row[]} */
const KEYS = [
  ["an arrow key moves to the next cell", (p) => press(p, "ArrowRight"), "r5c6"],
  ["an arrow key at the edge of the grid moves to the opposite edge", (p) => press(p, ...Array(5).fill("ArrowRight")), "r5c1"],
  ["Shift+arrow extends the selection", (p) => press(p, "Shift+ArrowDown", "Shift+ArrowDown"), "r5c5 r6c5 r7c5"],
  ["Ctrl+arrow extends the selection", (p) => press(p, "Control+ArrowUp"), "r4c5 r5c5"],
  ["W, A, S and D act as arrow keys", (p) => press(p, "w", "a"), "r4c4"],
  ["Home and End move to the ends of the row", (p) => press(p, "End"), "r5c9"],
  ["Ctrl+Home moves to the first cell", (p) => press(p, "Control+Home"), "r1c1"],
  ["Ctrl+A selects all cells, and Ctrl+I inverts the selection", (p) => press(p, "Control+a", "Control+i"), ""],
  ["Escape clears the selection", (p) => press(p, "Escape"), ""],
  ["a digit key writes the digit in the selected cell", (p) => press(p, "4"), holds("r5c5", /, 4/)],
  ["typing the same digit again removes it", (p) => press(p, "4"), holds("r5c5", /empty/)],
  ["Shift+digit writes a corner mark", (p) => press(p, "Shift+Digit1"), holds("r5c5", /corner marks 1/)],
  ["Ctrl+digit writes a centre mark", (p) => press(p, "Control+Digit2"), holds("r5c5", /centre marks 2/)],
  ["Alt+digit colours the cell", (p) => press(p, "Alt+Digit3"), holds("r5c5", /colours green/)],
  ["Delete removes the topmost kind of entry", (p) => press(p, "Delete", "Delete"), holds("r5c5", /empty, colours green/)],
  ["Ctrl+Z undoes a change, and Ctrl+Y redoes it", (p) => press(p, "Control+z", "Control+z", "Control+y"), holds("r5c5", /marks/)],
  ["Space switches to the next mode", (p) => press(p, "Space"), inMode("Corner")],
  ["Tab switches to the next mode", (p) => press(p, "Tab", "Tab"), inMode("Centre")],
  ["Shift+Tab switches to the previous mode", (p) => press(p, "Shift+Tab"), inMode("Colour")],
  ["Escape, then Tab moves the focus out of the grid", (p) => press(p, "Escape", "Tab"), async (p) => assert.ok(!(await focused(p)))],
  ["while Shift is held, the keypad shows the corner mode", (p) => p.keyboard.down("Shift"), async (p) => {
    assert.equal(await p.locator(".keypad").getAttribute("data-mode"), "corner");
    assert.equal(await p.locator(".modes .held").innerText(), "Corner");
    await p.keyboard.up("Shift");
    assert.equal(await p.locator(".keypad").getAttribute("data-mode"), "digit");
  }],
  ["in letter mode, letter keys write letters", (p) => press(p, "l", "h", "b"), async (p) => {
    assert.equal(await cell(p, "r5c5").locator(".letters").innerText(), "BH");
    await press(p, "Space");
  }],
  ["Ctrl+C and Ctrl+V copy and paste the contents of cells", async (p) => {
    await click(p, "r2c1");
    await press(p, "5", "ArrowRight", "Control+Digit6", "Control+Digit7");
    await drag(p, "r2c1", "r2c2");
    await press(p, "Control+c");
    await click(p, "r4c7");
    await press(p, "Control+v");
  }, async (p) => (await holds("r4c7", /, 5/)(p), holds("r4c8", /centre marks 6 7/)(p))],
  ["K starts a chain: a typed digit adds a candidate, and Escape ends the chain", async (p) => {
    await press(p, "k", "4");
    await p.locator(".chain circle").waitFor({ state: "attached" });
    await press(p, "Escape");
  }, async (p) => (await holds("r5c5", /column 5, (?:empty|c)/)(p), assert.equal(await p.locator(".chain circle").count(), 0))],
  ["H shows a hint, Enter moves to its buttons, and Escape in the grid closes it", async (p) => {
    await press(p, "h");
    await p.locator(".told .hint-box").waitFor();
    await press(p, "Enter");
  }, async (p) => {
    assert.ok(await p.evaluate(() => document.activeElement?.matches(".told button")));
    await click(p, "r5c5");
    await press(p, "Escape");
    assert.equal(await p.locator(".told .hint-box").count(), 0);
  }],
  ["a typed digit is announced to screen readers", (p) => press(p, "9"), async (p) =>
    void (await p.getByText(/^row 5 column 5: 9/).waitFor({ state: "attached" }))],
];

/** Fingers: each step has the places of all that are down. @param {Page} page @param {[number, number][][]} steps */
const fingers = async (page, steps) => {
  const session = await page.context().newCDPSession(page);
  const at = (/** @type {[number, number][]} */ points) => points.map(([x, y], id) => ({ x, y, id }));
  let before = 0;
  for (const points of [...steps, []]) {
    const type = points.length > before ? "touchStart" : points.length < before ? "touchEnd" : "touchMove";
    await session.send("Input.dispatchTouchEvent", { type, touchPoints: at(points) });
    before = points.length;
  }
};
/** @param {Page} page @param {string} name @param {number} ms */
const rest = async (page, name, ms, to = name) => {
  const session = await page.context().newCDPSession(page);
  const point = async (/** @type {string} */ name) => {
    const [x, y] = await inCell(page, name, 0.5, 0.5);
    return [{ x, y }];
  };
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: await point(name) });
  await page.waitForTimeout(ms);
  if (to !== name) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: await point(to) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
};
/** @param {Page} page @param {string} name */
const tap = (page, name) => rest(page, name, 20);
/** @param {Page} page @param {number} by how far the fingers go apart @param {number} [right] */
const pinch = async (page, by, right = 0) => {
  const [x, y] = await inCell(page, "r5c5", 0.5, 0.5);
  /** @param {number} d @param {number} r @returns {[number, number][]} */
  const two = (d, r) => [[x - d + r, y], [x + d + r, y]];
  await fingers(page, [two(40, 0).slice(0, 1), two(40, 0), two(40 + (40 * by - 40) / 2, right / 2), two(40 * by, right)]);
};
/** @param {Page} page */
const scale = (page) =>
  page.evaluate(() => Number(/scale\(([\d.]+)/.exec(document.querySelector(".board-zoom")?.getAttribute("style") ?? "")?.[1]));

/** @type {Row[]} */
const TOUCH = [
  ["a tap selects only that cell", (p) => tap(p, "r1c1"), "r1c1"],
  ["a swipe selects the cells that it passes", (p) => swipe(p, "r2c1", "r2c4"), "r2c1 r2c2 r2c3 r2c4"],
  ["a long press adds a cell to the selection", async (p) => (await swipe(p, "r2c1", "r2c2"), rest(p, "r7c7", 600)), "r2c1 r2c2 r7c7"],
  ["a long press followed by a swipe adds cells to the selection", async (p) => (await tap(p, "r1c1"), rest(p, "r7c7", 600, "r7c9")), "r1c1 r7c7 r7c8 r7c9"],
  ["a long press on a selected cell removes it from the selection", async (p) => (await swipe(p, "r2c1", "r2c3"), rest(p, "r2c2", 600)), "r2c1 r2c3"],
  ["a double tap selects all cells with the same digit", async (p) => {
    for (const name of ["r1c2", "r9c8"]) {
      await tap(p, name);
      await p.keyboard.press("8");
    }
    await p.waitForTimeout(400);
    await tap(p, "r9c8");
    await tap(p, "r9c8");
  }, "r1c2 r9c8"],
  ["two fingers zoom the grid, and the selection stays", async (p) => (await tap(p, "r1c1"), pinch(p, 2)), async (p) => {
    assert.ok(Math.abs((await scale(p)) - 2) < 0.1, String(await scale(p)));
    assert.equal(await selected(p), "r1c1");
  }],
  ["a tap in the enlarged grid selects a cell", async (p) => (await pinch(p, 2), tap(p, "r5c5")), async (p) => {
    assert.equal(await selected(p), "r5c5");
    await p.getByRole("button", { name: "Whole grid" }).tap();
    await p.waitForFunction(() => !document.querySelector(".zoomed"));
  }],
  ["two fingers move the enlarged grid", async (p) => {
    await pinch(p, 2);
    const before = await cell(p, "r5c5").boundingBox();
    await pinch(p, 1, 60);
    const after = await cell(p, "r5c5").boundingBox();
    assert.ok(Math.abs((after?.x ?? 0) - (before?.x ?? 0) - 60) < 3, `${before?.x} ${after?.x}`);
  }, async (p) => {
    await p.getByRole("button", { name: "Whole grid" }).tap();
    await p.waitForFunction(() => !document.querySelector(".zoomed"));
  }],
  ["after a keypad digit, with nothing selected, a swipe enters that digit in each cell", async (p) => {
    await p.getByRole("button", { name: "Corner" }).tap();
    await p.getByRole("button", { name: "6", exact: true }).tap();
    await swipe(p, "r8c1", "r8c2");
  }, async (p) => (await holds("r8c1", /corner marks 6/)(p), holds("r8c2", /corner marks 6/)(p))],
];

/** @param {Row[]} rows @param {(page: Page) => Promise<unknown>} begin @returns {(page: Page) => Promise<void>} */
const each = (rows, begin) => async (page) => {
  /** @type {string[]} */
  const wrong = [];
  for (const [how, does, seen] of rows) {
    await begin(page);
    try {
      await does(page);
      await page.waitForTimeout(60);
      if (typeof seen === "string") assert.equal(await selected(page), seen);
      else await seen(page);
    } catch (error) {
      wrong.push(`${how}: ${error instanceof Error ? error.message.split("\n").slice(0, 6).join(" ") : error}`);
    }
  }
  assert.deepEqual(wrong, []);
};

/** The table as the book has it: docs/gestures.md. */
const table = () => {
  const rows = /** @type {const} */ ([["mouse, pen", MOUSE], ["keys", KEYS], ["fingers", TOUCH]]).flatMap(([by, list]) => list.map(([how]) => `| ${by} | ${how} |`));
  return `# Gestures on the grid

The rows of this table come from \`web/tests/gestures.test.mjs\`, which tests each gesture in Chromium. \`CLUEWRIGHT_UPDATE=1
node --test web/tests/gestures.test.mjs\` rewrites the table; [page.md](page.md) has a summary.

| with | what happens |
|---|---|
${rows.join("\n")}
`;
};
const BOOK = new URL("../../docs/gestures.md", import.meta.url);
test("the book's table has all gestures", () => {
  if (process.env.CLUEWRIGHT_UPDATE) writeFileSync(BOOK, table());
  assert.equal(readFileSync(BOOK, "utf8"), table());
});

const { on } = trials();
on(`${MOUSE.length} gestures of the mouse`, each(MOUSE, fresh));
on(`${KEYS.length} of the keyboard`, each(KEYS, async (page) => {
  await fresh(page);
  await click(page, "r5c5");
}));
on(`${TOUCH.length} of fingers`, each(TOUCH, async (page) => {
  await page.waitForTimeout(400);
  await tap(page, "r5c5");
  await press(page, "Escape", "Escape", "Escape", "z");
  await page.waitForTimeout(400);
}), { phone: true });
