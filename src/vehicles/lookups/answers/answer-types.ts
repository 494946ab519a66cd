import { nextTurn } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import type { Answer } from "../../../http/endpoint.ts";
import { typeFacts, type VehicleType } from "../../families/apis/vehicle-types.ts";
import { storedJson } from "../../families/body.ts";
import type { AnswerSource } from "../../families/family.ts";
import { nameKey } from "../../families/names.ts";
import type { PatternRecords } from "../../families/record-family.ts";
import { noneLoaded, recordNotFound, requireTestVin } from "../names/not-found.ts";
import type { VehicleQuery } from "../names/vehicle-query.ts";
import { currentDatasets, type Dataset, type Datasets } from "../records/datasets.ts";
import { findByPattern } from "../records/vin-patterns.ts";

type FromTypes = Extract<AnswerSource, { kind: "types" }>;
type Candidate = VehicleType & { readonly approvals?: number };

/** Parsing so many holds the thread for a millisecond. */
const parsedAtOnce = 300;
const shownMax = 50;

/** Answers the types that registers have for a VIN, each source with its own. */
export async function answerTypes(
  context: Context,
  { records }: FromTypes,
  query: VehicleQuery,
  absence: string | undefined,
): Promise<Answer> {
  if (query.by !== "vin") throw new Error("types are found by a VIN");
  const { vin } = query;
  requireTestVin(context, vin);
  const datasets = await currentDatasets(context.database);
  const types = await findTypes(context, records, datasets, vin);
  if (!types) {
    const loaded = records.some(({ name }) => datasets.has(name));
    throw recordNotFound(`types of ${vin}`, loaded ? absence : noneLoaded(records[0]!));
  }
  return {
    body: JSON.stringify({ status: "success", data: { vin, sources: types.sources } }),
    type: "application/json",
    headers: { "x-data-source": types.source },
  };
}

/** The types of a VIN by source, and the sources' names; undefined if it matches none. */
export async function findTypes(
  { database }: Pick<Context, "database">,
  records: readonly PatternRecords[],
  datasets: Datasets,
  vin: string,
): Promise<{ readonly sources: readonly object[]; readonly source: string } | undefined> {
  const sources: object[] = [];
  const names: string[] = [];
  for (const family of records) {
    const dataset = datasets.get(family.name);
    const found = dataset ? await findByPattern(database, family, dataset, vin) : [];
    if (!dataset || found.length === 0) continue;
    sources.push(sourceOf(family, dataset, await candidatesOf(found)));
    names.push(dataset.source);
  }
  return sources.length > 0 ? { sources, source: names.join(", ") } : undefined;
}

function sourceOf(
  { country }: PatternRecords,
  { name, version, publisher, loadedAt }: Dataset,
  candidates: readonly Candidate[],
) {
  return {
    source: name,
    version,
    imported_on: new Date(loadedAt).toISOString().slice(0, 10),
    publisher,
    country,
    candidate_count: candidates.length,
    facts: factsOf(candidates),
    candidates: candidates.slice(0, shownMax),
  };
}

/** Records with the same content are one candidate; those of most vehicles come first. */
async function candidatesOf(bodies: readonly Uint8Array[]): Promise<readonly Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const [index, body] of bodies.entries()) {
    if (index % parsedAtOnce === parsedAtOnce - 1) await nextTurn();
    const { first_used, last_used, vehicles, ...type } = JSON.parse(storedJson(body)) as VehicleType;
    const key = JSON.stringify(type);
    const all: Candidate = found.get(key) ?? {};
    found.set(key, {
      ...type,
      ...combined("first_used", Math.min, first_used, all.first_used),
      ...combined("last_used", Math.max, last_used, all.last_used),
      ...combined("vehicles", (one, other) => one + other, vehicles, all.vehicles),
      ...(vehicles === undefined && { approvals: (all.approvals ?? 0) + 1 }),
    });
  }
  return [...found.values()].sort(
    (a, b) => (b.vehicles ?? 0) - (a.vehicles ?? 0) || (b.approvals ?? 0) - (a.approvals ?? 0),
  );
}

function combined(
  name: keyof VehicleType,
  combine: (one: number, other: number) => number,
  one: number | undefined,
  other: number | undefined,
): VehicleType {
  if (one === undefined && other === undefined) return {};
  return { [name]: one === undefined ? other : other === undefined ? one : combine(one, other) };
}

/** The facts that all candidates share. */
export function factsOf(candidates: readonly VehicleType[]): VehicleType {
  const [first, ...others] = candidates;
  if (!first) return {};
  const shared = typeFacts.filter(
    (name) => first[name] !== undefined && others.every((other) => sameFact(other[name], first[name])),
  );
  const facts: VehicleType = Object.fromEntries(shared.map((name) => [name, first[name]]));
  const model = commonWords(candidates.map((candidate) => candidate.model ?? ""));
  return model === "" ? facts : { ...facts, model };
}

const sameFact = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" ? nameKey(one) === nameKey(other) : one === other;

/** The words that all names begin with, as the first has them. */
function commonWords([first = "", ...others]: readonly string[]): string {
  const words = first.split(" ");
  const lists = others.map((other) => other.split(" ").map(nameKey));
  const differs = words.findIndex((word, at) => !lists.every((list) => list[at] === nameKey(word)));
  return (differs < 0 ? words : words.slice(0, differs)).join(" ");
}
