import { anyTrim, repairRecords } from "../../../families/apis/repair-estimates.ts";
import { specificationRecords } from "../../../families/apis/ymm-specs.ts";
import { type Name, nameKey } from "../../../families/names.ts";
import type { Facts } from "../../../families/record-family.ts";
import { isPartOf, matchNames } from "../../names/joined-names.ts";
import { factsAllow, factsOf } from "../../names/match-record.ts";
import { nameNotFound } from "../../names/not-found.ts";
import type { Match } from "../../names/subject.ts";
import { namesTrims } from "../../records/datasets.ts";
import { findCandidates } from "../../records/stored-records.ts";
import type { Computation } from "../compute.ts";

/** A trim that records have, and their facts about it. */
export interface KnownTrim extends Name {
  readonly facts: Facts;
  /** Whether the operator's own estimates have it. */
  readonly own: boolean;
}

/** The trims that an answer has groups for. */
export interface ChosenTrims {
  /** `""` is an unknown trim. */
  readonly trims: readonly Name[];
  readonly match: Match;
  /** Shown if the requested trim is unknown. */
  readonly note?: string;
}

/** Longer than any trim that is sold. */
const trimTextMax = 60;

const openTrim: Name = { text: "", key: "" };

/** The trims of a model that the operator's estimates and the specifications have, the former first. */
export async function knownTrims({ context, subject, datasets }: Computation): Promise<KnownTrim[]> {
  const { year, make } = subject.vehicle;
  const known = new Map<string, KnownTrim>();
  for (const records of [repairRecords, specificationRecords]) {
    const dataset = datasets.get(records.name);
    if (!dataset || !namesTrims(dataset)) continue;
    const table = { ...records, body: "body" } as const;
    for (const model of subject.models)
      for (const row of await findCandidates(context.database, table, dataset, year, make.key, model.key)) {
        const facts = JSON.parse(row.facts) as Facts;
        const before = known.get(row.key);
        if (before) known.set(row.key, { ...before, facts: { ...facts, ...before.facts } });
        else known.set(row.key, { key: row.key, text: row.name, facts, own: records === repairRecords });
      }
  }
  return [...known.values()].sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
}

/**
 * The trims that a VIN's own facts allow, or those that the names mean: a trim that a VIN names is found as if the
 * caller had named it. None is invented: if no data name the trim, there is one group without a name.
 */
export async function chooseTrims(
  computation: Computation,
  known: readonly KnownTrim[],
): Promise<ChosenTrims> {
  const { subject } = computation;
  if (subject.vin === "") return trimsNamed(computation, subject.requestedTrims);
  const decodedFacts = subject.decode ? factsOf(subject.decode) : {};
  const allowed = known.filter(({ facts }) => factsAllow(decodedFacts, facts));
  const { trim } = subject.vehicle;
  if (trim) {
    // The operator may have a record of each of the trims that a VIN names together.
    const own = allowed.filter((one) => one.own && isPartOf(one.text, trim.text));
    const same = own.filter(({ key }) => key === trim.key);
    if (own.length === 0 || same.length > 0) return trimsNamed(computation, [trim.text]);
    return { trims: own, match: own.length === 1 ? "close" : "model" };
  }
  // A single trim that records happen to have is no evidence; one that is left of several is.
  if (allowed.length === 0 || known.length === 1) return { trims: [openTrim], match: "model" };
  const names = await computation.trims();
  const spelled = allowed.map(({ key, text }) => ({ key, text: names.get(key) ?? text }));
  return { trims: spelled, match: allowed.length === 1 ? "close" : "model" };
}

async function trimsNamed(
  { subject, trims }: Computation,
  requestedTrims: readonly string[],
): Promise<ChosenTrims> {
  const known = await trims();
  const [requested] = requestedTrims;
  for (const text of requestedTrims) {
    const { names, exact } = matchNames(text, known);
    if (names.length > 0) return { trims: names, match: exact && text === requested ? "exact" : "close" };
  }
  if (requested === undefined || nameKey(requested) === nameKey(anyTrim))
    return { trims: [openTrim], match: "model" };
  const { year, make, model } = subject.vehicle;
  if (nameKey(requested) === "" || requested.length > trimTextMax)
    throw nameNotFound(
      { level: "trim", text: requested, key: nameKey(requested) },
      [String(year), make.text, model.text].map((text) => ({ level: "", text, key: nameKey(text) })),
      known.size > 0 ? known : new Map([[nameKey(anyTrim), anyTrim]]),
    );
  const note = `No trim "${requested}" of the ${year} ${make.text} ${model.text} is known: these are the estimates of the whole model.`;
  return { trims: [openTrim], match: "model", note };
}
