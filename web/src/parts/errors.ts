// Errors in words.
import { EngineError } from "../engine/engine";

/** The error's message, its place, and the hint on how to fix it. */
export function words(error: unknown): string {
  if (!(error instanceof EngineError)) return error instanceof Error ? error.message : String(error);
  const place = error.place ? `line ${error.place[0]}, column ${error.place[1]}: ` : "";
  return `${place}${error.message}${error.hint ? ` (${error.hint})` : ""}`;
}
