import { amountIn, readDecimal } from "./amounts.ts";
import { readClearDay, readClearTime } from "./days.ts";
import { dayOfIso, plainNumber } from "./declared.ts";

// Values of stored records, which are in one form: `1,234.5`, `$1,234.50`, `2026-08-14`, `Aug 14, 2026`. Records that were
// stored before this was so can have other texts; those are none.

/** A number, and behind it at most one of these units. */
export function storedNumber(text: string, units: readonly string[] = []): number | undefined {
  const bare = text.trim();
  const end = bare.search(/\d[^\d]*$/) + 1;
  const unit = bare.slice(end).trim().replace(/\.$/, "").toLowerCase();
  if (unit !== "" && !units.some((one) => one.toLowerCase() === unit)) return undefined;
  return plainNumber(bare.slice(0, end));
}

/** An amount with the sign or code of a currency. */
export function storedAmount(text: string, currency: string): number | undefined {
  const found = amountIn(text.trim());
  if (found?.currency !== currency || found.unit !== "") return undefined;
  const read = readDecimal(found.number, "1,234.56", {}, found.zeros);
  return read === undefined ? undefined : Number(read);
}

/** A day, YYYY-MM-DD, of a text with a time or without. */
export const storedDay = (text: string): string | undefined => dayOfIso(text.trim()) ?? readClearDay(text);

/** A moment with a time, in milliseconds UTC; one without a zone is UTC. */
export function storedMoment(text: string): number | undefined {
  const read = readClearTime(text);
  return typeof read === "number" ? read : undefined;
}
