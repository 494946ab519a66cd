import { createDecoder, type Decoder } from "../../src/vin/decoder.ts";
import { shapeOfDecode, shapeOfOracle } from "./compare.ts";
import { type OracleDecode, oracle } from "./oracle.ts";
import { type LinkRow, type OracleData, readOracleData } from "./oracle-data.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { mutated, randomNumbers, randomVin, recorded, vinForKey } from "./vins.ts";

export interface Comparison {
  readonly compared: number;
  /** One line for each VIN on which decoder and oracle differ, at most 20. */
  readonly differences: readonly string[];
}

/** A decoder that reports every error code, so that all of them are compared. */
async function frankDecoder(): Promise<Decoder> {
  const pack = await testPack();
  return createDecoder({ ...pack, meta: { ...pack.meta, complete: true } }, { currentYear: testYear });
}

/** Every real VIN at hand, then equal shares of mutated, keyed, random and short ones, some with a year given. */
function* vinsOf(
  data: OracleData,
  count: number,
  seed: number,
): Generator<[vin: string, asked: number | undefined]> {
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
  const keyed = (): string => {
    const [code, link] = links[random(links.length)]!;
    const patterns = data.patterns.get(link.schema) ?? [];
    const year = link.from + random(Math.max(1, Math.min(link.to, testYear + 1) - link.from + 1));
    return vinForKey(code, patterns[random(patterns.length)]?.key ?? "*", year, random);
  };
  const bases = whole.length > 0 ? whole : Array.from({ length: 500 }, keyed);
  for (let i = 0; i < bases.length && i < count / 4; i++) yield [bases[i]!, undefined];
  for (let i = Math.min(bases.length, Math.floor(count / 4)); i < count; i++) {
    const base = bases[random(bases.length)]!;
    const kind = i % 8;
    const asked = i % 5 === 0 ? 1978 + random(54) : undefined;
    if (kind < 3) yield [mutated(base, i % 17, random), asked];
    else if (kind < 6) yield [keyed(), asked];
    else if (kind < 7) yield [randomVin(codes[random(codes.length)]!, random), asked];
    else yield [base.slice(0, 3 + random(14)), asked];
  }
}

/** What reduced data are asked for: the codes that they can judge, and everything else. */
const REDUCED_CODES = [1, 6, 7, 9, 10, 11, 12, 400];
function withReducedCodes(decode: OracleDecode | undefined): OracleDecode | undefined {
  if (decode === undefined) return undefined;
  const codes = decode.codes.filter((code) => REDUCED_CODES.includes(code));
  return { ...decode, codes };
}

/**
 * Compares decoder and oracle on `count` VINs, by vPIC's own rule between years and all its error codes, or by the
 * rule for reduced data.
 */
export async function compareMany(
  count: number,
  seed: number,
  rule: "vpic" | "reduced" = "vpic",
): Promise<Comparison> {
  const data = await readOracleData();
  const decoder =
    rule === "vpic" ? await frankDecoder() : createDecoder(await testPack(), { currentYear: testYear });
  const today = { year: testYear, date: `${testYear}-12-31` };
  const differences: string[] = [];
  let compared = 0;
  for (const [vin, asked] of vinsOf(data, count, seed)) {
    const ours = shapeOfDecode(decoder.decode(vin, asked ?? 0));
    const plain = oracle(data, vin, today, asked, rule);
    const theirs = shapeOfOracle(rule === "vpic" ? plain : withReducedCodes(plain));
    compared++;
    if (Bun.deepEquals(ours, theirs) || differences.length >= 20) continue;
    differences.push(
      `${vin} ${asked ?? ""}: decoder ${JSON.stringify(ours)}, oracle ${JSON.stringify(theirs)}`,
    );
  }
  return { compared, differences };
}

// bun test/vin/oracle-run.ts [count] [seed]
if (import.meta.main) {
  const [count = "100000", seed = "1"] = process.argv.slice(2);
  const { compared, differences } = await compareMany(Number(count), Number(seed));
  for (const difference of differences) console.log(difference);
  console.log(`${compared} VINs compared, ${differences.length} differences`);
  process.exit(differences.length === 0 ? 0 : 1);
}
