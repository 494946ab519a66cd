import { existsSync, readFileSync } from "node:fs";
import { checkDigit } from "../src/vin/check-digit.ts";

const LISTS = ["vpic_golden.json", "yard_inventory.json"];
const FOLDER = "../shared/data/vins";

/** Made up to the real patterns of common makers, for machines without the recorded lists. */
const FALLBACK = [
  "1HGCM82633A004352",
  "5YJ3E1EA7KF317000",
  "1FTFW1ET5DFC10312",
  "1HD1KB4197Y722798",
  "1XPVD09X4BD116967",
  "2XKHAN8X1AM273634",
  "1M8GDM9AXKP042788",
];

/** The real 17-character VINs at hand, each once. */
export function realVins(): string[] {
  const vins = new Set<string>();
  for (const list of LISTS) {
    const file = `${FOLDER}/${list}`;
    if (!existsSync(file)) continue;
    const { vins: recorded } = JSON.parse(readFileSync(file, "utf8")) as { vins: Record<string, unknown> };
    for (const vin of Object.keys(recorded)) if (/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) vins.add(vin);
  }
  return vins.size > 0 ? [...vins] : FALLBACK;
}

/** `count` distinct VINs: the real ones under other serial numbers, check digits kept right. */
export function distinctVins(count: number): string[] {
  const real = realVins();
  const vins: string[] = [];
  for (let round = 0; vins.length < count; round++) {
    for (const vin of real) {
      if (vins.length === count) break;
      const serial = String((Number(vin.slice(14)) + round * 7) % 1000).padStart(3, "0");
      const varied = vin.slice(0, 14) + serial;
      const digit = checkDigit(varied);
      vins.push(vin.slice(0, 8) + (digit || vin.charAt(8)) + varied.slice(9));
    }
  }
  return vins;
}
