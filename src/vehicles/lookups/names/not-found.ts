import { nextTurn } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import { ApiError } from "../../../http/errors.ts";
import { originInWords } from "../../../vin/region.ts";
import type { Family } from "../../families/family.ts";
import type { Name } from "../../families/names.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { nearestNames } from "../../families/suggest.ts";
import type { NameSource, Names } from "./known-names.ts";

/** One name of a cascade as requested: what it is, its text, and its key. */
export interface RequestedName {
  readonly level: string;
  readonly text: string;
  readonly key: string;
}

const suggestionsMax = 5;
/** Year, make and model: callers who send these get the other known names. */
const modelLevels = 3;

/** Long names are cut where they are repeated. */
function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** 404 for a vehicle that is known and a record that is not there. */
export function recordNotFound(what: string, absence = "", suggestions: readonly string[] = []): ApiError {
  const proof = absence === "" ? "This does not prove that there is none." : absence;
  return new ApiError("record_not_found", `No record of ${what} here. ${proof}`, {
    members: { suggestions },
  });
}

/** How the detail of a 404 ends where a family has no dataset at all. */
export const noneLoaded = ({ name }: RecordFamily): string => `No ${name} data is loaded.`;

type Coverage = NonNullable<Family["coverage"]>;

/** 404 for a model year that a family is not made for. */
export function requireCovered(year: number, coverage: Coverage | undefined): void {
  if (coverage && (year < coverage.first || year > coverage.last))
    throw notCovered(`The model year ${year} is not`, coverage);
}

/** 404 for what a family is not made for, with what it is made for. */
export function notCovered(what: string, { of, first, last }: Coverage): ApiError {
  return new ApiError(
    "record_not_found",
    `${what} covered: there are ${of}, model years ${first} to ${last}.`,
    { members: { suggestions: [] } },
  );
}

/** 404 for a VIN of an unknown manufacturer, with the country of its first two characters. */
export function manufacturerNotFound(vin: string): ApiError {
  return new ApiError("vehicle_not_found", unknownManufacturer(vin.slice(0, 3)));
}

/** What is known of a manufacturer code without a known holder: where codes that begin like it are assigned. */
export function unknownManufacturer(code: string): string {
  const origin = originInWords(code);
  const more = origin === "" ? "" : ` Codes that begin with ${code.slice(0, 2)} are assigned in ${origin}.`;
  return `Unknown manufacturer code ${code}.${more}`;
}

/** 404 for a VIN outside of the set of a key for tests. */
export function requireTestVin({ lookup }: Pick<Context, "lookup">, vin: string): void {
  if (lookup?.testSet && !lookup.testSet.hasVin(vin)) throw notOfTests(vin);
}

/** The same for a year, make and model. */
export function requireTestVehicle(
  { lookup }: Pick<Context, "lookup">,
  { year, make, model }: { readonly year: number; readonly make: Name; readonly model: Name },
): void {
  if (lookup?.testSet && !lookup.testSet.hasVehicle(year, make.key, model.key))
    throw notOfTests(`${year} ${shown(make.text)} ${shown(model.text)}`);
}

function notOfTests(what: string): ApiError {
  return new ApiError(
    "vehicle_not_found",
    `A test key knows the vehicles of the demo set alone: ${what} is none of them.`,
  );
}

/** 404 for a name that no vehicle has after the names before it, with the nearest of those that are known. */
export function nameNotFound(name: RequestedName, before: readonly RequestedName[], known: Names): ApiError {
  const suggestions = name.level === "year" ? nearestYears(name.text, known) : near(name.text, known);
  const of = before.length > 0 ? ` of ${whole(before)}` : "";
  const level = name.level.replace("_", " ");
  return new ApiError("vehicle_not_found", `There is no ${level} "${shown(name.text)}"${of}.`, {
    members: { suggestions },
  });
}

/**
 * Why a cascade of names has no record: the first name that neither the family's records nor vPIC have (404
 * `vehicle_not_found`), or a known vehicle without a record (404 `record_not_found`); with the nearest names of that
 * step.
 */
export async function explainNames(
  requested: readonly RequestedName[],
  sources: readonly NameSource[],
  absence: string | undefined,
): Promise<ApiError> {
  let open = sources;
  for (const [index, name] of requested.entries()) {
    const given = requested.slice(0, index).map(({ key }) => key);
    const offers: Names[] = await Promise.all(open.map((source) => source(given)));
    const still = open.filter((_, place) => offers[place]!.has(name.key));
    if (still.length > 0) {
      open = still;
      continue;
    }
    const all = new Map(offers.flatMap((names) => [...names]));
    // If no source lists trims or parts of a model, the name may exist.
    if (all.size === 0 && index > 0) return recordNotFound(whole(requested), absence);
    // Reading a thousand names and comparing them takes a millisecond each.
    await nextTurn();
    return nameNotFound(name, requested.slice(0, index), all);
  }
  const last = requested.at(-1);
  if (!last) return recordNotFound("any vehicle", absence);
  const offered = await sources[0]!(requested.slice(0, -1).map(({ key }) => key));
  return recordNotFound(
    whole(requested),
    absence,
    (requested.length > modelLevels ? near : nearestNames)(last.text, offered),
  );
}

/** The nearest names; where none is near, the first of those there are. */
function near(text: string, known: Names): string[] {
  const nearest = nearestNames(text, known);
  return nearest.length > 0 ? nearest : [...known.values()].sort().slice(0, suggestionsMax);
}

function whole(requested: readonly RequestedName[]): string {
  return requested.map(({ text }) => shown(text)).join(" ");
}

function nearestYears(text: string, years: Names): string[] {
  const requested = Number(text);
  return [...years.keys()]
    .sort((a, b) => Math.abs(Number(a) - requested) - Math.abs(Number(b) - requested))
    .slice(0, 3);
}
