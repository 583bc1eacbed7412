// @ts-check
// Home: what is seen first, and the ways from there to a puzzle.
import assert from "node:assert/strict";
import { cell, drawn, fitsPhone, shot, tabTo, trials } from "./host.mjs";

const { on } = trials({ screen: "" }, (page) => page.locator(".cards li").nth(9).waitFor());
const SMALL = "title: Small\ngrid: 4x4\ngivens: 12..34..2.....3.";
/** @param {import("playwright-core").Page} page @param {string} title */
const playing = async (page, title) => {
  await page.locator("h2.puzzle-title", { hasText: title }).waitFor();
  await drawn(page);
};
/** @param {import("playwright-core").Page} page */
const home = (page) => page.getByRole("link", { name: "Home" }).click();

on("the first visit says in three sentences what this is, and one press begins an easy classic", async (page) => {
  const about = await page.getByRole("region", { name: "Sudoku and its variants" }).locator("p").innerText();
  assert.equal(about.match(/\./g)?.length, 3);
  assert.equal(await page.getByRole("heading", { name: "Continue" }).count(), 0);
  await page.locator(".cards img").nth(9).waitFor();
  await shot(page, "home-first");
  await page.getByRole("button", { name: "Play an easy classic" }).click();
  await playing(page, "Classic, beginner 1");
  assert.equal(await page.locator('[role="gridcell"]').count(), 81);
  // It is what is there after a reload, too.
  await page.reload();
  await playing(page, "Classic, beginner 1");
});

on("a game that was begun is gone on with", async (page) => {
  await page.getByRole("button", { name: "Play an easy classic" }).click();
  await playing(page, "Classic, beginner 1");
  await page.locator('[role="gridcell"][aria-label*="empty"]').first().click();
  await page.keyboard.press("Control+Digit5");
  await page.keyboard.press("6");
  await home(page);
  const region = page.getByRole("region", { name: "Continue" });
  await region.getByText("One digit entered").waitFor();
  assert.equal(await page.getByRole("button", { name: "Play an easy classic" }).count(), 0);
  await shot(page, "home-continue");
  await region.getByRole("button").click();
  await playing(page, "Classic, beginner 1");
  assert.equal(await page.locator(".cell .digit", { hasText: "6" }).count(), 1);
});

on("one box takes what is pasted", async (page) => {
  await page.getByRole("textbox", { name: /^Puzzle:/ }).fill(SMALL);
  await page.getByRole("textbox", { name: /^Puzzle:/ }).press("Enter");
  await playing(page, "Small");
  assert.equal(await page.locator('[role="gridcell"]').count(), 16);
});

on("a new puzzle by kind and level; one that was begun is not offered again as new", async (page) => {
  await page.getByRole("radio", { name: "hard" }).check();
  const killer = page.getByRole("region", { name: "New puzzle" }).getByRole("button", { name: /^Killer cages/ });
  await killer.getByText("0 of 10 solved").waitFor();
  await killer.click();
  await playing(page, "Killer cages, hard 1");
  await page.locator('[role="gridcell"][aria-label*="empty"]').first().click();
  await page.keyboard.press("1");
  await home(page);
  await page.getByRole("region", { name: "Continue" }).waitFor();
  assert.equal(await page.getByRole("radio", { name: "hard" }).isChecked(), true);
  await killer.click();
  await playing(page, "Killer cages, hard 2");
});

on("every day has its puzzle, the same all day", async (page) => {
  /** @param {string} time */
  const title = async (time) => {
    await page.clock.setFixedTime(new Date(time));
    await page.reload();
    await page.locator(".cards img").nth(9).waitFor();
    return page.getByRole("region", { name: "Puzzle of the day" }).getByRole("button").innerText();
  };
  const first = await title("2026-11-02T09:00:00");
  // A Monday's is for beginners, a Sunday's is hard.
  assert.match(first, /beginner/);
  assert.equal(await title("2026-11-02T23:00:00"), first);
  assert.notEqual(await title("2026-11-03T09:00:00"), first);
  assert.match(await title("2026-11-08T09:00:00"), /hard/);
  await page.getByRole("region", { name: "Puzzle of the day" }).getByRole("button").click();
  await playing(page, "hard");
});

on("by keyboard alone", async (page) => {
  await tabTo(page, "button.primary", "Play an easy classic");
  await page.keyboard.press("Enter");
  await playing(page, "Classic, beginner 1");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
});

on(
  "at the width of a phone",
  async (page) => {
    assert.deepEqual(await fitsPhone(page), []);
    await shot(page, "home-phone");
    await page.getByRole("button", { name: "Play an easy classic" }).tap();
    await playing(page, "Classic, beginner 1");
    await cell(page, "r1c1").waitFor();
  },
  { phone: true },
);
on("in the dark", (page) => shot(page, "home-dark"), { theme: "dark" });
