import { type BodyLine, cardOf, type PaperBody } from "../paper-body.ts";
import { type PaperWording, paperWordings } from "./paper-texts.ts";

// The words with which papers show what their body has.

/** Papers of before have no language: they are in English. */
export const wordingOf = ({ language = "en" }: PaperBody): PaperWording => paperWordings[language];

interface Place {
  readonly address: readonly string[];
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

const isText = (text: string | null | undefined): text is string => Boolean(text);
const cityOf = ({ postal_code, city }: Place): string => [postal_code, city].filter(isText).join(" ");

const countryNames = new Map<string, Intl.DisplayNames>();

/** Germany; the code if it has no name. */
function countryName(code: string, { language }: PaperWording): string {
  const names = countryNames.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  countryNames.set(language, names);
  return names.of(code) ?? code;
}

/** The lines of a buyer's address, the name first. */
export const addressOf = (buyer: NonNullable<PaperBody["buyer"]>, words: PaperWording): string[] =>
  [
    buyer.company,
    buyer.name,
    ...buyer.address,
    cityOf(buyer),
    buyer.country && countryName(buyer.country, words),
  ].filter(isText);

/** European IDs begin with the country. */
export const taxIdOf = (id: string, { say }: PaperWording): string =>
  /^[A-Za-z]{2}/.test(id) ? say("VAT ID {id}", { id }) : say("Tax ID {id}", { id });

/** How a buyer's ID was confirmed; empty if it was taken by its form. */
export function checkText(
  { tax_id_check: check }: NonNullable<PaperBody["buyer"]>,
  { say, dayName }: PaperWording,
): string {
  if (!check) return "";
  const day = dayName(check.on);
  const reference = check.reference || undefined;
  switch (check.state) {
    case "valid":
      return reference === undefined
        ? say("Confirmed by VIES on {day}.", { day })
        : say("Confirmed by VIES on {day}, consultation number {reference}.", { day, reference });
    case "invalid":
      return reference === undefined
        ? say("Not valid by VIES on {day}: VAT is charged as without it.", { day })
        : say("Not valid by VIES on {day}, consultation number {reference}: VAT is charged as without it.", {
            day,
            reference,
          });
    case "accepted":
      return say("Not confirmed: VIES did not answer. The seller accepted it on {day}.", { day });
    case "refused":
      return say("Not confirmed: VIES did not answer. VAT is charged as without it since {day}.", { day });
    default:
      return say("Not confirmed: VIES did not answer on {day}.", { day });
  }
}

/** What follows the seller's name. */
export function sellerLines(seller: PaperBody["seller"], words: PaperWording): string[] {
  const { tax_id, registration } = seller;
  const ids = [
    tax_id && taxIdOf(tax_id, words),
    registration && words.say("reg. {registration}", { registration }),
  ];
  return [
    [...seller.address, cityOf(seller), countryName(seller.country, words)].filter(isText).join(", "),
    ids.filter(isText).join(", "),
    seller.email,
  ].filter(isText);
}

/** 12 Nov 2026 to 12 Dec 2026. */
export const periodOf = ({ start, end }: PaperBody["period"], { say, dayName }: PaperWording): string =>
  end === null || end === start
    ? dayName(start)
    : say("{start} to {end}", { start: dayName(start), end: dayName(end) });

/** 1 month, 15,000 credits, 2. */
export function quantityOf({ quantity, unit }: BodyLine, { count, counted }: PaperWording): string {
  if (unit === "piece") return count(quantity);
  return counted(quantity, unit === "credits" ? "credit" : unit);
}

/** 19%, 5.5%, for hundredths of a percent. */
export const rateOf = (rate: number, { percent }: PaperWording): string => percent(rate / 100);

/** How it was paid: `Transfer`, `Card`, or the brand and the last digits of a card. */
export function methodOf(method: string, { say }: PaperWording): string {
  if (method === "Transfer" || method === "Card") return say(method);
  const card = cardOf(method);
  if (!card) return method;
  const { brand, digits } = card;
  return say("{brand} ending {digits}", { brand: brand === "Card" ? say("Card") : brand, digits });
}
