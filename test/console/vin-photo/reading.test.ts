import { expect, test } from "bun:test";
import { readPicture } from "../../../console/src/parts/vin-photo/attempts.ts";
import { vinsOf } from "../../../console/src/parts/vin-photo/vins-of-barcodes.ts";
import { kinds, readMade } from "./read-picture.ts";

const american = "1HGCM82633A004352";
const european = "WVWZZZ1KZAW000123";

test.each(kinds)("a clean %s is read, also as labels have it", async (kind) => {
  // Code 39 has stars at both ends, which are no part of its text.
  const label = kind === "Code39" ? european : `*${european}*`;
  const read = [await readMade(kind, `I${american}`), await readMade(kind, label)];
  expect(read).toEqual([`${kind} ${american}`, `${kind} ${european}`]);
});

test("a Code 128 that is tilted, noisy or of low contrast is read", async () => {
  const damages = [{ tilt: 12 }, { tilt: -12, contrast: 150, noise: 12 }, { contrast: 15 }];
  const read = [];
  for (const damage of damages) read.push(await readMade("Code128", `I${american}`, damage));
  expect(read).toEqual(damages.map(() => `Code128 ${american}`));
});

test("a blurred Data Matrix is read", async () => {
  expect(await readMade("DataMatrix", american, { blur: 0.5 })).toBe(`DataMatrix ${american}`);
});

test("a picture without a barcode has no VIN", async () => {
  const paper = { data: new Uint8ClampedArray(4 * 80 * 60).fill(255), width: 80, height: 60 };
  expect(await readPicture(paper, (found) => found.length > 0)).toEqual([]);
});

test("VINs are found in the texts of barcodes, each once", () => {
  const texts = [
    american,
    `[)>\u001e06\u001dI${european}\u001d1P7\u001e\u0004`,
    `https://example.test/?vin=${american}`,
    `DAQ12\nVAD5J6RW2H59JL990075\nDCS`,
    "7391002200417",
  ];
  const found = vinsOf(texts.map((text) => ({ kind: "QRCode", text })));
  expect(found.map(({ vin }) => vin)).toEqual([american, european, "5J6RW2H59JL990075"]);
});
