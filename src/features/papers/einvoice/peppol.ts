import { type ElectronicAddress, isInPeppol } from "../../../base/reading/e-invoices/electronic-addresses.ts";
import type { PaperBody } from "../paper-body.ts";
import { listed, type Missing } from "./missing-entry.ts";
import type { Party } from "./party.ts";
import { type PaymentMeans, paymentMeansOf } from "./terms.ts";

/** An ID of a company in a register; null: in none that has a scheme. */
export interface LegalId {
  readonly id: string;
  readonly scheme: string | null;
}

/** The ID of a company as its country's rules in Peppol require it; null if it has none of that form. */
export function peppolLegalId({ country, vatId, registration }: Party): LegalId | null {
  const digits = (registration ?? "").replace(/\D/g, "");
  const of = (length: number, scheme: string): LegalId | null =>
    digits.length === length ? { id: digits, scheme } : null;
  switch (country) {
    case "DK":
      return vatId && /^DK\d{8}$/.test(vatId) ? { id: vatId.slice(2), scheme: "0184" } : of(8, "0184");
    case "IS":
      return of(10, "0196");
    case "NL":
      return of(8, "0106") ?? of(20, "0190");
    case "SE":
      return vatId && /^SE\d{12}$/.test(vatId) ? { id: vatId.slice(2, 12), scheme: "0007" } : null;
    default:
      return registration === null ? null : { id: registration, scheme: null };
  }
}

export const areGerman = (seller: Party, buyer: Party): boolean =>
  seller.country === "DE" && buyer.country === "DE";

/** Whether a paper is an invoice of which something is to be paid. */
const isDue = ({ type_code, totals }: PaperBody): boolean => type_code === "380" && totals.due_minor > 0;

/** Null where nothing is to be paid and no card was used: the rules of some countries refuse the codes of other means. */
export function peppolMeans(body: PaperBody, seller: Party, buyer: Party): PaymentMeans | null {
  const means = paymentMeansOf(body);
  return means.account || means.card || isDue(body) || areGerman(seller, buyer) ? means : null;
}

const swedishRates: readonly number[] = [600, 1200, 2500];

const cannotReach = (address: ElectronicAddress | null): boolean => address !== null && !isInPeppol(address);

/** What Peppol requires, and its rules for the countries of sellers. */
export function missingOfPeppol(body: PaperBody, seller: Party, buyer: Party): Missing[] {
  const { category, rate } = body.vat_breakdown[0]!;
  const isIn = (country: string) => seller.country === country;
  const areIn = (country: string) => isIn(country) && buyer.country === country;
  const isGreek = isIn("GR") || Boolean(seller.vatId?.startsWith("EL"));
  const isItalian = isIn("IT") || Boolean(seller.vatId?.startsWith("IT"));
  return listed([
    [
      cannotReach(seller.electronicAddress),
      "BT-34",
      "seller",
      "electronic_address",
      "The seller's electronic address is none of Peppol: its scheme is unknown there, or its ID is mistyped.",
    ],
    [
      cannotReach(buyer.electronicAddress),
      "BT-49",
      "buyer",
      "electronic_address",
      "The buyer's electronic address is none of Peppol: its scheme is unknown there, or its ID is mistyped.",
    ],
    [
      !body.buyer_reference?.trim() && !body.order_reference?.trim(),
      "BT-10",
      "buyer",
      "buyer_reference",
      "The buyer's reference is missing, and so is the order reference: Peppol requires one of them.",
    ],
    [
      isGreek,
      "BT-1",
      "paper",
      "number",
      "Peppol requires of Greek sellers that each invoice is registered with the tax office, which papers are not.",
    ],
    [
      (isIn("DK") || isIn("IS") || (isIn("NL") && category === "O")) && peppolLegalId(seller) === null,
      "BT-30",
      "seller",
      "registration",
      "The number of the seller in its country's register of companies is missing.",
    ],
    [
      areIn("IS") && peppolLegalId(buyer) === null,
      "BT-47",
      "buyer",
      "tax_id",
      "The number of the buyer in its country's register of companies is missing.",
    ],
    [
      (isItalian || isIn("NL") || isIn("IS")) && seller.postalCode === null,
      "BT-38",
      "seller",
      "postal_code",
      "The seller's postal code is missing.",
    ],
    [
      (areIn("NL") || areIn("IS")) && buyer.address.length === 0,
      "BT-50",
      "buyer",
      "address",
      "The buyer's address is missing.",
    ],
    [areIn("NL") && buyer.city === null, "BT-52", "buyer", "city", "The buyer's city is missing."],
    [
      (areIn("NL") || areIn("IS")) && buyer.postalCode === null,
      "BT-53",
      "buyer",
      "postal_code",
      "The buyer's postal code is missing.",
    ],
    [
      areIn("NL") && isDue(body) && paymentMeansOf(body).account === null,
      "BT-84",
      "seller",
      "iban",
      "The IBAN of the seller's account is missing, to which the buyer pays.",
    ],
    [
      areIn("DK") && paymentMeansOf(body).code === "30",
      "BT-81",
      "paper",
      "currency",
      "Peppol has no transfer to an IBAN between Danish parties, except in euros.",
    ],
    [
      isIn("SE") && category === "S" && !swedishRates.includes(rate),
      "BT-119",
      "paper",
      "vat_breakdown",
      "Peppol takes from Swedish sellers only the rates 6%, 12% and 25%.",
    ],
  ]);
}
