import { digitsOf } from "../../../base/format/currencies.ts";
import type { PaperBody } from "../paper-body.ts";
import type { EinvoiceForm } from "./forms.ts";
import { listed, type Missing } from "./missing-entry.ts";
import { buyerOf, type Party, sellerOf } from "./party.ts";
import { areGerman, missingOfPeppol } from "./peppol.ts";
import { exemptionOf, isFarFromRate } from "./terms.ts";
import { writable } from "./xml.ts";

export type { Missing };

/** What a paper lacks of an e-invoice in a form. Empty: it is complete. */
export function missingOf(body: PaperBody, form: EinvoiceForm): readonly Missing[] {
  const seller = sellerOf(body);
  const buyer = buyerOf(body);
  if (!buyer) return listed([[true, "BG-7", "buyer", "name", "The buyer's data were removed."]]);
  const isGerman =
    form === "xrechnung_cii" || form === "xrechnung_ubl" || (form === "peppol" && areGerman(seller, buyer));
  return [
    ...missingOfNorm(body, seller, buyer),
    ...(form === "en16931_cii" ? [] : missingAddresses(seller, buyer)),
    ...(isGerman ? missingInGermany(body, seller, buyer) : []),
    ...(form === "peppol" ? missingOfPeppol(body, seller, buyer) : []),
  ];
}

/** What EN 16931 requires in all forms. */
/** The form that the buyer's country receives, else EN 16931 alone; undefined if a paper is complete in neither. */
export function completeFormOf(body: PaperBody): EinvoiceForm | undefined {
  const own = body.buyer?.country === "DE" ? "xrechnung_ubl" : "peppol";
  return ([own, "en16931_cii"] as const).find((form) => missingOf(body, form).length === 0);
}

function missingOfNorm(body: PaperBody, seller: Party, buyer: Party): Missing[] {
  const { category, rate } = body.vat_breakdown[0]!;
  const { reason, code } = exemptionOf(body.vat_breakdown[0]!);
  const isOutside = category === "O";
  const hasTaxId = seller.vatId !== null || (category !== "G" && seller.taxNumber !== null);
  return listed([
    [
      digitsOf(body.currency) > 2,
      "BT-5",
      "paper",
      "currency",
      `Amounts of ${body.currency} have three decimals, and those of e-invoices have at most two.`,
    ],
    [
      isFarFromRate(body, body.vat_breakdown[0]!),
      "BT-117",
      "paper",
      "vat_breakdown",
      `The tax is the rest of what other credit notes have left, and differs from its rate by ${body.currency} 1.`,
    ],
    [
      category === "S" && rate === 0,
      "BT-118",
      "paper",
      "vat_breakdown",
      "The tax has the category S and the rate 0: a rate of 0 has the category Z or E.",
    ],
    [
      !["S", "Z"].includes(category) && reason === null && code === null,
      "BT-120",
      "paper",
      "vat_breakdown",
      "The reason why no tax is added is missing.",
    ],
    [!isOutside && !hasTaxId, "BT-31", "seller", "tax_id", "The seller's VAT ID is missing."],
    [
      isOutside && seller.registration === null,
      "BT-30",
      "seller",
      "registration",
      "The seller's registration is missing: outside of VAT it identifies the seller.",
    ],
    [body.lines.length === 0, "BG-25", "paper", "lines", "The paper has no lines."],
    [body.lines.some(({ name }) => writable(name) === ""), "BT-153", "paper", "lines", "A line has no name."],
    [seller.name === null, "BT-27", "seller", "name", "The seller's name is missing."],
    [buyer.name === null, "BT-44", "buyer", "company", "The buyer's name is missing."],
    [buyer.country === null, "BT-55", "buyer", "country", "The buyer's country is missing."],
    [
      category === "AE" && buyer.vatId === null && buyer.registration === null,
      "BT-48",
      "buyer",
      "tax_id",
      "The buyer's VAT ID is missing: by it the buyer owes the tax.",
    ],
  ]);
}

const missingAddresses = (seller: Party, buyer: Party): Missing[] =>
  listed([
    [
      seller.electronicAddress === null,
      "BT-34",
      "seller",
      "electronic_address",
      "The seller's electronic address is missing, or its scheme is not in the list EAS.",
    ],
    [
      buyer.electronicAddress === null,
      "BT-49",
      "buyer",
      "electronic_address",
      "The buyer's electronic address is missing, or its scheme is not in the list EAS.",
    ],
  ]);

/** What German rules require: XRechnung, and Peppol between German parties. */
const missingInGermany = (body: PaperBody, seller: Party, buyer: Party): Missing[] =>
  listed([
    [
      !body.buyer_reference?.trim(),
      "BT-10",
      "buyer",
      "buyer_reference",
      "The buyer's reference is missing; German authorities have a Leitweg-ID.",
    ],
    [seller.city === null, "BT-37", "seller", "city", "The seller's city is missing."],
    [seller.postalCode === null, "BT-38", "seller", "postal_code", "The seller's postal code is missing."],
    [seller.contact === null, "BT-41", "seller", "contact", "The seller's contact is missing."],
    [
      !/(\d\D*){3}/.test(seller.phone ?? ""),
      "BT-42",
      "seller",
      "phone",
      "The phone number of the seller's contact is missing, or has fewer than three digits.",
    ],
    [seller.email === null, "BT-43", "seller", "email", "The seller's email address is missing."],
    [buyer.city === null, "BT-52", "buyer", "city", "The buyer's city is missing."],
    [buyer.postalCode === null, "BT-53", "buyer", "postal_code", "The buyer's postal code is missing."],
  ]);
