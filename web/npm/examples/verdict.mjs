// Has this grid one solution?
import { start } from "cluewright";

const engine = start();
const puzzle = `
  5 3 . | . 7 . | . . .
  6 . . | 1 9 5 | . . .
  . 9 8 | . . . | . 6 .
  ------+-------+------
  8 . . | . 6 . | . . 3
  4 . . | 8 . 3 | . . 1
  7 . . | . 2 . | . . 6
  ------+-------+------
  . 6 . | . . . | 2 8 .
  . . . | 4 1 9 | . . 5
  . . . | . 8 . | . 7 9
`;
const { status, solutions } = await engine.ask("solve", { puzzle });
console.log({ unique: "one solution", multiple: "several solutions", none: "no solution" }[status] ?? status);
console.log(solutions[0]);
engine.close();
