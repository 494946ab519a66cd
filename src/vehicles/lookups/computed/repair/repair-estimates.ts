import { ByteCache } from "../../../../base/byte-cache.ts";
import { sql } from "../../../../database/sql.ts";
import { VEHICLE_TYPE } from "../../../../vin/elements.ts";
import { repairCoverage, repairRecords } from "../../../families/apis/repair-estimates.ts";
import { storedJson } from "../../../families/body.ts";
import type { Name } from "../../../families/names.ts";
import type { Facts } from "../../../families/record-family.ts";
import { factsOf } from "../../names/match-record.ts";
import { notCovered } from "../../names/not-found.ts";
import { elementOf } from "../../names/subject.ts";
import { variantsOf } from "../../variants/variants.ts";
import type { Computation, Compute } from "../compute.ts";
import { estimatesFor, weightClassMax } from "./repair-arithmetic.ts";
import { chooseTrims, type KnownTrim, knownTrims } from "./repair-trims.ts";
import { classOf, type VehicleClass } from "./vehicle-class.ts";
import { vinFacts } from "./vin-facts.ts";

/** What `x-data-source` calls computed estimates; its version is that of the table. */
const tableSource = "repair-table 2026-11";
const cacheBytes = 16 * 1024 * 1024;

/** JSON of `{"repair":[…]}` by year and class: many trims share one. */
const estimates = new ByteCache<string>(cacheBytes);

/**
 * Answers `/repair-estimates`: the operator's own records first, computed ones where there are none. A VIN is
 * answered by its own facts, and by its trim where they leave something open.
 */
export const repairEstimates: Compute = async (computation) => {
  const { subject, catalogue } = computation;
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
  const groups: string[] = [];
  const estimated: string[] = [];
  for (const trim of trims) {
    const recorded = own.get(trim.key);
    const repair = recorded ?? computedFor(computation, trim, known);
    if (repair === undefined) continue;
    groups.push(`{"trim":${JSON.stringify(trim.text)},${repair.slice(1)}`);
    if (recorded === undefined) estimated.push(trim.text);
  }
  if (groups.length === 0)
    throw notCovered(`A ${year} ${make.text} ${model.text} is a heavy truck, which is not`, repairCoverage);
  const heading = {
    year: String(year),
    make: catalogue.makes("vehicles", year).get(make.key) ?? make.text,
    model: models.get(model.key) ?? model.text,
    basis: basisOf(estimated, groups.length),
    note,
  };
  const data = `${JSON.stringify(heading).slice(0, -1)},"repair":[${groups.join(",")}]}`;
  const stored = trims.some(({ key }) => own.has(key));
  const dataset = stored ? computation.datasets.get(repairRecords.name) : undefined;
  return {
    body: `{"status":"success","data":{"data":${data}}}`,
    source: dataset?.source ?? tableSource,
    match,
  };
};

/** Whose figures the answer has; `undefined` if all are the operator's. */
function basisOf(estimated: readonly string[], groups: number): string | undefined {
  if (estimated.length === 0) return undefined;
  const costs = estimated.length === groups ? "These costs" : `The costs of ${estimated.join(", ")}`;
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

/** The estimates of a trim as JSON of `{"repair":[…]}`; `undefined` for a heavy truck. */
function computedFor(computation: Computation, trim: Name, known: readonly KnownTrim[]): string | undefined {
  const { year } = computation.subject.vehicle;
  const stored = known.find(({ key }) => key === trim.key)?.facts ?? {};
  const vehicle = classOfTrim(computation, trim, stored);
  if (vehicle.weightClass > weightClassMax) return undefined;
  const key = `${year} ${JSON.stringify(vehicle)}`;
  const kept = estimates.get(key);
  if (kept !== undefined) return kept;
  const repair = JSON.stringify({ repair: estimatesFor(vehicle, year) });
  estimates.set(key, repair, repair.length);
  return repair;
}

function classOfTrim({ context, subject }: Computation, trim: Name, stored: Facts): VehicleClass {
  const { vehicle, models, series, vin, decode } = subject;
  const { year, make, model } = vehicle;
  const names = `${model.text} ${trim.text}`;
  const part = { trim: trim.key, series };
  const variants = models.flatMap(({ key }) => variantsOf(context).of(year, make.key, key, part));
  if (vin === "" || !decode) return classOf(make.key, names, variants, stored);
  const facts = { ...stored, ...factsOf(decode) };
  return classOf(make.key, names, variants, facts, vinFacts(decode, names));
}
