import { dayMs } from "../../../base/durations.ts";
import { readClearDay, startOfDay } from "../../../base/reading/days.ts";

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const dates = new RegExp(`\\b(?:\\d{4}-\\d\\d-\\d\\d|(?:${months.join("|")}) \\d{1,2}, \\d{4})\\b`, "g");

/** Moves every date in lines of text, `2024-03-14` and `Mar 14, 2024`, by whole days. */
export async function* shiftDates(utf8: AsyncIterable<Buffer>, days: number): AsyncGenerator<Buffer> {
  const shifted = new Map<string, string>();
  const shift = (date: string): string => {
    const known = shifted.get(date) ?? shiftDate(date, days);
    shifted.set(date, known);
    return known;
  };
  let rest = "";
  for await (const piece of utf8) {
    const text = rest + piece.toString();
    const end = text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    if (end > 0) yield Buffer.from(text.slice(0, end).replace(dates, shift));
  }
  if (rest !== "") yield Buffer.from(rest.replace(dates, shift));
}

function shiftDate(date: string, days: number): string {
  const isIso = date[4] === "-";
  const day = readClearDay(date);
  if (day === undefined) return date;
  const moved = new Date(startOfDay(day) + days * dayMs);
  if (isIso) return moved.toISOString().slice(0, 10);
  return `${months[moved.getUTCMonth()]} ${moved.getUTCDate()}, ${moved.getUTCFullYear()}`;
}
