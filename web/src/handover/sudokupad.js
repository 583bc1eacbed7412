// Passes the puzzle that is open in SudokuPad, and the entries in its cells, to the page: in the address after the `#`, which is not
// sent to any server. A bookmark or a user script runs this code on SudokuPad's page, so it imports nothing. SudokuPad has renamed
// its fields over time; the code tries all names that a field has had.
async (page) => {
  const app = (typeof Framework === "undefined" ? globalThis.Framework : Framework)?.app;
  const shown = app?.puzzle;
  const puzzle = shown?.currentPuzzle ?? app?.currentPuzzle;
  if (!puzzle || !shown.cells) return alert("This page has no SudokuPad puzzle.");
  const letters = async (text) => {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const plain = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  };
  const number = (value) => (/^\d+$/.test(String(value ?? "")) ? Number(value) : undefined);
  const numbers = (...lists) => {
    const found = lists.find((list) => list && typeof list !== "string" && [...list].length);
    return [...(found ?? [])].map(number).filter((value) => value !== undefined);
  };
  const pieces = shown.cells.map((cell) => ({
    down: cell.row,
    right: cell.col,
    mark: {
      digit: cell.given ? undefined : number(cell.value ?? cell.normal),
      corner: numbers(cell.pencilmarks, cell.corners, cell.cornermarks),
      centre: numbers(cell.candidates, cell.centres, cell.centremarks),
      colours: numbers(cell.colours, cell.colors),
    },
  }));
  const written = pieces.filter(({ mark }) => mark.digit !== undefined || mark.corner.length || mark.centre.length || mark.colours.length);
  const marks = written.length ? `m=${await letters(`cluewright cells ${JSON.stringify(written)}`)}&` : "";
  const address = `${page}#${marks}p=${await letters(JSON.stringify(puzzle))}`;
  if (!open(address, "_blank")) location.href = address;
}
