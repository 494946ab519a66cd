/** A part of the vehicles that a campaign recalls: by production and by VIN, each `""` where the file has none. */
export interface RecalledRange {
  /** YYYY-MM-DD */
  readonly built_from: string;
  readonly built_to: string;
  /** As the authority writes it: `VF7******AZ025918`. */
  readonly vin_from: string;
  readonly vin_to: string;
}

/** The one vehicle that a campaign may recall; its VIN is `""` if it was named without one. */
export interface RecalledVehicle {
  readonly vin: string;
  readonly year: number;
}

/** Whether a campaign's ranges exclude a vehicle with certainty: each of them does. */
export const isExcluded = (ranges: readonly RecalledRange[], vehicle: RecalledVehicle): boolean =>
  ranges.length > 0 && ranges.every((range) => isOutside(range, vehicle));

function isOutside(range: RecalledRange, { vin, year }: RecalledVehicle): boolean {
  const [first, last] = modelYears(range);
  if (year < first || year > last) return true;
  return vin !== "" && isOutsideVins(vin, range.vin_from.toUpperCase(), range.vin_to.toUpperCase());
}

/** The model years that vehicles built in a range can have: a model year begins in the year before it. */
export function modelYears({
  built_from,
  built_to,
}: Pick<RecalledRange, "built_from" | "built_to">): readonly [first: number, last: number] {
  const years = [built_from, built_to].filter((day) => day !== "").map((day) => Number(day.slice(0, 4)));
  if (years.length === 0) return [0, Number.POSITIVE_INFINITY];
  // Some ranges of DVSA's file end before they begin.
  const last = built_to === "" ? Number.POSITIVE_INFINITY : Math.max(...years) + 1;
  return [built_from === "" ? 0 : Math.min(...years), last];
}

/** An end of a range that can be compared; its last six characters are the serial number. */
const rangeEnd = /^[A-HJ-NPR-Z0-9*#]{11}\d{6}$/;
/** The characters of model years, in their order from 1980 on. */
const codes = "ABCDEFGHJKLMNPRSTVWXY123456789";

/**
 * Whether a VIN is outside a range, as far as that is certain. The descriptive part differs within a range, so that
 * the ends compare by manufacturer, year, plant and serial number; a part that both ends leave open does not exclude.
 */
function isOutsideVins(vin: string, from: string, to: string): boolean {
  if (!areComparable(from, to)) return false;
  if (vin.slice(0, 3) !== from.slice(0, 3)) return true;
  // Where other characters are open, those of the descriptive part were meant.
  if (isOpen(from + to) && !describes(from, to, vin)) return true;
  const plant = from[10]!;
  if (plant !== to[10]) return false;
  if (!isOpen(plant) && vin[10] !== plant) return true;
  const [start, own, end] = placesOf(from, vin, to);
  return start <= end && (own < start || own > end);
}

/**
 * How a range contains a VIN: `sure` if its ends give the descriptive part, which means one model, `open` if they leave
 * it open.
 */
export function isWithin({ vin_from, vin_to }: RecalledRange, vin: string): "sure" | "open" | undefined {
  const [from, to] = [vin_from.toUpperCase(), vin_to.toUpperCase()];
  if (!areComparable(from, to) || vin.slice(0, 3) !== from.slice(0, 3)) return undefined;
  const [plant, other] = [from[10]!, to[10]!];
  if (plant !== other || (!isOpen(plant) && vin[10] !== plant) || !describes(from, to, vin)) return undefined;
  const [start, own, end] = placesOf(from, vin, to);
  if (!(start <= own && own <= end)) return undefined;
  return isOpen(from.slice(3, 8)) || from.slice(3, 8) !== to.slice(3, 8) ? "open" : "sure";
}

/** Whether two ends are VINs of one manufacturer. */
const areComparable = (from: string, to: string): boolean =>
  rangeEnd.test(from) &&
  rangeEnd.test(to) &&
  from.slice(0, 3) === to.slice(0, 3) &&
  !isOpen(from.slice(0, 3));

/** Whether a VIN has the characters of the descriptive part that both ends share. */
const describes = (from: string, to: string, vin: string): boolean =>
  [3, 4, 5, 6, 7].every((at) => from[at] !== to[at] || isOpen(from[at]!) || vin[at] === from[at]);

const isOpen = (text: string): boolean => /[*#]/.test(text);

/** Order VINs of one plant by year and serial number; NaN, which compares as neither, if one has no year. */
function placesOf(from: string, vin: string, to: string): readonly [number, number, number] {
  const ofAnyYear = isOpen(from[9]! + to[9]!);
  const placeOf = (one: string) => {
    const year = ofAnyYear ? 0 : codes.indexOf(one[9]!);
    return year < 0 ? Number.NaN : year * 1e6 + Number(one.slice(11));
  };
  return [placeOf(from), placeOf(vin), placeOf(to)];
}
