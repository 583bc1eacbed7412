// @ts-check
// `SHOTS=folder node web/tests/screens.mjs [WORDS]`: four screens of the page at eight sizes in three themes, as pictures, and a table of
// what the grid takes and which buttons are out of sight. With words, only what has them in its name ("set-844x390").
import { missing, open, shot, startHost, stopBrowser } from "./host.mjs";
import { laid, SCREENS, SIZES, THEMES } from "./layout.mjs";

const why = missing();
if (why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}
const words = process.argv.slice(2);
const host = await startHost();
/** @type {Map<string, string[]>} */
const told = new Map();
for (const [width, height] of SIZES)
  for (const theme of THEMES)
    for (const [screen, { tools, begin }] of Object.entries(SCREENS)) {
      const name = `${screen}-${width}x${height}-${theme}`;
      if (words.length && !words.some((word) => name.includes(word))) continue;
      const { page, context, errors } = await open(host, { screen, width, height, touch: width < 1000, theme });
      try {
        await begin(page);
        await page.waitForTimeout(400);
        await shot(page, name);
        const { share, out, scrolls } = await laid(page, tools);
        if (theme === "light") {
          const line = told.get(`${width}x${height}`) ?? [];
          line.push(screen === "home" ? (scrolls.wide ? "too wide" : "fits") : `${share} %${out.length ? `, out of sight: ${out.join(" ")}` : ""}`);
          told.set(`${width}x${height}`, line);
        }
        for (const error of errors) console.log(`${name}: ${error}`);
      } catch (error) {
        console.log(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
        await shot(page, name);
      } finally {
        await context.close();
      }
    }
console.log(`| screen | ${Object.keys(SCREENS).join(" | ")} |\n|---|${"---|".repeat(Object.keys(SCREENS).length)}`);
for (const [size, line] of told) console.log(`| ${size} | ${line.join(" | ")} |`);
await stopBrowser();
await host.stop();
process.exit(0);
