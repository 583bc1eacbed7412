// What is open when somebody comes for the first time, and other examples: made by us.

export type Example = { name: string; text: string };

export const EXAMPLES: Example[] = [
  {
    name: "Two digits (Miracle)",
    text: `title: Two digits
author: Cluewright
rules: miracle
givens:
  .........
  .........
  .........
  .........
  ..1......
  ......2..
  .........
  .........
  .........
`,
  },
  {
    name: "Rising (thermometers)",
    text: `title: Rising
author: Cluewright
thermometer r2c2 r2c3 r2c4 r3c4 r4c4
thermometer r8c8 r8c7 r8c6 r7c6 r6c6
thermometer r2c8 r3c8 r4c8 r4c7 r4c6
thermometer r8c2 r7c2 r6c2 r6c3 r6c4
thermometer r5c1 r5c2 r5c3
thermometer r5c9 r5c8 r5c7
thermometer r9c4 r8c4 r7c4
givens:
  ...5.....
  ......7..
  6...13...
  .........
  .........
  .........
  ...37...2
  ..9......
  .....8...
`,
  },
  {
    name: "Six by six (dots)",
    text: `title: Six by six
author: Cluewright
grid: 6x6
boxes: 2x3
white-dot r1c1 r1c2
white-dot r3c3 r4c3
black-dot r2c4 r2c5
black-dot r5c5 r6c5
white-dot r4c1 r5c1
black-dot r4c6 r5c6
white-dot r6c3 r6c4
givens:
  ....14
  ..4...
  ......
  ......
  ...6..
  41....
`,
  },
  {
    name: "Classic",
    text: `title: Classic
author: Cluewright
givens: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
`,
  },
];

export const FIRST = EXAMPLES[0]!.text;

/** An empty grid to begin with. */
export const BLANK = "grid: 9x9\n";
