import { ByteCache } from "../../base/byte-cache.ts";
import { sql } from "../../database/sql.ts";
import { repairRecords } from "../../families/apis/repair-estimates.ts";
import { specificationRecords } from "../../families/apis/ymm-specs.ts";
import { storedJson } from "../../families/body.ts";
import type { Name } from "../../families/names.ts";
import type { Facts } from "../../families/record-family.ts";
import { ApiError } from "../../http/errors.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import type { Computation, Compute } from "../computed/compute.ts";
import { decoderOf } from "../decoder.ts";
import { matchRecord } from "../names/match-record.ts";
import { elementOf, type Match } from "../names/subject.ts";
import { findCandidates } from "../records/stored-records.ts";
import { coverage, estimatesFor, weightClassMax } from "./repair-arithmetic.ts";
import { classOf } from "./vehicle-class.ts";
import { createVariants } from "./vpic-variants.ts";

/** What `x-data-source` calls computed estimates; its version is that of the table. */
const tableSource = "repair-table 2026-11";
const cacheBytes = 16 * 1024 * 1024;
const VEHICLE_TYPE = 39;

interface Made {
  readonly variants: ReturnType<typeof createVariants>;
  /** The estimates of a trim as JSON; `undefined` where the vehicle is too heavy. */
  readonly estimates: ByteCache<string | undefined>;
}

const madeOf = new WeakMap<Pack, Made>();

/**
 * Answers `/repair-estimates`: the operator's own records first, computed ones where there are none. All that
 * counts is year, make, model and trim, so that a VIN is answered as its trim is, byte for byte.
 */
export const repairEstimates: Compute = async (computation) => {
  const { subject, catalogue } = computation;
  const { year, make, model } = subject.vehicle;
  if (year < coverage.low || year > coverage.high) throw notCovered(`The model year ${year} is not`);
  const known = catalogue.models("vehicles", year, make.key).get(model.key);
  const trims = await computation.trims();
  const unnamed = trims.every(({ key }) => key === "base");
  if (known === undefined && unnamed) {
    const type = subject.decode ? elementOf(subject.decode, VEHICLE_TYPE) : "";
    throw notCovered(`A ${year} ${make.text} ${model.text}${type === "" ? "" : ` (${type})`} is not`);
  }
  const { chosen, match } = await chooseTrims(computation, trims);
  const own = await ownRecords(computation);
  const groups: string[] = [];
  for (const trim of chosen) {
    const repair = own.get(trim.key) ?? (await computedFor(computation, trim));
    if (repair !== undefined) groups.push(`{"trim":${JSON.stringify(trim.text)},${repair.slice(1)}`);
  }
  if (groups.length === 0)
    throw notCovered(`A ${year} ${make.text} ${model.text} is a heavy truck, which is not`);
  const heading = {
    year: String(year),
    make: catalogue.makes("vehicles", year).get(make.key) ?? make.text,
    model: known ?? model.text,
  };
  const stored = chosen.some(({ key }) => own.has(key));
  const dataset = stored ? computation.datasets.get(repairRecords.name) : undefined;
  return {
    body: `{"status":"success","data":{"data":${JSON.stringify(heading).slice(0, -1)},"repair":[${groups.join(",")}]}}}`,
    source: dataset?.source ?? tableSource,
    match,
  };
};

function notCovered(what: string): ApiError {
  return new ApiError(
    "record_not_found",
    `${what} covered: there are estimates for cars, light trucks and multipurpose vehicles sold in the United States, model years ${coverage.low} to ${coverage.high}.`,
    { members: { suggestions: [] } },
  );
}

/** The trim that was named or that the VIN tells; else the one its facts speak for; else all that are known. */
async function chooseTrims(
  { context, subject, datasets }: Computation,
  trims: readonly Name[],
): Promise<{ chosen: readonly Name[]; match: Match }> {
  const { year, make, model, trim } = subject.vehicle;
  const named = trims.find(({ key }) => key === trim?.key);
  if (named) return { chosen: [named], match: "exact" };
  if (trims.length === 1) return { chosen: trims, match: "model" };
  const dataset = datasets.get(specificationRecords.name);
  if (subject.decode && dataset) {
    const specs = { ...specificationRecords, body: "body" } as const;
    const rows = await findCandidates(context.database, specs, dataset, year, make.key, model.key);
    const candidates = rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as Facts }));
    const near = matchRecord(subject.decode, candidates);
    const found = near?.match === "close" && trims.find(({ key }) => key === near.candidate.key);
    if (found) return { chosen: [found], match: "close" };
  }
  return { chosen: trims, match: "model" };
}

/** The operator's records of the model: trim's key → JSON of `{"repair":[…]}`. */
async function ownRecords({ context, subject, datasets }: Computation): Promise<ReadonlyMap<string, string>> {
  const dataset = datasets.get(repairRecords.name);
  if (!dataset) return new Map();
  const { year, make, model } = subject.vehicle;
  const rows = await context.database.all<{ key: string; body: Uint8Array }>(sql`
    select trim_key as key, body from repair_record
    where dataset = ${dataset.id} and year = ${year} and make_key = ${make.key} and model_key = ${model.key}`);
  return new Map(rows.map(({ key, body }) => [key, storedJson(body)]));
}

/** The estimates of a trim as JSON of `{"repair":[…]}`. */
async function computedFor(computation: Computation, trim: Name): Promise<string | undefined> {
  const { context, subject, datasets } = computation;
  const { year, make, model } = subject.vehicle;
  const modelName = computation.catalogue.models("vehicles", year, make.key).get(model.key) ?? model.text;
  const { pack } = decoderOf(context);
  const made: Made = madeOf.get(pack) ?? {
    variants: createVariants(pack),
    estimates: new ByteCache(cacheBytes),
  };
  madeOf.set(pack, made);
  const specs = datasets.get(specificationRecords.name);
  const key = [specs?.cacheKey ?? "", year, make.key, model.key, trim.key].join("\n");
  const kept = made.estimates.get(key);
  if (kept !== undefined) return kept;
  const facts = await factsOf(computation, trim);
  const sets = made.variants.of(year, make.key, model.key, trim.key);
  const vehicle = classOf(make.key, `${modelName} ${trim.text}`, sets, facts);
  if (vehicle.weightClass > weightClassMax) return undefined;
  const repair = JSON.stringify({ repair: estimatesFor(vehicle, year) });
  made.estimates.set(key, repair, repair.length);
  return repair;
}

async function factsOf({ context, subject, datasets }: Computation, trim: Name): Promise<Facts> {
  const dataset = datasets.get(specificationRecords.name);
  if (!dataset) return {};
  const { year, make, model } = subject.vehicle;
  const row = await context.database.get<{ facts: string }>(sql`
    select facts from specification_record where dataset = ${dataset.id} and year = ${year}
      and make_key = ${make.key} and model_key = ${model.key} and trim_key = ${trim.key}
    order by sub_trim_key limit 1`);
  return row ? (JSON.parse(row.facts) as Facts) : {};
}
