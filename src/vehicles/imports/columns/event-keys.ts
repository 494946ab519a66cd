import { plateStates } from "../../families/plate-states.ts";
import type { EventRow } from "../../families/record-family.ts";
import { amountOf, momentOf, textOf, wholeNumber } from "./key-values.ts";

type Members = Readonly<Record<string, unknown>>;

const members = (record: Members, name: string): Members => (record[name] ?? {}) as Members;
const textIn = (record: Members, name: string): string => {
  const value = record[name];
  return typeof value === "string" ? value : "";
};

/** Tells an event without a number of its own from others: the same record has the same. */
function digestOf(record: Members): string {
  return Bun.hash(JSON.stringify(record)).toString(16).padStart(16, "0");
}

/** An auction's event, by what its record says in the specification's words (2.3). */
export function eventOfAuction(record: Members): Omit<EventRow, "vin"> {
  const specs = members(record, "technical-specs");
  const place = members(record, "sale-date-location");
  const sold = /^sold$/i.test(textIn(record, "sale status"));
  const price = sold ? amountOf(record.price) : undefined;
  const odometer = amountOf(specs.Odometer);
  const year = textIn(record, "year");
  return {
    at: momentOf(textIn(place, "Auction Date")),
    id: textIn(record, "lot-number") || textIn(record, "sale_index") || digestOf(record),
    year: /^\d{4}$/.test(year) ? Number(year) : 0,
    make: textIn(record, "make"),
    model: textIn(record, "model"),
    trim: textIn(specs, "Trim"),
    ...(price && { price }),
    ...(odometer && { odometer }),
    state: stateIn(textIn(place, "Location")),
    record,
  };
}

/** A sale's event, by its record (2.4) and the vehicle that the row names beside it. */
export function eventOfSale(record: Members, given: Members): Omit<EventRow, "vin"> {
  const data = members(record, "data");
  const price = amountOf(textOf(given, "sold_for", false) || members(data, "listing_price").price);
  const odometer = amountOf(data.odometer_mi);
  return {
    at: momentOf(textIn(record, "post_date")),
    id: textIn(data, "listing_id") || digestOf(record),
    year: wholeNumber(given, "year", 1900, 2100),
    make: textOf(given, "make", true),
    model: textOf(given, "model", true),
    trim: textOf(given, "trim", false),
    ...(price && { price }),
    ...(odometer && { odometer }),
    state: stateIn(textIn(data, "state")),
    record,
  };
}

function stateIn(text: string): string {
  const found = text.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? [];
  return found.find((one) => plateStates.has(one)) ?? "";
}
