import { expect, test } from "bun:test";
import { eventsOf, historyFinding } from "./events.ts";

const auction = {
  sale_index: "sold-3",
  price: "$5,500",
  "sale status": "Sold",
  "lot-number": "44714105",
  "title-and-condition": {
    "Title Description": "Salvage Certificate",
    "Primary Damage": "Front End",
    "Secondary Damage": "Mechanical",
  },
  "technical-specs": { Odometer: "44,292 mi" },
  "sale-date-location": {
    "Auction Date": "Aug 26, 2021",
    Location: "Providence, RI",
    "Seller Type": "Insurance",
    "Seller Name": "Demo Auction",
  },
  images: ["a.svg"],
};
const sale = {
  post_date: "2026-03-20 11:10:00+00:00",
  data: {
    sale_status: "sold",
    sale_date: "Mar 20, 2026",
    city: "Los Angeles",
    state: "CA",
    dealer_name: "Demo Auto Group",
    seller_type: "dealership",
    odometer_mi: "96,202",
    title_record: "Rebuilt",
    listing_price: { price: "10400" },
    images: [],
  },
};

test("auctions and sales are one history, newest first", () => {
  const events = eventsOf([auction], [sale]);
  expect(events).toEqual([
    {
      id: "s02026-03-20 11:10:00+00:00",
      at: Date.UTC(2026, 2, 20),
      price: 10_400,
      sold: true,
      kind: "sale",
      place: "Los Angeles, CA",
      seller: "Demo Auto Group, dealership",
      odometer: "96,202 mi",
      title: "Rebuilt",
      damage: "",
      lot: "",
      images: [],
    },
    {
      id: "asold-344714105",
      at: Date.UTC(2021, 7, 26),
      price: 5500,
      sold: true,
      kind: "auction",
      place: "Providence, RI",
      seller: "Demo Auction, insurance",
      odometer: "44,292 mi",
      title: "Salvage Certificate",
      damage: "Front End, mechanical",
      lot: "44714105",
      images: ["a.svg"],
    },
  ]);
  expect(historyFinding(events)).toBe("Sold twice, once with damage");
});

test("the same event in both histories is merged", () => {
  const again = {
    ...sale,
    data: { ...sale.data, sale_date: "Aug 26, 2021", listing_price: { price: "5500" } },
  };
  const events = eventsOf([auction], [again, sale]);
  expect(events.map(({ kind, at }) => [kind, at])).toEqual([
    ["sale", Date.UTC(2026, 2, 20)],
    ["auction", Date.UTC(2021, 7, 26)],
  ]);
});

test.each([
  ["Aug 26, 2021", Date.UTC(2021, 7, 26)],
  ["2021-08-26 11:10:00+00:00", Date.UTC(2021, 7, 26)],
  ["Feb 30, 2021", undefined],
  ["2021-02-30", undefined],
  ["202112", undefined],
  ["08/26/2021", undefined],
])("the day %p is shown at %p", (text, at) => {
  const dated = { ...auction, "sale-date-location": { "Auction Date": text } };
  expect(eventsOf([dated], []).map((event) => event.at)).toEqual(at === undefined ? [] : [at]);
});

test.each([
  ["$5,500", "", 5500],
  ["17550.00", "", 17_550],
  ["17.550,00 €", "", undefined],
  ["17550", "EUR", undefined],
  ["17550", "USD", 17_550],
  ["C$12,400", "", undefined],
  ["about $19,800", "", 19_800],
  ["0x10", "", undefined],
])("the price %p in %p is %p", (price, currency, dollars) => {
  const listed = { ...sale, data: { ...sale.data, listing_price: { price, currency } } };
  expect(eventsOf([], [listed])[0]?.price).toBe(dollars);
});

test("an unknown price stays unknown", () => {
  const listed = { ...auction, price: "N/A", "sale status": "Not sold" };
  expect(eventsOf([listed], [])[0]).toMatchObject({ price: undefined, sold: false });
  expect(historyFinding([])).toBe("No sales on record");
});
