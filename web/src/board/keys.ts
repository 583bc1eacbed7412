// The value for a key.
import type { Mode } from "../state/marks";

/** What keys write while they are held with the digit. */
export function heldMode(event: KeyboardEvent): Mode | undefined {
  if (event.altKey || (event.shiftKey && (event.ctrlKey || event.metaKey))) return "colour";
  if (event.ctrlKey || event.metaKey) return "centre";
  if (event.shiftKey) return "corner";
  return undefined;
}

/** The value, by the key's place, so that held Shift changes nothing. Letters stand for digits above 9. */
export function valueOf(event: KeyboardEvent, first: number, count: number): number | undefined {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const last = first + count - 1;
  let value: number | undefined;
  if (digit !== undefined) {
    value = Number(digit);
    // Without a zero its key is the digit after nine.
    if (value === 0 && first > 0) value = 10;
  } else if (last > 9 && /^Key[A-Z]$/.test(event.code) && !event.ctrlKey && !event.metaKey) {
    value = event.code.charCodeAt(3) - 65 + (first > 0 ? 11 : 10);
  }
  return value !== undefined && value >= first && value <= last ? value : undefined;
}

/** Do single letters do something here? In grids that need them for digits they do not. */
export function lettersFree(first: number, count: number): boolean {
  return first + count - 1 <= 9;
}
