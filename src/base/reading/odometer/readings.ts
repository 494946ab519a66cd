/** Kilometers of a mile. */
export const kmPerMile = 1.609344;

/** Where a reading was recorded. */
export type ReadingSource = "auction" | "sale";

/**
 * Whether a reading is compared with others: `exempt` and `not_actual` are remarks of its record, a `replaced` odometer
 * counts again from a new start, and an `undated` one has no place in the order.
 */
export const readingStatuses = ["counted", "exempt", "not_actual", "replaced", "undated"] as const;
export type ReadingStatus = (typeof readingStatuses)[number];

/** What an odometer showed, as it was recorded. */
export interface Reading {
  /** YYYY-MM-DD; null if unknown. */
  readonly date: string | null;
  /** What was recorded, in `unit`; null if the record has only a remark. */
  readonly value: number | null;
  readonly unit: "km" | "mi";
  readonly status: ReadingStatus;
  readonly sources: readonly ReadingSource[];
}

/** Kilometers of a value as it was recorded, not rounded. */
export const kmOf = (value: number, unit: Reading["unit"]): number =>
  unit === "km" ? value : value * kmPerMile;

/** Two records of one event have values that differ by the rounding of a conversion. */
const sameKm = 2;

const isSame = (one: Reading, other: Reading): boolean =>
  one.date !== null &&
  one.date === other.date &&
  one.status === other.status &&
  (one.value === null || other.value === null
    ? one.value === other.value
    : Math.abs(kmOf(one.value, one.unit) - kmOf(other.value, other.unit)) <= sameKm);

const orderOf = ({ value, unit }: Reading): number => (value === null ? -1 : kmOf(value, unit));

/** Readings by date, the lower of a day first, undated ones last; records of one event are one reading with both sources. */
export function readingsInOrder(readings: readonly Reading[]): readonly Reading[] {
  const merged: Reading[] = [];
  for (const reading of readings) {
    const at = merged.findIndex((other) => isSame(other, reading));
    const same = merged[at];
    if (same) merged[at] = { ...same, sources: [...new Set([...same.sources, ...reading.sources])].sort() };
    else merged.push(reading);
  }
  const dayOf = ({ date }: Reading): string => date ?? "9999";
  return merged.sort((one, other) =>
    dayOf(one) === dayOf(other) ? orderOf(one) - orderOf(other) : dayOf(one) < dayOf(other) ? -1 : 1,
  );
}
