import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkDigit } from "../../src/vin/check-digit.ts";

const folder = "../shared/data/vins";
const lists = ["vpic_golden.json", "yard_inventory.json"];

/** Made up from real patterns of common makers, for machines without the recorded lists. */
const fallback = [
  "1HGCM82633A004352",
  "5YJ3E1EA7KF317000",
  "1FTFW1ET5DFC10312",
  "1HD1KB4197Y722798",
  "1XPVD09X4BD116967",
  "2XKHAN8X1AM273634",
  "1M8GDM9AXKP042788",
];

/** The real 17-character VINs of the recorded lists, without repetition. */
export function realVins(): string[] {
  const files = lists.map((name) => join(folder, name)).filter((file) => existsSync(file));
  const recorded = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, "utf8")).vins));
  const vins = new Set(recorded.filter((vin) => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)));
  return vins.size > 0 ? [...vins] : fallback;
}

/** `count` distinct VINs: real ones with other serial numbers and correct check digits. */
export function distinctVins(count: number): string[] {
  const real = realVins();
  return Array.from({ length: count }, (_, index) => {
    const vin = real[index % real.length]!;
    const round = Math.floor(index / real.length);
    const serial = String((Number(vin.slice(14)) + round * 7) % 1000).padStart(3, "0");
    const varied = vin.slice(0, 14) + serial;
    return vin.slice(0, 8) + (checkDigit(varied) || vin.charAt(8)) + varied.slice(9);
  });
}
