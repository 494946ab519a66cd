/** Kilometers of a mile. */
export const kmPerMile = 1.609344;

/** Where a reading was recorded. */
export const readingSources = ["auction", "inspection", "sale"] as const;
export type ReadingSource = (typeof readingSources)[number];

/**
 * Whether a reading is compared with others: `exempt` and `not_actual` are remarks of its record, a `replaced` odometer
 * counts again from a new start, an `undated` one has no place in the order, and a `future` one has a date that is not yet.
 */
export const readingStatuses = ["counted", "exempt", "not_actual", "replaced", "undated", "future"] as const;
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
  one.value === null || other.value === null
    ? one.value === other.value
    : Math.abs(kmOf(one.value, one.unit) - kmOf(other.value, other.unit)) <= sameKm;

/** Places in a list whose readings can be those of the same event: of one day and remark, and near in kilometers. */
class Events {
  readonly #places = new Map<string, number>();

  /** The first place near a reading; the places near one are few. */
  near(reading: Reading): readonly number[] {
    const step = stepOf(reading);
    const steps = step === undefined ? [undefined] : [step - 1, step, step + 1];
    return steps.flatMap((one) => this.#places.get(eventKey(reading, one)) ?? []).sort((a, b) => a - b);
  }

  add(reading: Reading, place: number): void {
    this.#places.set(eventKey(reading, stepOf(reading)), place);
  }
}

const stepOf = ({ value, unit }: Reading): number | undefined =>
  value === null ? undefined : Math.floor(kmOf(value, unit) / sameKm);
const eventKey = ({ date, status }: Reading, step: number | undefined): string =>
  `${date} ${status} ${step ?? ""}`;

/** Records of one event as one reading with all sources; those without a date are not compared. */
function mergedReadings(readings: readonly Reading[]): Reading[] {
  const merged: Reading[] = [];
  const events = new Events();
  for (const reading of readings) {
    const at =
      reading.date === null ? undefined : events.near(reading).find((one) => isSame(merged[one]!, reading));
    if (at !== undefined) {
      const same = merged[at]!;
      merged[at] = { ...same, sources: [...new Set([...same.sources, ...reading.sources])].sort() };
    } else {
      if (reading.date !== null) events.add(reading, merged.length);
      merged.push(reading);
    }
  }
  return merged;
}

const orderOf = ({ value, unit }: Reading): number => (value === null ? -1 : kmOf(value, unit));

/**
 * Readings by date, the lower of a day first, undated ones last; records of one event are one reading with all sources.
 * Those after `today`, YYYY-MM-DD, are `future` ones.
 */
export function readingsInOrder(readings: readonly Reading[], today: string): readonly Reading[] {
  const known = readings.map(
    (one): Reading => (one.date !== null && one.date > today ? { ...one, status: "future" } : one),
  );
  const dayOf = ({ date }: Reading): string => date ?? "9999";
  return mergedReadings(known).sort((one, other) =>
    dayOf(one) === dayOf(other) ? orderOf(one) - orderOf(other) : dayOf(one) < dayOf(other) ? -1 : 1,
  );
}
