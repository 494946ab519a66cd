import { HASH_SIZE, hashOf } from "./layout.ts";
import type { Pack } from "./pack.ts";

/** Number of a VIN's manufacturer code, or −1 if none is registered. */
export function findWmi(pack: Pack, codes: Uint8Array, length: number): number {
  const a = codes[0]!;
  const b = codes[1]!;
  const c = codes[2]!;
  if (length < 3 || a > 35 || b > 35 || c > 35) return -1;
  let key = (a * 36 + b) * 36 + c;
  if (c === 9 && length >= 14) {
    const d = codes[11]!;
    const e = codes[12]!;
    const f = codes[13]!;
    if (d > 35 || e > 35 || f > 35) return -1;
    key = ((key * 36 + d) * 36 + e) * 36 + f;
  }
  const { hashKeys, hashValues } = pack;
  for (let place = hashOf(key); hashValues[place] !== 0; place = (place + 1) & (HASH_SIZE - 1)) {
    if (hashKeys[place] === key) return hashValues[place]! - 1;
  }
  return -1;
}

/** The code itself: three characters, or six if the third is 9 and the VIN is long enough. */
export function wmiOf(vin: string): string {
  const wmi = vin.slice(0, 3);
  return wmi[2] === "9" && vin.length >= 14 ? wmi + vin.slice(11, 14) : wmi;
}
