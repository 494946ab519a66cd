import { expect, test } from "bun:test";
import { auctionRecords } from "../../families/apis/auction.ts";
import { lienRecords } from "../../families/apis/lien.ts";
import { saleRecords } from "../../families/apis/saleshistory.ts";
import { sameReadingOf } from "./same-reading.ts";

const isSameSale = sameReadingOf(saleRecords);
const price = (text: string, currency = "") => ({ data: { listing_price: { price: text, currency } } });
const miles = (text: string) => ({ data: { odometer_mi: text } });
const date = (text: string, asListed?: object) => ({
  post_date: text,
  ...(asListed && { as_listed: asListed }),
});
const note = (text: unknown) => ({ data: { description: text } });

type Case = readonly [former: object, latter: object, isSame: boolean];

const sales: readonly Case[] = [
  [price("17.550,00 €"), price("17550", "EUR"), true],
  [price("17.550,00 €"), price("17550", "USD"), false],
  [price("17550", "USD"), price("17550", ""), false],
  [price("17,5k"), price("17500"), true],
  [price("17 550"), price("17550"), true],
  [price("1.7550"), price("17550"), false],
  [price("17550"), price("17551"), false],
  [price("17.550"), price("17.55"), true],
  [price("-1"), price("1"), false],
  [price("N/A"), price(""), true],
  [price("N/A"), price("1"), false],
  [miles("97.303 km"), miles("60,461"), true],
  [miles("97.303 km"), miles("97,303"), true],
  [miles("97.303 km"), miles("60,462"), false],
  [miles("62,574"), miles("62,575"), false],
  [date("18.10.2026"), date("2026-10-18 00:00:00+00:00"), true],
  [date("3/2/2024"), date("2024-02-03 00:00:00+00:00"), true],
  [date("3/2/2024"), date("2024-03-02 00:00:00+00:00"), true],
  [date("3/2/2024"), date("2024-03-03 00:00:00+00:00"), false],
  [date("2026-10-18T10:20:30Z"), date("2026-10-18 10:20:30+00:00"), true],
  [date("2026-10-18T10:20:30Z"), date("2026-10-18 10:20:31+00:00"), false],
  [date("soon"), date("", { post_date: "soon" }), true],
  [date("soon"), date("", { post_date: "later" }), false],
  [date("soon"), date(""), false],
  [note("None"), note(""), true],
  [note("One owner"), note(""), false],
  [note("2018.0"), note("2018"), true],
  [note("YES"), note("yes"), true],
  [note("YES"), note("no"), false],
  [note("a\0b"), note("ab"), true],
  [{}, note("new"), false],
];

test.each(sales)("sales %j and %j", (former, latter, isSame) => {
  // A rollback compares them the other way.
  expect([
    isSameSale(former as never, latter as never),
    isSameSale(latter as never, former as never),
  ]).toEqual([isSame, isSame]);
});

test("days in lists, and members with dots, are found", () => {
  const isSameLien = sameReadingOf(lienRecords);
  const lien = (filed_at: string) => ({ liens: [{ lienholder: "A", filed_at }, { filed_at: "2026-01-02" }] });
  expect(isSameLien(lien("18.10.2026"), lien("2026-10-18"))).toBe(true);
  expect(isSameLien(lien("18.10.2026"), lien("2026-10-19"))).toBe(false);
  expect(isSameLien(lien("2026-10-18"), { liens: lien("2026-10-18").liens.slice(0, 1) })).toBe(false);
  const isSameAuction = sameReadingOf(auctionRecords);
  const specs = (text: string) => ({ specs: { "Avg. Estimated Retail Value": text } });
  expect(isSameAuction(specs("1"), specs("2"))).toBe(false);
});
