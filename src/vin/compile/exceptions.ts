import { CODE_OF, OTHER, VIN_LENGTH } from "../characters.ts";
import { isSet } from "./elements.ts";
import { text, type VpicSource } from "./source.ts";

/** Reads the VINs whose check digit vPIC excuses, as character codes in ascending order. */
export function readExceptions(source: VpicSource): Uint8Array {
  const vins: string[] = [];
  for (const [vin, checkDigit] of source.rows("VinException", ["VIN", "CheckDigit"])) {
    const code = text(vin).trim().toUpperCase();
    if (isSet(checkDigit) && /^[0-9A-Z]{17}$/.test(code)) vins.push(code);
  }
  const codes = new Uint8Array(vins.length * VIN_LENGTH);
  // Digits sort before letters, in texts and in character codes.
  vins.sort().forEach((vin, i) => {
    for (let at = 0; at < VIN_LENGTH; at++) codes[i * VIN_LENGTH + at] = CODE_OF[vin.charCodeAt(at)] ?? OTHER;
  });
  return codes;
}
