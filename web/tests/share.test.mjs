// @ts-check
// Sharing: links, other programs' formats, pictures, the clipboard; and taking in again what was shared, by pasting, dropping, a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, downloaded, drawn, dropFile, fitsPhone, givens, KIND, labels, open, paste, shot, tabTo, trials } from "./host.mjs";

const { on, skip, host } = trials();
/** @typedef {import("playwright-core").Page} Page */
/** A page of somebody else. @param {(page: Page) => Promise<void>} body */
async function elsewhere(body) {
  const { page, context, errors, foreign } = await open(host());
  try {
    await drawn(page);
    await body(page);
    assert.deepEqual(errors, []);
    assert.deepEqual(foreign, []);
  } finally {
    await context.close();
  }
}

/** Cells are told with the clues that they are in. @param {Page} page */
async function verbose(page) {
  await page.getByRole("button", { name: "Settings…" }).click();
  await page.getByLabel("Screen reader: name the clues of each cell").check();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
}
/** @param {Page} page @param {string} name */
async function example(page, name) {
  await page.getByRole("button", { name: "Open…" }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
}
/** @param {Page} page @param {string} title */
const titled = (page, title) => page.getByRole("heading", { name: title, exact: true }).waitFor();
/** @param {Page} page */
async function share(page) {
  await page.getByRole("button", { name: "Share…" }).click();
  await page.locator("dialog[open]").waitFor();
}
/** The open puzzle in a format. @param {Page} page @param {string} format */
async function inFormat(page, format) {
  await share(page);
  const choice = page.getByRole("combobox", { name: "Format" });
  await choice.locator(`option[value="${format}"]`).waitFor({ state: "attached" });
  await choice.selectOption(format);
  const text = await page.getByLabel("Puzzle in this format").inputValue();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  return text;
}

on("a puzzle goes through f-puzzles and SudokuPad, from page to page, and stays the same", async (page) => {
  await verbose(page);
  await example(page, "Rising (thermometers)");
  await titled(page, "Rising");
  await page.waitForFunction(() => /in .*thermometer/.test(document.querySelector('[data-cell="r2c2"]')?.getAttribute("aria-label") ?? ""));
  const here = await labels(page);
  assert.match(here["r2c3"] ?? "", /thermometer.*, 2 of 5/);
  assert.equal(Object.keys(await givens(page)).length, 10);
  const fpuzzles = await inFormat(page, "f-puzzles");
  await elsewhere(async (second) => {
    await verbose(second);
    await paste(second, fpuzzles);
    await titled(second, "Rising");
    await second.getByText("by Cluewright").waitFor();
    await second.waitForFunction(() => /thermometer/.test(document.querySelector('[data-cell="r2c2"]')?.getAttribute("aria-label") ?? ""));
    assert.deepEqual(await labels(second), here);
    const sudokupad = await inFormat(second, "scl");
    assert.notEqual(sudokupad, fpuzzles);
    await elsewhere(async (third) => {
      await verbose(third);
      await paste(third, sudokupad);
      await titled(third, "Rising");
      await third.waitForFunction(() => /thermometer/.test(document.querySelector('[data-cell="r2c2"]')?.getAttribute("aria-label") ?? ""));
      assert.deepEqual(await labels(third), here);
    });
  });
});

on("the link with the puzzle in it opens on another page, and in this one", async (page) => {
  await verbose(page);
  await example(page, "Six by six (dots)");
  await titled(page, "Six by six");
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 36);
  const here = await labels(page);
  await share(page);
  const field = page.getByLabel("Link", { exact: true });
  await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector("dialog input"))?.value);
  const link = await field.inputValue();
  assert.ok(link.startsWith(`${host().url}#p=`), link);
  await shot(page, "share");
  await page.keyboard.press("Escape");
  await elsewhere(async (other) => {
    await verbose(other);
    await other.goto(link);
    await titled(other, "Six by six");
    await other.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 36);
    assert.deepEqual(await labels(other), here);
    // The address does not hold on to it.
    assert.doesNotMatch(other.url(), /p=/);
  });
  // Pasted, it is a puzzle as any other.
  await example(page, "Classic");
  await titled(page, "Classic");
  await paste(page, link);
  await titled(page, "Six by six");
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 36);
  assert.deepEqual(await labels(page), here);
});

on("what a format cannot say is told", async (page) => {
  // A line of digits has no rules.
  await share(page);
  const choice = page.getByRole("combobox", { name: "Format" });
  await choice.locator('option[value="line"]').waitFor({ state: "attached" });
  await choice.selectOption("line");
  await page.getByText("This format cannot express everything").first().waitFor();
  const text = await page.getByLabel("Puzzle in this format").inputValue();
  assert.match(text.trim(), /^[.0-9]{81}$/);
  const file = await downloaded(page, () => page.getByRole("button", { name: "Download" }).click());
  assert.equal(file.text.trim(), text.trim());
  assert.match(file.name, /^two-digits\.\w+$/);
});

on("every format that is offered can be written, and most are read again", async (page) => {
  await example(page, "Classic");
  await titled(page, "Classic");
  const here = await givens(page);
  await share(page);
  const choice = page.getByRole("combobox", { name: "Format" });
  await choice.locator('option[value="f-puzzles"]').waitFor({ state: "attached" });
  const formats = (await choice.locator("option").evaluateAll((all) => all.map((e) => e.getAttribute("value") ?? ""))).filter(Boolean);
  assert.ok(formats.length > 5, formats.join());
  /** @type {Record<string, string>} */
  const texts = {};
  const told = () =>
    page.evaluate(() => ({
      wrong: document.querySelector("dialog .wrong:not([role])")?.textContent ?? "",
      text: /** @type {HTMLTextAreaElement | null} */ (document.querySelector("dialog textarea"))?.value ?? "",
    }));
  for (const format of formats) {
    const before = await told();
    await choice.selectOption(format);
    await page.waitForFunction((before) => {
      const wrong = document.querySelector("dialog .wrong:not([role])")?.textContent ?? "";
      const text = /** @type {HTMLTextAreaElement | null} */ (document.querySelector("dialog textarea"))?.value ?? "";
      return text !== before.text || wrong !== before.wrong;
    }, before);
    const now = await told();
    // Cages with letters need cages: that is said, and what to do.
    if (format === "letter-cages") assert.match(now.wrong, /no cage/);
    else {
      assert.ok(now.text.length > 30, `${format}: ${now.text}`);
      texts[format] = now.text;
    }
  }
  await page.keyboard.press("Escape");
  const read = ["clue", "f-puzzles", "lisudoku", "sudokumaker", "scf", "scl", "sudokuwiki", "sumocue", "opensudoku", "iss", "hodoku", "sdk", "line", "grid", "ss"];
  for (const format of read) {
    assert.ok(format in texts, format);
    await example(page, "Empty grid");
    await page.waitForFunction(() => !document.querySelector('[data-cell][aria-label*="given"]'));
    await paste(page, texts[format] ?? "");
    await page.waitForFunction(() => document.querySelector('[data-cell][aria-label*="given"]'), undefined, { timeout: 10_000 });
    assert.deepEqual(await givens(page), here, format);
  }
});

on("pictures are what they say they are", async (page) => {
  await cell(page, "r1c1").click();
  await page.keyboard.press("7");
  await share(page);
  const svg = await downloaded(page, () => page.getByRole("button", { name: "SVG" }).click());
  assert.equal(svg.name, "two-digits.svg");
  const read = (/** @type {string} */ text) =>
    page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return { name: root.localName, wrong: root.querySelector("parsererror") !== null, shapes: root.querySelectorAll("path, rect, use").length };
    }, text);
  const first = await read(svg.text);
  assert.deepEqual([first.name, first.wrong], ["svg", false]);
  assert.ok(first.shapes > 20);
  // With my digit there is more to see; without title and rules less.
  await page.getByLabel("with your digits and marks").check();
  const more = await read((await downloaded(page, () => page.getByRole("button", { name: "SVG" }).click())).text);
  assert.ok(more.shapes > first.shapes, `${more.shapes} shapes`);
  await page.getByLabel("with title and rules").uncheck();
  const less = await read((await downloaded(page, () => page.getByRole("button", { name: "SVG" }).click())).text);
  assert.ok(less.shapes < more.shapes, `${less.shapes} shapes`);

  const png = await downloaded(page, () => page.getByRole("button", { name: "PNG" }).click());
  assert.equal(png.name, "two-digits.png");
  assert.deepEqual([...png.bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.equal(png.bytes.readUInt32BE(16), 1200);
  assert.ok(png.bytes.readUInt32BE(20) >= 1100, `${png.bytes.readUInt32BE(20)} pixels high`);
  // It is no empty sheet.
  const colours = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = data;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context?.getImageData(0, 0, image.width, image.height).data.buffer ?? new ArrayBuffer(0))).size;
  }, `data:image/png;base64,${png.bytes.toString("base64")}`);
  assert.ok(colours > 10, `${colours} colours`);
});

test("links and texts are copied", { skip: skip ?? (KIND === "file" && "no clipboard by file://") }, async () => {
  await elsewhere(async (page) => {
    await share(page);
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.locator(".toast", { hasText: "Copied." }).waitFor();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    assert.equal(await copied(), await page.getByLabel("Link", { exact: true }).inputValue());
    const choice = page.getByRole("combobox", { name: "Format" });
    await choice.locator('option[value="f-puzzles"]').waitFor({ state: "attached" });
    await choice.selectOption("f-puzzles");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.waitForFunction(
      async () => (await navigator.clipboard.readText()) === /** @type {HTMLTextAreaElement | null} */ (document.querySelector("dialog textarea"))?.value,
    );
  });
});

on("where the browser does not let the page copy, that is told", async (page) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await share(page);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByRole("alert").filter({ hasText: "Select the text and copy it." }).waitFor();
});

on("a broken link says what is wrong, and leaves the puzzle that was there", async (page) => {
  const here = await givens(page);
  const told = page.locator(".toast", { hasText: "That did not work:" });
  const heard = page.locator('[role="status"]', { hasText: "That did not work:" });
  /** @param {string} text */
  const wrong = async (text) => {
    await told.waitFor();
    const said = await told.innerText();
    assert.equal(await heard.innerText(), said);
    assert.ok(said.length > "That did not work: ".length + 10, said);
    // In words of this page, not those of a program.
    assert.doesNotMatch(said, /atob|undefined|Failed to execute|TypeError|\[object/, text);
    await titled(page, "Two digits");
    assert.deepEqual(await givens(page), here);
  };
  await paste(page, `${host().url}#p=thisisnothing`);
  await wrong("a link of this page");
  await page.reload();
  await drawn(page);
  await paste(page, "https://sudokupad.app/scl" + "x".repeat(60));
  await wrong("a link of SudokuPad");
  await page.reload();
  await drawn(page);
  await paste(page, "title: Broken\ngivens: 12345\n");
  await wrong("a file");
  await page.goto("about:blank");
  await page.goto(`${host().url}#p=AAAA`);
  await wrong("an address");
});

on("a file that is dropped is opened, and one that is chosen", async (page) => {
  await dropFile(page, "small.clue", "title: Dropped\ngrid: 4x4\ngivens: 12..34..2.....3.\n");
  await titled(page, "Dropped");
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 16);
  assert.deepEqual(await givens(page), { r1c1: "1", r1c2: "2", r2c1: "3", r2c2: "4", r3c1: "2", r4c3: "3" });
  await page.getByRole("button", { name: "Open…" }).click();
  await page.locator('dialog input[type="file"]').setInputFiles({
    name: "other.clue",
    mimeType: "text/plain",
    buffer: Buffer.from("title: Chosen\ngrid: 4x4\ngivens: 1..............4\n"),
  });
  await titled(page, "Chosen");
  await page.waitForFunction(() => document.querySelectorAll('[data-cell][aria-label*="given"]').length === 2);
  assert.deepEqual(await givens(page), { r1c1: "1", r4c4: "4" });
  // What is no puzzle is told, and nothing is lost.
  await dropFile(page, "letter.txt", "Dear Sir or Madam");
  await page.locator(".toast", { hasText: "That did not work:" }).waitFor();
  await titled(page, "Chosen");
});

on("by keyboard alone", async (page) => {
  await tabTo(page, "button", "Open…");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: /Puzzle: a link/ }).and(page.locator(":focus")).waitFor();
  await page.keyboard.insertText("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......");
  await page.keyboard.press("Control+Enter");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelectorAll('[data-cell][aria-label*="given"]').length === 17);
  // What is drawn anew meanwhile would take the focus away.
  await drawn(page);
  await tabTo(page, "button", "Share…");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await page.locator('dialog option[value="line"]').waitFor({ state: "attached" });
  await tabTo(page, "select");
  await page.keyboard.type("line");
  await page.getByLabel("Puzzle in this format").waitFor();
  await tabTo(page, "button", "SVG");
  const svg = await downloaded(page, () => page.keyboard.press("Enter"));
  assert.match(svg.text, /^<svg|^<\?xml/);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
});

on("by touch, at the width of a phone", async (page) => {
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("button", { name: "Share…" }).tap();
  await page.locator("dialog[open]").waitFor();
  const choice = page.getByRole("combobox", { name: "Format" });
  await choice.locator('option[value="f-puzzles"]').waitFor({ state: "attached" });
  await choice.selectOption("f-puzzles");
  await page.getByLabel("Puzzle in this format").waitFor();
  assert.deepEqual(await fitsPhone(page), []);
  await shot(page, "share-phone");
  await page.getByRole("button", { name: "Close" }).tap();
  await page.locator("dialog").waitFor({ state: "detached" });
}, { phone: true });

on("a link for another page is copied at once", async (page) => {
  if (KIND === "file") return;
  await share(page);
  await page.getByRole("button", { name: "Copy a link for SudokuPad" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("https://sudokupad.app/"));
  await page.getByRole("button", { name: "Copy a link for f-puzzles" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("https://f-puzzles.com/"));
});
