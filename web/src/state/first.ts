// The puzzle that is opened at the first visit, and other examples, all written for Cluewright.
import twoDigits from "../examples/two-digits.clue?raw";
import rising from "../examples/rising.clue?raw";
import sixBySix from "../examples/six-by-six.clue?raw";
import classic from "../examples/classic.clue?raw";

export type Example = { name: string; text: string };

export const EXAMPLES: Example[] = [
  { name: "Two digits (Miracle)", text: twoDigits },
  { name: "Rising (thermometers)", text: rising },
  { name: "Six by six (dots)", text: sixBySix },
  { name: "Classic", text: classic },
];

export const FIRST = EXAMPLES[0]!.text;

/** An empty grid to begin with. */
export const BLANK = "grid: 9x9\n";
