import { createDecoder, type Decoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { shapeOfDecode, shapeOfOracle } from "./compare.ts";
import { fullPack, openFullSource } from "./full-source.ts";
import { type OracleDecode, oracle } from "./oracle.ts";
import { type LinkRow, type OracleData, type PatternRow, readOracleData } from "./oracle-data.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { mutated, randomNumbers, randomVin, vinForKey } from "./vins.ts";

export interface Comparison {
  readonly compared: number;
  /** The error codes and kinds of decision that occurred, each once. */
  readonly codes: readonly number[];
  readonly decisions: readonly string[];
  /** One line per VIN with different results of decoder and oracle, at most 20. */
  readonly differences: readonly string[];
}

/**
 * The rule that chooses between years and the reported codes: vPIC's own on full data, or those for reduced
 * data.
 */
export type Rule = "vpic" | "reduced";

/** A decoder of the packaged data, or of the same with all further tables of a full dump. */
async function decoderFor(rule: Rule): Promise<Decoder> {
  return createDecoder(await (rule === "reduced" ? testPack() : fullPack()), {
    currentYear: testYear,
    years: "vpic",
  });
}

/** Patterns that few VINs match: formulas, and the body class that causes error code 9. */
const RARE: readonly ((pattern: PatternRow) => boolean)[] = [
  ({ key }) => key.includes("#"),
  ({ element, attribute }) => element === 5 && attribute === "64",
];
const EACH_RARE = 50;

/**
 * VINs for each kind of rare pattern, then every recorded VIN, then equal shares of mutated, keyed, random
 * and short ones. Some have a year.
 */
function* vinsOf(
  data: OracleData,
  count: number,
  seed: number,
): Generator<[vin: string, requestedYear: number | undefined]> {
  const random = randomNumbers(seed);
  const codes = [...data.wmis.keys()];
  const codeOf = new Map([...data.wmis].map(([code, wmi]) => [wmi.id, code]));
  const links: [string, LinkRow][] = [...data.links].flatMap(([wmi, own]) =>
    own.map((link): [string, LinkRow] => [codeOf.get(wmi)!, link]),
  );
  const real = [
    ...Object.keys(recorded("vpic_golden.json") ?? {}),
    ...Object.keys(recorded("yard_inventory.json") ?? {}),
  ];
  const whole = real.filter((vin) => vin.length === 17);
  const vinOfLink = (code: string, { from, to }: LinkRow, key: string): string =>
    vinForKey(code, key, from + random(Math.max(1, Math.min(to, testYear + 1) - from + 1)), random);
  const keyed = (): string => {
    const [code, link] = links[random(links.length)]!;
    const patterns = data.patterns.get(link.schema) ?? [];
    return vinOfLink(code, link, patterns[random(patterns.length)]?.key ?? "*");
  };
  const bases = whole.length > 0 ? whole : Array.from({ length: 500 }, keyed);
  for (const isRare of RARE) {
    const rare = links.flatMap(([code, link]) =>
      (data.patterns.get(link.schema) ?? []).filter(isRare).map(({ key }) => ({ code, link, key })),
    );
    for (let i = 0; i < EACH_RARE; i++) {
      const { code, link, key } = rare[random(rare.length)]!;
      yield [vinOfLink(code, link, key), undefined];
    }
  }
  const left = count - RARE.length * EACH_RARE;
  for (let i = 0; i < bases.length && i < left / 4; i++) yield [bases[i]!, undefined];
  for (let i = Math.min(bases.length, Math.floor(left / 4)); i < left; i++) {
    const base = bases[random(bases.length)]!;
    const kind = i % 8;
    const requestedYear = i % 5 === 0 ? 1978 + random(54) : undefined;
    if (kind < 3) yield [mutated(base, i % 17, random), requestedYear];
    else if (kind < 6) yield [keyed(), requestedYear];
    else if (kind < 7) yield [randomVin(codes[random(codes.length)]!, random), requestedYear];
    else yield [base.slice(0, 3 + random(14)), requestedYear];
  }
}

/** What is compared on reduced data: the codes that they can decide, and everything else. */
const REDUCED_CODES = [1, 6, 7, 9, 10, 11, 12, 400];
function withReducedCodes(decode: OracleDecode | undefined): OracleDecode | undefined {
  if (decode === undefined) return undefined;
  const codes = decode.codes.filter((code) => REDUCED_CODES.includes(code));
  return { ...decode, codes };
}

type Shape = ReturnType<typeof shapeOfDecode>;

/** Members that differ between two results. */
function difference(ours: Shape, theirs: Shape): string {
  const facts = (shape: Shape): string[] => {
    const { items, ...rest } = shape ?? { items: [] };
    return [...items, ...Object.entries(rest).map((entry) => entry.join(" "))];
  };
  const [one, other] = [facts(ours), facts(theirs)];
  const only = (a: string[], b: string[]) => JSON.stringify(a.filter((fact) => !b.includes(fact)));
  return `decoder alone ${only(one, other)}, oracle alone ${only(other, one)}`;
}

/**
 * Compares decoder and oracle on `count` VINs, by vPIC's own rule between years with all its error codes, or
 * by the rule for reduced data.
 */
export async function compareMany(count: number, seed: number, rule: Rule = "vpic"): Promise<Comparison> {
  const data = await readOracleData(rule === "vpic" ? openFullSource : undefined);
  const decoder = await decoderFor(rule);
  const today = { year: testYear, date: `${testYear}-12-31` };
  const differences: string[] = [];
  const codes = new Set<number>();
  const decisions = new Set<string>();
  let compared = 0;
  for (const [vin, requestedYear] of vinsOf(data, count, seed)) {
    const decode = decoder.decode(vin, requestedYear ?? 0);
    const ours = shapeOfDecode(decode);
    if (typeof decode === "object") {
      for (const code of decode.errorCodes === "unknown" ? [] : decode.errorCodes) codes.add(code);
      for (const { decidedBy } of decode.elements) decisions.add(decidedBy);
    }
    const plain = oracle(data, vin, today, requestedYear, rule);
    const theirs = shapeOfOracle(rule === "vpic" ? plain : withReducedCodes(plain));
    compared++;
    if (Bun.deepEquals(ours, theirs) || differences.length >= 20) continue;
    differences.push(`${vin} ${requestedYear ?? ""}: ${difference(ours, theirs)}`);
  }
  const inOrder = [...codes].sort((a, b) => a - b);
  return { compared, codes: inOrder, decisions: [...decisions].sort(), differences };
}

// bun test/vin/oracle-run.ts [count] [seed]
if (import.meta.main) {
  const [count = "100000", seed = "1"] = process.argv.slice(2);
  const { compared, differences } = await compareMany(Number(count), Number(seed));
  for (const difference of differences) console.log(difference);
  console.log(`${compared} VINs compared, ${differences.length} differences`);
  process.exit(differences.length === 0 ? 0 : 1);
}
