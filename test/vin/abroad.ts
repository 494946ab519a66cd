import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDecoder, type Decoder } from "../../src/vin/decoder.ts";
import { testPack, testYear } from "./shared-pack.ts";

/**
 * Real VINs of vehicles that were sold outside North America, from public sources, with the source's data of each.
 * The last six characters are changed; a right check digit was computed again, and a wrong one is still wrong. The
 * first lines of the file name the sources; `sold` is absent where the source names no country.
 */
export interface Abroad {
  readonly vin: string;
  /** The country of the manufacturer code. */
  readonly made: string;
  readonly sold?: string;
  readonly make: string;
  readonly model?: string;
  /** The source's year: a model year, or the year of registration. */
  readonly year?: number;
  readonly type: "car" | "truck" | "van" | "motorcycle";
  readonly source: string;
}

const lines = readFileSync(join(import.meta.dir, "abroad.jsonl"), "utf8")
  .trim()
  .split("\n");
const parsed = lines.map((line) => JSON.parse(line) as Abroad & { named?: string });

/** The sources' names by their keys. */
export const sources: ReadonlyMap<string, string> = new Map(
  parsed.flatMap(({ source, named }) => (named === undefined ? [] : [[source, named] as const])),
);
export const abroad: readonly Abroad[] = parsed.filter(({ vin }) => vin !== undefined);

export const FACTS = ["make", "model", "year", "type"] as const;
export type Fact = (typeof FACTS)[number];
/** `unknown`: the decode states something that the source does not. */
export type Verdict = "right" | "empty" | "wrong" | "unknown";

const folded = (text: string): string =>
  text
    .toUpperCase()
    .normalize("NFD")
    .replace(/[^A-Z0-9]/g, "");

/** BMW's models are named by engine: a 320d is of the 3 Series. */
const isOfSeries = (model: string, series: string): boolean =>
  series.endsWith("SERIES") && model.replace(/^M/, "").startsWith(series.charAt(0));

const isModel = (model: string, truth: string): boolean =>
  model.includes(truth) || truth.includes(model) || isOfSeries(model, truth);

const TYPES: Readonly<Record<Abroad["type"], RegExp>> = {
  car: /PASSENGER/,
  truck: /TRUCK|INCOMPLETE/,
  van: /TRUCK|MULTIPURPOSE|INCOMPLETE|BUS/,
  motorcycle: /MOTORCYCLE/,
};

/** Compares a decode with the source's data. */
export function judge(decoder: Decoder, { vin, make, model, year, type }: Abroad): Record<Fact, Verdict> {
  const decode = decoder.decode(vin);
  if (typeof decode === "string") return { make: "empty", model: "empty", year: "empty", type: "empty" };
  const verdict = (text: string, known: boolean, right: () => boolean): Verdict => {
    if (text === "") return "empty";
    if (!known) return "unknown";
    return right() ? "right" : "wrong";
  };
  const stated = decode.elements.find(({ code }) => code === "VehicleType")?.value ?? "";
  return {
    make: verdict(decode.make, true, () => folded(make).includes(folded(decode.make))),
    model: verdict(decode.model, model !== undefined, () => isModel(folded(decode.model), folded(model!))),
    // A model year begins in the year before.
    year: verdict(decode.year === 0 ? "" : String(decode.year), year !== undefined, () => {
      return Math.abs(decode.year - year!) <= 1;
    }),
    type: verdict(stated, true, () => TYPES[type].test(stated)),
  };
}

export type Counts = Record<Fact, Record<Verdict, number>>;

/** The verdicts of all VINs, by country of the manufacturer code. */
export function judgeAll(decoder: Decoder): Map<string, Counts> {
  const found = new Map<string, Counts>();
  for (const each of abroad) {
    const counts = found.get(each.made) ?? emptyCounts();
    const verdicts = judge(decoder, each);
    for (const fact of FACTS) counts[fact][verdicts[fact]]++;
    found.set(each.made, counts);
  }
  return found;
}

/** How many facts of a kind are right, empty and wrong. */
export type FactTotals = { readonly fact: Fact } & Readonly<Record<Verdict, number>>;

export function totalsOf(decoder: Decoder): FactTotals[] {
  const all = [...judgeAll(decoder).values()];
  const sum = (fact: Fact, verdict: Verdict) => all.reduce((total, each) => total + each[fact][verdict], 0);
  return FACTS.map((fact) => ({
    fact,
    right: sum(fact, "right"),
    empty: sum(fact, "empty"),
    wrong: sum(fact, "wrong"),
    unknown: sum(fact, "unknown"),
  }));
}

const emptyCounts = (): Counts => {
  const none = () => ({ right: 0, empty: 0, wrong: 0, unknown: 0 });
  return { make: none(), model: none(), year: none(), type: none() };
};

// bun test/vin/abroad.ts: prints by country how many facts are right, empty and wrong.
if (import.meta.main) {
  const decoder = createDecoder(await testPack(), { currentYear: testYear });
  const cells = ({ right, empty, wrong }: Counts[Fact]) => `${right} / ${empty} / ${wrong}`;
  console.log("| country | make: right / empty / wrong | model | year | type |\n|---|---|---|---|---|");
  for (const [country, counts] of judgeAll(decoder))
    console.log(`| ${country} | ${FACTS.map((fact) => cells(counts[fact])).join(" | ")} |`);
}
