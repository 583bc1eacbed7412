/** Seconds as a clock shows them. */
export function time(seconds: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
