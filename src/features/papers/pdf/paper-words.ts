import { count, dayName } from "../../../base/format/words.ts";
import type { BodyLine, PaperBody } from "../paper-body.ts";
import { countryName } from "../parties/countries.ts";

// The words with which papers show what their body has.

interface Place {
  readonly address: readonly string[];
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

const isText = (text: string | null | undefined): text is string => Boolean(text);
const cityOf = ({ postal_code, city }: Place): string => [postal_code, city].filter(isText).join(" ");

/** The lines of a buyer's address, the name first. */
export const addressOf = (buyer: NonNullable<PaperBody["buyer"]>): string[] =>
  [
    buyer.company,
    buyer.name,
    ...buyer.address,
    cityOf(buyer),
    buyer.country && countryName(buyer.country),
  ].filter(isText);

/** European IDs begin with the country. */
export const taxIdOf = (id: string): string => `${/^[A-Za-z]{2}/.test(id) ? "VAT" : "Tax"} ID ${id}`;

/** How a buyer's ID was confirmed; empty if it was taken by its form. */
export function checkText({ tax_id_check: check }: NonNullable<PaperBody["buyer"]>): string {
  if (!check) return "";
  const day = dayName(check.on);
  const reference = check.reference ? `, consultation number ${check.reference}` : "";
  switch (check.state) {
    case "valid":
      return `Confirmed by VIES on ${day}${reference}.`;
    case "invalid":
      return `Not valid by VIES on ${day}${reference}: VAT is charged as without it.`;
    case "accepted":
      return `Not confirmed: VIES did not answer. The seller accepted it on ${day}.`;
    case "refused":
      return `Not confirmed: VIES did not answer. VAT is charged as without it since ${day}.`;
    default:
      return `Not confirmed: VIES did not answer on ${day}.`;
  }
}

/** What follows the seller's name. */
export function sellerLines(seller: PaperBody["seller"]): string[] {
  const ids = [seller.tax_id && taxIdOf(seller.tax_id), seller.registration && `reg. ${seller.registration}`];
  return [
    [...seller.address, cityOf(seller), countryName(seller.country)].filter(isText).join(", "),
    ids.filter(isText).join(", "),
    seller.email,
  ].filter(isText);
}

/** 12 Nov 2026 to 12 Dec 2026. */
export const periodOf = ({ start, end }: PaperBody["period"]): string =>
  end === null || end === start ? dayName(start) : `${dayName(start)} to ${dayName(end)}`;

/** 1 month, 15,000 credits, 2. */
export function quantityOf({ quantity, unit }: BodyLine): string {
  if (unit === "piece") return count(quantity);
  if (unit === "credits") return `${count(quantity)} credit${quantity === 1 ? "" : "s"}`;
  return `${count(quantity)} ${unit}${quantity === 1 ? "" : "s"}`;
}

/** 19%, 5.5%. */
export const rateOf = (rate: number): string => `${rate / 100}%`;
