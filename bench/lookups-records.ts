import type { EventRow, VehicleRow } from "../src/vehicles/families/record-family.ts";

const characters = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";
const images = 10;

/** Uniformly random VINs, the same for a number. */
export function vinAt(index: number): string {
  let state = BigInt(index + 1) * 0x9e3779b97f4a7c15n;
  let vin = "";
  for (let place = 0; place < 17; place++) {
    state = BigInt.asUintN(64, (state ^ (state >> 29n)) * 0xbf58476d1ce4e5b9n + 1n);
    vin += characters[Number((state >> 40n) % 33n)]!;
  }
  return vin;
}

const filler = "Hail damage to the roof and hood, paint chips, interior worn. ".repeat(120);

/** Auction records of some 10 KB with ten images each. */
export function* auctions(records: number): Generator<EventRow> {
  for (let index = 0; index < records; index++) {
    const vin = vinAt(index);
    const record = {
      sale_index: "sold-1",
      price: "$4,200",
      "sale status": "Sold",
      vname: `2015 Example ${index}`,
      "lot-number": String(index),
      "title-and-condition": { VIN: vin, Common: filler },
      images: Array.from({ length: images }, (_, image) => `lots/${vin}/${index}-${image}-full-size.jpg`),
      vin,
    };
    const vehicle = { year: 2015, make: "Example", model: "One" };
    yield { vin, at: 1_700_000_000_000 + index, id: String(index), ...vehicle, record };
  }
}

/** Part records enough for a selector with some hundred choices. */
export function* parts(): Generator<VehicleRow> {
  for (let year = 1990; year <= 2026; year++)
    for (let make = 0; make < 100; make++)
      yield { year, names: [`Make ${make}`, "Model", "Trim", "Brakes", "Pads"], record: { parts: [] } };
}
