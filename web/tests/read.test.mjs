// @ts-check
// How a text was read: a line when all is understood, else a panel; a reading is taken back, and that is undone.
import assert from "node:assert/strict";
import { paste, shot, trials } from "./host.mjs";

const { on } = trials({ screen: "set" });
const RULES = "Normal sudoku rules apply. Adjacent digits on a green line differ by at least 2.";
const row = "[{},{},{},{}]";
/** @param {string} title @param {string} rules */
const drawn = (title, rules) =>
  `{"cells":[${row},${row},${row},${row}],"lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5]],"color":"#67F067"}],"metadata":{"title":"${title}","rules":"${rules}"}}`;

/** @param {import("playwright-core").Page} page */
const panel = (page) => page.getByRole("region", { name: "How the text was read" });
/** @param {import("playwright-core").Page} page @param {number} n */
const lit = (page, n) => page.waitForFunction((n) => document.querySelectorAll(".cell.lit").length === n, n);

on("a text that is understood is one line, which opens", async (page) => {
  await paste(page, drawn("Whole", RULES));
  await panel(page).getByText("All 2 sentences are understood.").waitFor();
  assert.equal(await panel(page).getByRole("listitem").count(), 0);
  await panel(page).getByRole("button", { name: "Show how it was read" }).click();
  const sentence = panel(page).getByRole("listitem").filter({ hasText: "green line" });
  await sentence.getByText("whispers (2)").waitFor();
  await sentence.hover();
  await lit(page, 3);
  await shot(page, "read-whole");
  await panel(page).getByRole("button", { name: "Hide" }).hover();
  await lit(page, 0);
  // The keyboard lights the cells as well.
  const group = panel(page).getByRole("group", { name: "Is this whispers?" });
  await group.getByRole("button", { name: "Yes" }).focus();
  await lit(page, 3);
  await group.getByRole("button", { name: "Yes" }).press("Enter");
  await group.waitFor({ state: "detached" });
  assert.equal(await page.locator(".clue-list li").count(), 1);
});

on("what is unread opens the panel; a reading goes, and comes back by Undo", async (page) => {
  await paste(page, drawn("Part", `${RULES} Grey lines are zorblaxes.`));
  await panel(page).getByText("1 of 3 sentences is unread.").waitFor();
  assert.match(await panel(page).locator("li.unread").innerText(), /zorblaxes[^]*Not understood/);
  await panel(page).getByRole("group", { name: "Is this whispers?" }).getByRole("button", { name: "No" }).click();
  await page.waitForFunction(() => !document.querySelector(".clue-list li"));
  await panel(page).getByText("– not in the puzzle").waitFor();
  await page.getByRole("region", { name: "Not understood" }).getByText("1 green line").waitFor();
  await shot(page, "read-taken-back");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".clue-list li").length === 1);
  await panel(page).getByRole("group", { name: "Is this whispers?" }).waitFor();
  // On a small screen nothing is wider than it.
  await page.setViewportSize({ width: 360, height: 700 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await shot(page, "read-small");
});
