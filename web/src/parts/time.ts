/** A number of seconds in the form of a clock: minutes and seconds, and hours if needed. */
export function time(seconds: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
