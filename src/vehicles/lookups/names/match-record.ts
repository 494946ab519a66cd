import type { Decode } from "../../../vin/answer/describe.ts";
import { BODY_CLASS, CYLINDERS, DRIVE_TYPE, FUEL, LITRES, TRIM } from "../../../vin/elements.ts";
import { nameKey } from "../../families/names.ts";
import type { Facts } from "../../families/record-family.ts";
import { elementOf, type Match } from "./subject.ts";

/** A record that may be the vehicle's: the key of its trim or engine, `""` where it is for all, and its facts. */
export interface Candidate {
  readonly key: string;
  readonly name: string;
  readonly facts: Facts;
}

export interface Matched<C> {
  readonly candidate: C;
  readonly match: Match;
}

const SERIES = 34;
const DOORS = 14;
const ENGINE = 18;

/** The facts of a decode that records are compared by. */
export function factsOf(decode: Decode): Facts {
  const text = (name: string, id: number) => {
    const value = elementOf(decode, id);
    return value === "" ? {} : { [name]: value };
  };
  const number = (name: string, id: number) => {
    const value = Number(elementOf(decode, id));
    return value > 0 ? { [name]: value } : {};
  };
  return {
    ...text("series", SERIES),
    ...text("body", BODY_CLASS),
    ...text("fuel", FUEL),
    ...text("drive", DRIVE_TYPE),
    ...number("doors", DOORS),
    ...number("cylinders", CYLINDERS),
    ...number("displacement_l", LITRES),
  };
}

/** What one fact that agrees or disagrees counts. */
const weights = { named: 8, series: 4, litres: 4, cylinders: 3, body: 2, fuel: 2, doors: 2, drive: 2 };

const agree = (a: string, b: string): number => {
  if (a === "" || b === "") return 0;
  return a === b || a.includes(b) || b.includes(a) ? 1 : -1;
};
const agreeNumbers = (decoded: string, fact: number | undefined, within: number): number =>
  decoded === "" || fact === undefined ? 0 : Math.abs(Number(decoded) - fact) <= within ? 1 : -1;

function score(decode: Decode, { key, facts }: Candidate): number {
  const decoded = (id: number) => nameKey(elementOf(decode, id));
  const hasName = [TRIM, SERIES, ENGINE].some(
    (id) => key !== "" && decoded(id) !== "" && agree(decoded(id), key) === 1,
  );
  return (
    (hasName ? weights.named : 0) +
    weights.series * agree(decoded(SERIES), nameKey(facts.series ?? "")) +
    weights.body * agree(decoded(BODY_CLASS), nameKey(facts.body ?? "")) +
    weights.fuel * agree(decoded(FUEL), nameKey(facts.fuel ?? "")) +
    weights.drive * agree(decoded(DRIVE_TYPE), nameKey(facts.drive ?? "")) +
    weights.doors * agreeNumbers(elementOf(decode, DOORS), facts.doors, 0) +
    weights.cylinders * agreeNumbers(elementOf(decode, CYLINDERS), facts.cylinders, 0) +
    weights.litres * agreeNumbers(elementOf(decode, LITRES), facts.displacement_l, 0.06)
  );
}

/** Whether a vehicle's facts allow a record's: no fact of both differs. */
export function factsAllow(decoded: Facts, record: Facts): boolean {
  const texts = (["body", "fuel", "drive"] as const).map((name) =>
    agree(nameKey(decoded[name] ?? ""), nameKey(record[name] ?? "")),
  );
  const numbers = (["doors", "cylinders", "displacement_l"] as const).map((name) =>
    agreeNumbers(String(decoded[name] ?? ""), record[name], name === "displacement_l" ? 0.06 : 0),
  );
  return ![...texts, ...numbers].includes(-1);
}

/**
 * The record of a model that a VIN's decode speaks for. `exact`: its trim is the record's, or the record is
 * for all of the model; `close`: one record agrees with the decode better than every other; `model`: nothing
 * distinguishes them, and the first by name is taken for the model.
 */
export function matchRecord<C extends Candidate>(
  decode: Decode,
  candidates: readonly C[],
): Matched<C> | undefined {
  const sorted = [...candidates].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const trim = nameKey(elementOf(decode, TRIM));
  const same = trim === "" ? undefined : sorted.find(({ key }) => key === trim);
  if (same) return { candidate: same, match: "exact" };
  const [first] = sorted;
  if (!first) return undefined;
  if (sorted.length === 1 && first.key === "") return { candidate: first, match: "exact" };
  const scored = sorted.map((candidate) => ({ candidate, score: score(decode, candidate) }));
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (best!.score > 0 && best!.score > (second?.score ?? 0))
    return { candidate: best!.candidate, match: "close" };
  return { candidate: best!.score > 0 ? best!.candidate : first, match: "model" };
}
