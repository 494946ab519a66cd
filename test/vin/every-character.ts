import { describe } from "../../src/vin/answer/describe.ts";
import { normaliseVin } from "../../src/vin/characters.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { createVpicDecoder } from "../../src/vin/nhtsa/nhtsa-decoder.ts";
import { recorded } from "../shared-data.ts";
import { shapeOfDecode, shapeOfOracle } from "./compare.ts";
import { fullPack, openFullSource } from "./full-source.ts";
import { oracle } from "./oracle.ts";
import { readOracleData } from "./oracle-data.ts";
import { testYear } from "./shared-pack.ts";
import { randomNumbers, vinForKey } from "./vins.ts";

const asciiEnd = 128;

/** Recorded VINs if available, else VINs that patterns match. */
function basesOf(count: number, wmis: readonly string[]): string[] {
  const random = randomNumbers(20261122);
  const real = Object.keys(recorded("yard_inventory.json") ?? {}).filter((vin) => vin.length === 17);
  const made = () => vinForKey(wmis[random(wmis.length)]!, "*****|*", 1990 + random(35), random);
  return Array.from({ length: count }, () => (real.length > 0 ? real[random(real.length)]! : made()));
}

/**
 * Puts every ASCII character into every position of this many VINs. Each response must have the VIN as read
 * and an error code; every `checkEvery`-th decode is compared with the oracle. Returns up to 20 faults.
 */
export async function everyCharacter(
  count: number,
  checkEvery: number,
): Promise<{ readonly answered: number; readonly checked: number; readonly faults: readonly string[] }> {
  const pack = await fullPack();
  const data = await readOracleData(openFullSource);
  const decoder = createDecoder(pack, { currentYear: testYear });
  const form = createVpicDecoder(decoder, { before: "", between: "", after: "" });
  const today = { year: testYear, date: `${testYear}-12-31` };
  const utf8 = new TextDecoder();
  const faults: string[] = [];
  let answered = 0;
  let checked = 0;
  const check = (vin: string): void => {
    checked += 1;
    const read = normaliseVin(vin);
    const state = decoder.scanAny(vin);
    const ours = shapeOfDecode(typeof state === "string" ? state : describe(pack, state));
    const theirs = shapeOfOracle(read.length > 17 ? undefined : oracle(data, read, today));
    if (Bun.deepEquals(ours, theirs)) return;
    const { items: _, ...decoded } = ours ?? { items: [] };
    const { items: __, ...expected } = theirs ?? { items: [] };
    faults.push(`${JSON.stringify(vin)}: ${JSON.stringify(decoded)}, the oracle ${JSON.stringify(expected)}`);
  };
  for (const base of basesOf(count, [...data.wmis.keys()]))
    for (let position = 0; position < base.length; position++)
      for (let code = 0; code < asciiEnd && faults.length < 20; code++) {
        const vin = base.slice(0, position) + String.fromCharCode(code) + base.slice(position + 1);
        const text = utf8.decode(form.values(vin, 0));
        const { VIN, ErrorCode } = JSON.parse(text) as Record<string, string>;
        if (VIN !== normaliseVin(vin) || !/^\d+(,\d+)*$/.test(ErrorCode ?? ""))
          faults.push(`${vin}: ${text}`);
        if (answered++ % checkEvery === 0) check(vin);
      }
  return { answered, checked, faults };
}

// bun test/vin/every-character.ts [VINs] [compare every n-th]
if (import.meta.main) {
  const [count = "1000", checkEvery = "50"] = process.argv.slice(2);
  const { answered, checked, faults } = await everyCharacter(Number(count), Number(checkEvery));
  for (const fault of faults) console.log(fault);
  console.log(`${answered} VINs answered, ${checked} checked, ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}
