import { isCountry } from "../../../base/reading/countries.ts";
import { type ElectronicAddress, isScheme } from "../../../base/reading/e-invoices/electronic-addresses.ts";
import { plainTaxId } from "../../../base/reading/tax-ids.ts";
import type { PaperBody } from "../paper-body.ts";
import { writable } from "./xml.ts";

/** Seller or buyer, as both syntaxes write them. What is null is left out. */
export interface Party {
  readonly name: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Up to three. */
  readonly address: readonly string[];
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string | null;
  /** With the prefix of its country; null for another tax ID. */
  readonly vatId: string | null;
  /** A tax ID of the seller that is no VAT ID. */
  readonly taxNumber: string | null;
  readonly registration: string | null;
  /** Null also if its scheme is in no list. */
  readonly electronicAddress: ElectronicAddress | null;
}

const given = (text: string | null | undefined): string | null => writable(text ?? "") || null;

/** Prefixes of VAT IDs that are no codes of countries: Greece and Northern Ireland. */
const otherPrefixes: ReadonlySet<string> = new Set(["EL", "XI"]);

/** A tax ID as a VAT ID, with the prefix of a country; null if it is none. */
function vatIdOf(taxId: string, country: string | null): string | null {
  const plain = plainTaxId(taxId);
  // Norwegian numbers are VAT IDs only with the letters at their end.
  if (country === "NO") return /\d{9}MVA$/.test(plain) ? `NO${plain.slice(-12)}` : null;
  const prefix = plain.slice(0, 2);
  return /\d/.test(plain) && (isCountry(prefix) || otherPrefixes.has(prefix)) ? plain : null;
}

function taxIdsOf(taxId: string | null, country: string | null): Pick<Party, "vatId" | "taxNumber"> {
  const text = given(taxId);
  const vatId = text && vatIdOf(text, country);
  return { vatId, taxNumber: vatId ? null : text };
}

/** Three lines at most: a fourth one is appended to the third. */
function addressOf(lines: readonly string[]): string[] {
  const [first, second, ...rest] = lines.flatMap((line) => given(line) ?? []);
  return [first, second, rest.join(", ")].flatMap((line) => line || []);
}

function electronicAddressOf(address: ElectronicAddress | null | undefined): ElectronicAddress | null {
  const id = given(address?.id);
  return address && id && isScheme(address.scheme) ? { scheme: address.scheme, id } : null;
}

export function sellerOf({ seller }: PaperBody): Party {
  return {
    name: given(seller.name),
    contact: given(seller.contact),
    phone: given(seller.phone),
    email: given(seller.email),
    address: addressOf(seller.address),
    postalCode: given(seller.postal_code),
    city: given(seller.city),
    country: seller.country,
    ...taxIdsOf(seller.tax_id, seller.country),
    registration: given(seller.registration),
    electronicAddress: electronicAddressOf(seller.electronic_address),
  };
}

/**
 * A person without a company is the buyer itself, not its contact. A tax ID that is no VAT ID is its registration: EN
 * 16931 has no other tax ID of buyers.
 */
export function buyerOf({ buyer }: PaperBody): Party | null {
  if (!buyer) return null;
  const company = given(buyer.company);
  const name = given(buyer.name);
  const { vatId, taxNumber } = taxIdsOf(buyer.tax_id, buyer.country);
  return {
    name: company ?? name,
    contact: company && name,
    phone: null,
    email: given(buyer.invoices_to),
    address: addressOf(buyer.address),
    postalCode: given(buyer.postal_code),
    city: given(buyer.city),
    country: buyer.country,
    vatId,
    taxNumber: null,
    registration: taxNumber,
    electronicAddress: electronicAddressOf(buyer.electronic_address),
  };
}
