// A hint, in four levels, from what a player has written: a digit and marks.
import { start } from "cluewright";

const engine = start();
await engine.ask("open", { doc: "mine", text: "12..34..2.....3." });
const position = [
  { cell: "r3c2", digit: 3 },
  { cell: "r1c3", marks: [3, 4] },
];
for (const level of [1, 2, 3, 4]) {
  const { status, text } = await engine.ask("hint", { doc: "mine", position, level });
  console.log(`${level} (${status}): ${text.join(" ")}`);
}
engine.close();
