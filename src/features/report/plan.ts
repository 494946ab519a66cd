import { covers, type KeyAccess } from "../../access/keys/key-access.ts";
import { frameNumberOf, isFrameNumber, readVin } from "../../base/reading/vins.ts";
import type { Context } from "../../calls/context.ts";
import { InvalidRequest } from "../../http/errors.ts";
import type { FamilyLookup } from "../../vehicles/lookups/family-lookups.ts";
import { type NamesOfVin, namesOfVin } from "../../vehicles/lookups/names/names-of-vin.ts";
import type { Match } from "../../vehicles/lookups/names/subject.ts";
import type { Params } from "../../vehicles/lookups/names/vehicle-query.ts";
import { type ReportFamily, reportFamilies } from "./families.ts";

/** What a report is requested for. */
export interface ReportRequest {
  /** The vehicle and what else paths and queries take; a VIN is in capitals without spaces. */
  readonly given: Params;
  /** The VIN as it was sent, if there is one. */
  readonly sentVin?: string | undefined;
  /** The requested families; undefined for all that fit. */
  readonly families: readonly string[] | undefined;
}

/** A lookup that is a part of a report, or why there is none. */
export interface PlannedPart {
  readonly family: ReportFamily;
  readonly lookup: FamilyLookup | undefined;
  readonly params: Params;
  readonly search: string;
  /** Whether it takes names that the VIN was resolved to, and how well their trim fits. */
  readonly isResolved: boolean;
  readonly match: Match | undefined;
  /** Why no lookup of the family can be called. */
  readonly fault: string;
}

/** The parts of a report. */
export interface ReportPlan {
  readonly parts: readonly PlannedPart[];
  /** What the VIN was resolved to, if a part takes names. */
  readonly names: NamesOfVin | undefined;
}

/** Reads a list of families. Throws 422 for an unknown one. */
export function readFamilies(list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined;
  const families = list.split(",").map((one) => one.trim());
  const unknown = families.find((one) => !reportFamilies.has(one));
  if (unknown === undefined) return [...new Set(families)];
  const known = [...reportFamilies.keys()].join(", ");
  throw new InvalidRequest(["query", "families"], `no family "${unknown.slice(0, 40)}": use ${known}`, list);
}

/** The lookups of a report, without calling one. A VIN is resolved once, if a family needs names. */
export async function planReport(
  context: Context,
  access: KeyAccess,
  { given, sentVin, families }: ReportRequest,
): Promise<ReportPlan> {
  const frame = sentVin === undefined ? undefined : frameNumberOf(sentVin);
  const isLeftOut = ({ isOlder, isOtherByVin }: ReportFamily) =>
    isOlder || (isOtherByVin && given.vin !== undefined);
  const wanted = [...reportFamilies.values()].filter((family) =>
    families ? families.includes(family.id) : covers(access, family.id) && !isLeftOut(family),
  );
  const direct = new Map(wanted.map((family) => [family, fitting(family, given)]));
  const needsNames = [...direct.values()].some((found) => found === undefined);
  const { vin, year } = given;
  const names =
    needsNames && vin?.length === 17
      ? await namesOfVin(context, vin, year === undefined ? undefined : Number(year))
      : undefined;
  const parts = wanted.map((family): PlannedPart => {
    const found = direct.get(family);
    if (found)
      return { ...asSent(partOf(family, found, given), sentVin), isResolved: false, match: undefined };
    const { match, ...resolved } = names ?? {};
    const all = { ...resolved, ...given };
    const byNames = names && fitting(family, all);
    if (byNames) {
      const isGiven = given.trim !== undefined;
      return { ...partOf(family, byNames, all), isResolved: true, match: isGiven ? undefined : match };
    }
    const unfit = { family, lookup: undefined, params: {}, search: "", isResolved: false, match: undefined };
    return { ...unfit, fault: faultOf(family, all, frame) };
  });
  // What was not named and does not fit is no part.
  return { parts: families ? parts : parts.filter(({ lookup }) => lookup !== undefined), names };
}

/** A plate has one name in all reports. */
const givenAs = (name: string): string => (name === "license" ? "license_plate" : name);

const requiredOf = ({ names }: FamilyLookup): readonly string[] => names.map(givenAs);

/** The lookup for what was given: by VIN if there is one, else the one that requires the most of it. */
function fitting({ lookups }: ReportFamily, given: Params): FamilyLookup | undefined {
  const rank = ({ names }: FamilyLookup) => (names[0] === "vin" ? 100 : names.length);
  let best: FamilyLookup | undefined;
  for (const one of lookups) if (takes(one, given) && (!best || rank(one) > rank(best))) best = one;
  return best;
}

function takes(lookup: FamilyLookup, given: Params): boolean {
  if (!requiredOf(lookup).every((name) => given[name] !== undefined)) return false;
  return lookup.operation.params!.safeParse(paramsOf(lookup, given)).success;
}

const paramsOf = ({ names }: FamilyLookup, given: Params): Params =>
  Object.fromEntries(names.map((name) => [name, given[givenAs(name)]!]));

function partOf(
  family: ReportFamily,
  lookup: FamilyLookup,
  given: Params,
): Omit<PlannedPart, "isResolved" | "match"> {
  const query = Object.keys(lookup.operation.query?.shape ?? {}).filter(
    (name) => given[name] !== undefined && !lookup.names.includes(name),
  );
  const search = query.map((name) => `${name}=${encodeURIComponent(given[name]!)}`).join("&");
  const params = paramsOf(lookup, given);
  return { family, lookup, params, search: search && `?${search}`, fault: "" };
}

/** The part with a repaired VIN as it was sent: its record keeps that, and its answer contains what was repaired. */
function asSent<Part extends Pick<PlannedPart, "params">>(part: Part, sentVin: string | undefined): Part {
  if (sentVin === undefined || part.params.vin === undefined) return part;
  const isRepaired = (readVin(sentVin)?.repairs.length ?? 0) > 0;
  return isRepaired ? { ...part, params: { ...part.params, vin: sentVin } } : part;
}

/** What is missing; not what a VIN was resolved to, which is what lookups cost. */
function faultOf({ lookups }: ReportFamily, given: Params, frame: string | undefined): string {
  const ways = lookups.map(requiredOf);
  if (given.vin !== undefined && ways.some((names) => names.join() === "vin"))
    return frame === undefined
      ? "The lookup takes VINs of 17 characters. It was not called."
      : `${frame} ${isFrameNumber}. The lookup was not called.`;
  const shown = new Set(ways.map((names) => names.join(", ")));
  const missing = (ways[0] ?? []).filter((name) => given[name] === undefined);
  const unknown = given.vin === undefined || missing.length === 0 ? "" : ` Not known: ${missing.join(", ")}.`;
  return `The lookup needs ${[...shown].join("; or ")}.${unknown} It was not called.`;
}
