import { ByteCache } from "../../../../base/byte-cache.ts";
import { sql } from "../../../../database/sql.ts";
import { VEHICLE_TYPE } from "../../../../vin/elements.ts";
import { repairCoverage, repairRecords } from "../../../families/apis/repair-estimates.ts";
import { storedJson } from "../../../families/body.ts";
import type { Name } from "../../../families/names.ts";
import type { Facts } from "../../../families/record-family.ts";
import { factsOf } from "../../names/match-record.ts";
import { notCovered } from "../../names/not-found.ts";
import { elementOf, type Subject } from "../../names/subject.ts";
import { type VariantSet, variantsOf } from "../../variants/variants.ts";
import type { Computation, Compute } from "../compute.ts";
import { estimatesFor, weightClassMax } from "./repair-arithmetic.ts";
import { chooseTrims, knownTrims } from "./repair-trims.ts";
import { classOf, type VehicleClass } from "./vehicle-class.ts";
import { saidByVin, vinFacts, weightClassOf } from "./vin-facts.ts";

/** What `x-data-source` calls computed estimates; its version is that of the table. */
const tableSource = "repair-table 2026-11";
const cacheBytes = 16 * 1024 * 1024;

/** JSON of `{"repair":[…]}` by year and class: many trims share one. */
const estimates = new ByteCache<string>(cacheBytes);

/**
 * Answers `/repair-estimates`: the operator's own records first, computed ones where there are none. A VIN is
 * answered by the names that it decodes to, as if the caller had sent these; what its own facts narrow is in the
 * answer only if the caller requests it.
 */
export const repairEstimates: Compute = async (computation) => {
  const { subject, catalogue, narrow } = computation;
  const { year, make, model } = subject.vehicle;
  const known = await knownTrims(computation);
  const models = catalogue.models("vehicles", year, make.key);
  if (known.length === 0 && !subject.models.some(({ key }) => models.has(key))) {
    const type = subject.decode ? elementOf(subject.decode, VEHICLE_TYPE) : "";
    const what = `A ${year} ${make.text} ${model.text}${type === "" ? "" : ` (${type})`} is not`;
    throw notCovered(what, repairCoverage);
  }
  const { trims, match, note } = await chooseTrims(computation, known);
  const own = await ownRecords(computation);
  const groupsOf = (classOfTrim: ClassOfTrim) =>
    trims.flatMap((trim): Group[] => {
      const recorded = own.get(trim.key);
      const stored = known.find(({ key }) => key === trim.key)?.facts ?? {};
      const repair = recorded ?? computedFor(year, classOfTrim(computation, trim, stored));
      if (repair === undefined) return [];
      const json = `{"trim":${JSON.stringify(trim.text)},${repair.slice(1)}`;
      return [{ trim: trim.text, json, isOwn: recorded !== undefined }];
    });
  // A model may be sold below the limit of weight and above it: the VIN decides which of them it is.
  const groups = isHeavy(subject) ? [] : groupsOf(classByNames);
  if (groups.length === 0)
    throw notCovered(`A ${year} ${make.text} ${model.text} is a heavy truck, which is not`, repairCoverage);
  const heading = {
    year: String(year),
    make: catalogue.makes("vehicles", year).get(make.key) ?? make.text,
    model: models.get(model.key) ?? model.text,
    basis: basisOf(groups),
    note,
  };
  const narrowed =
    narrow && subject.decode
      ? `,"narrowed":{"by":${JSON.stringify(saidByVin(subject.decode))},"repair":${listOf(groupsOf(classByVin))}}`
      : "";
  const data = `${JSON.stringify(heading).slice(0, -1)},"repair":${listOf(groups)}${narrowed}}`;
  const stored = trims.some(({ key }) => own.has(key));
  const dataset = stored ? computation.datasets.get(repairRecords.name) : undefined;
  return {
    body: `{"status":"success","data":{"data":${data}}}`,
    source: dataset?.source ?? tableSource,
    match,
  };
};

/** The services of a trim, as an answer has them. */
interface Group {
  readonly trim: string;
  readonly json: string;
  /** Whether the operator's records have it. */
  readonly isOwn: boolean;
}

const listOf = (groups: readonly Group[]): string => `[${groups.map(({ json }) => json).join(",")}]`;

/** Whose figures the answer has; `undefined` if all are the operator's. */
function basisOf(groups: readonly Group[]): string | undefined {
  const estimated = groups.filter(({ isOwn }) => !isOwn).map(({ trim }) => trim);
  if (estimated.length === 0) return undefined;
  const costs = estimated.length === groups.length ? "These costs" : `The costs of ${estimated.join(", ")}`;
  return `${costs} are this service's own estimates, computed from its table of labor hours, labor rates and parts prices. They are no quote.`;
}

/** The operator's records of the models: trim's key → JSON of `{"repair":[…]}`. */
async function ownRecords({ context, subject, datasets }: Computation): Promise<ReadonlyMap<string, string>> {
  const dataset = datasets.get(repairRecords.name);
  const own = new Map<string, string>();
  if (!dataset) return own;
  const { year, make } = subject.vehicle;
  for (const model of subject.models) {
    const rows = await context.database.all<{ key: string; body: Uint8Array }>(sql`
      select trim_key as key, body from repair_record
      where dataset = ${dataset.id} and year = ${year} and make_key = ${make.key} and model_key = ${model.key}`);
    for (const { key, body } of rows) own.set(key, storedJson(body));
  }
  return own;
}

/** The estimates of a class as JSON of `{"repair":[…]}`; `undefined` for a heavy truck. */
function computedFor(year: number, vehicle: VehicleClass): string | undefined {
  if (vehicle.weightClass > weightClassMax) return undefined;
  const key = `${year} ${JSON.stringify(vehicle)}`;
  const kept = estimates.get(key);
  if (kept !== undefined) return kept;
  const repair = JSON.stringify({ repair: estimatesFor(vehicle, year) });
  estimates.set(key, repair, repair.length);
  return repair;
}

/** The class of a trim; `stored` are the facts of its specification. */
type ClassOfTrim = (computation: Computation, trim: Name, stored: Facts) => VehicleClass;

/** By names alone, so that a VIN and its names have the same costs. */
const classByNames: ClassOfTrim = (computation, trim, stored) =>
  classOf(computation.subject.vehicle.make.key, ...ofTrim(computation, trim), stored);

/** The class by the facts of the VIN, then as by names. */
const classByVin: ClassOfTrim = (computation, trim, stored) => {
  const [names, variants] = ofTrim(computation, trim);
  const { decode, vehicle } = computation.subject;
  const facts = { ...stored, ...factsOf(decode!) };
  return classOf(vehicle.make.key, names, variants, facts, vinFacts(decode!, names));
};

function ofTrim({ context, subject }: Computation, trim: Name): [names: string, VariantSet[]] {
  const { vehicle, models, series } = subject;
  const { year, make, model } = vehicle;
  const part = { trim: trim.key, series };
  const variants = models.flatMap(({ key }) => variantsOf(context).of(year, make.key, key, part));
  return [`${model.text} ${trim.text}`, variants];
}

/** Whether a VIN states that its vehicle is too heavy for estimates. */
function isHeavy({ decode }: Subject): boolean {
  return decode !== undefined && (weightClassOf(decode) ?? 0) > weightClassMax;
}
