// Translates keys to values and modes.
import type { Mode } from "../state/marks";

/** The mode for the modifier keys that are held with a digit key; undefined if none is held. */
export function heldMode(event: KeyboardEvent): Mode | undefined {
  if (event.altKey || (event.shiftKey && (event.ctrlKey || event.metaKey))) return "colour";
  if (event.ctrlKey || event.metaKey) return "centre";
  if (event.shiftKey) return "corner";
  return undefined;
}

/** The value of a key, determined by the key's position, so that Shift makes no difference. Letters stand for digits above 9. */
export function valueOf(event: KeyboardEvent, first: number, count: number): number | undefined {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const last = first + count - 1;
  let value: number | undefined;
  if (digit !== undefined) {
    value = Number(digit);
    // If the puzzle has no digit 0, the key 0 stands for the digit 10.
    if (value === 0 && first > 0) value = 10;
  } else if (last > 9 && /^Key[A-Z]$/.test(event.code) && !event.ctrlKey && !event.metaKey) {
    value = event.code.charCodeAt(3) - 65 + (first > 0 ? 11 : 10);
  }
  return value !== undefined && value >= first && value <= last ? value : undefined;
}

/** Whether single letters can be shortcuts, which is not the case in grids whose digits need letters. */
export function lettersFree(first: number, count: number): boolean {
  return first + count - 1 <= 9;
}
