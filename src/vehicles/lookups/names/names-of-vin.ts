import type { Context } from "../../../calls/context.ts";
import { ApiError } from "../../../http/errors.ts";
import { specificationRecords } from "../../families/apis/ymm-specs.ts";
import { currentDatasets } from "../records/datasets.ts";
import { findCandidates } from "../records/stored-records.ts";
import { matchRecord } from "./match-record.ts";
import { type Match, type Subject, subjectOfVin } from "./subject.ts";

/** The names from a VIN that lookups by model take. */
export interface NamesOfVin {
  readonly year: string;
  readonly make: string;
  readonly model: string;
  /** Absent if neither the VIN nor the facts of its decode decide on one. */
  readonly trim?: string;
  /** How well the trim fits. */
  readonly match?: Match;
}

/**
 * The names of a VIN of 17 characters; undefined if it names no model. The trim is that of the specifications' record
 * which the decode names or alone fits, else vPIC's. `modelYear` is the one that the caller gave.
 */
export async function namesOfVin(
  context: Context,
  vin: string,
  modelYear?: number,
): Promise<NamesOfVin | undefined> {
  const subject = knownSubject(context, vin, modelYear);
  if (!subject) return undefined;
  const { year, make, model, trim } = subject.vehicle;
  const names = { year: String(year), make: make.text, model: model.text };
  const matched = await recordedTrim(context, subject);
  if (matched) return { ...names, ...matched };
  return trim ? { ...names, trim: trim.text, match: "exact" } : names;
}

function knownSubject(context: Context, vin: string, modelYear: number | undefined): Subject | undefined {
  try {
    return subjectOfVin(context, vin, modelYear);
  } catch (error) {
    if (error instanceof ApiError && error.code === "vehicle_not_found") return undefined;
    throw error;
  }
}

/** The trim of the record that is the vehicle's; undefined if several may be. */
async function recordedTrim({ database }: Context, { vehicle, decode }: Subject) {
  const dataset = (await currentDatasets(database)).get(specificationRecords.name);
  if (!dataset || !decode) return undefined;
  const { year, make, model } = vehicle;
  const table = { ...specificationRecords, body: "body" } as const;
  const rows = await findCandidates(database, table, dataset, year, make.key, model.key);
  const matched = matchRecord(
    decode,
    rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as object })),
  );
  if (!matched || matched.match === "model" || matched.candidate.key === "") return undefined;
  return { trim: matched.candidate.name, match: matched.match };
}
