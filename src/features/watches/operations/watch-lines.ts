import { anyVin } from "../../../vehicles/lookups/names/parameters.ts";
import { watchedApis } from "../family-bits.ts";

/** A line of an upload: a VIN, and the families to watch where the line has them. */
export interface WatchLine {
  readonly vin: string;
  readonly families: readonly string[] | undefined;
}

/** Why a line cannot be read. */
export interface LineFault {
  /** What it has in place of a VIN, cut. */
  readonly vin: string;
  readonly reason: string;
}

const shownMax = 40;
const notVin = "is not a VIN: 17 letters and digits without I, O and Q, or before 1981 5 to 14 with a digit";

/**
 * Reads a line: a VIN, `VIN,families` with spaces between several, a JSON string, or an object with `vin` and
 * `families`. Undefined for an empty line and, as the first one, a header.
 */
export function readLine(text: string, first: boolean): WatchLine | LineFault | undefined {
  const line = text.replace(/^\uFEFF/, "").trim();
  if (line === "" || (first && /^"?vin"?\s*([,;\t]|$)/i.test(line))) return undefined;
  const [vin, families] = line.startsWith("{") ? fromJson(line) : fromCells(line);
  const checked = anyVin.safeParse(vin);
  // No record has a short VIN without a digit, but names of columns have none.
  if (!checked.success || !/\d/.test(checked.data))
    return { vin: String(vin).slice(0, shownMax), reason: notVin };
  if (families === undefined) return { vin: checked.data, families };
  const unknown = families.find((name) => !watchedApis.includes(name));
  if (unknown === undefined && families.length > 0) return { vin: checked.data, families };
  const choice = `families can be ${watchedApis.join(", ")}`;
  const reason =
    unknown === undefined ? choice : `"${unknown.slice(0, shownMax)}" cannot be watched: ${choice}`;
  return { vin: checked.data, reason };
}

type Parts = readonly [vin: unknown, families: readonly string[] | undefined];

function fromJson(line: string): Parts {
  try {
    const { vin, families } = JSON.parse(line) as { vin?: unknown; families?: unknown };
    if (families === undefined || families === null) return [vin, undefined];
    return [vin, Array.isArray(families) ? families.map(String) : [String(families)]];
  } catch {
    return [line, undefined];
  }
}

function fromCells(line: string): Parts {
  const [vin = "", ...rest] = line.split(/[,;\t]/).map((cell) => cell.replaceAll('"', "").trim());
  const names = rest.flatMap((cell) => cell.split(/\s+/)).filter(Boolean);
  return [vin, names.length > 0 ? names : undefined];
}
