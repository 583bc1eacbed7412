// A rule typed in: the puzzle is solved by it, and its steps are told in its words.
import { start } from "cluewright";

const rule = `rule camel "Cells a camel's leap apart hold different digits."
  says "the camel's leap between {a} and {b}"
  for (a, b) at moves (1, 3): require a != b`;
const puzzle = `grid: 6x6
rules: classic
givens:
  ..4...
  ......
  ...13.
  6.....
  .2....
  ......
`;
const engine = start();
const { status, solutions } = await engine.ask("solve", { puzzle, rules: [rule] });
console.log(status, solutions[0]);
const onPart = ({ number, step }) => console.log(`${number}. ${[step.text, ...(step.details ?? [])].join("\n   ")}`);
await engine.ask("explain", { puzzle, rules: [rule], stream: true }, { onPart });
engine.close();
