import { auctionRecords } from "../../src/vehicles/families/apis/auction.ts";
import { scaled } from "../common/settings.ts";

const characters = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";
const images = 10;

export const auctionCount = scaled(20_000);

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

/** Auction records of some 10 KB with ten images each, as lines of JSON. */
export function* auctions(): Generator<string> {
  for (let index = 0; index < auctionCount; index++) {
    const vin = vinAt(index);
    const row = {
      ...auctionRecords.example,
      vin,
      at: new Date(1_700_000_000_000 + index * 1000).toISOString(),
      id: String(index),
      "title-and-condition": { VIN: vin, Common: filler },
      images: Array.from({ length: images }, (_, image) => `lots/${vin}/${index}-${image}-full-size.jpg`),
    };
    yield `${JSON.stringify(row)}\n`;
  }
}

/** Part records with some hundred choices for each year of the selector. */
export function* parts(): Generator<string> {
  const names = { model: "Model", trim: "Trim", category: "Brakes", subcategory: "Pads" };
  const part = { part_number: "45022-TLA-A01", name: "Pad set", quantity: "1" };
  for (let year = 1990; year <= 2026; year++)
    for (let make = 0; make < 100; make++)
      yield `${JSON.stringify({ year, make: `Make ${make}`, ...names, parts: [part] })}\n`;
}
