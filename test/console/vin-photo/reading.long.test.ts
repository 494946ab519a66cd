import { expect, test } from "bun:test";
import type { Damage } from "./pictures.ts";
import { kinds, readMade } from "./read-picture.ts";

/** As labels have them: with the leading I of scanners' standards, and with a word before it. */
const labels = [
  ["I5J6RW2H59JL990075", "5J6RW2H59JL990075"],
  ["VIN WVWZZZ1KZAW000123", "WVWZZZ1KZAW000123"],
] as const;

/** Pictures, and whether each barcode must be read from them. */
const pictures: readonly (readonly [string, Damage, boolean])[] = [
  ["clean", {}, true],
  ["tilted 5°", { tilt: 5 }, true],
  ["tilted -8°", { tilt: -8 }, true],
  ["tilted 12°", { tilt: 12 }, true],
  ["tilted -15°", { tilt: -15 }, true],
  ["on its side", { tilt: 88 }, true],
  ["upside down", { tilt: 181 }, true],
  ["blurred by 0.3 modules", { blur: 0.3 }, true],
  ["blurred by 0.5 modules", { blur: 0.5 }, true],
  ["blurred by 0.7 modules", { blur: 0.7 }, false],
  ["blurred by 0.9 modules", { blur: 0.9 }, false],
  ["contrast 24 %", { contrast: 60 }, true],
  ["contrast 6 %", { contrast: 15 }, true],
  ["noisy", { contrast: 120, noise: 12 }, true],
  ["tilted 12°, noisy", { tilt: 12, contrast: 150, noise: 12 }, false],
  ["tilted 7°, blurred, noisy", { tilt: 7, blur: 0.5, contrast: 80, noise: 6 }, false],
];

test("barcodes are read from bad pictures, and none wrongly", async () => {
  const rows: Record<string, Record<string, string>> = {};
  const missed: string[] = [];
  const wrong: string[] = [];
  for (const [name, damage, isRequired] of pictures) {
    const row: Record<string, string> = {};
    for (const kind of kinds) {
      let right = 0;
      for (const [text, vin] of labels) {
        const read = await readMade(kind, text, damage);
        if (read === `${kind} ${vin}`) right += 1;
        else if (read !== "") wrong.push(`${name}: ${read} for ${vin}`);
      }
      row[kind] = `${right} of ${labels.length}`;
      if (isRequired && right < labels.length) missed.push(`${kind}, ${name}: ${row[kind]}`);
    }
    rows[name] = row;
  }
  console.table(rows);
  expect([missed, wrong]).toEqual([[], []]);
}, 600_000);
