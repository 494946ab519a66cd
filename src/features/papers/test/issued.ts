import { amountOf } from "../../../base/format/money.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { type InvoiceRequest, issueInvoice, type Paper, type PaperLine } from "../issue.ts";
import { BillingDetailsRequest, isNamed, readBillingAccount, writeDetails } from "../parties/buyer.ts";
import { Seller, writeSetting } from "../parties/seller.ts";
import { Taxes } from "../parties/taxes.ts";

export const seller = {
  name: "Lotdata s.r.o.",
  address: ["Dlouhá 12"],
  postal_code: "110 00",
  city: "Praha 1",
  country: "CZ",
  tax_id: "CZ12345679",
  registration: "C 98765, Praha",
  email: "billing@lotdata.example",
  iban: "CZ65 0800 0000 1920 0014 5399",
  bic: "GIBACZPX",
} as const;

export const reverseCharge =
  "Reverse charge: the recipient owes the VAT (Article 196, Directive 2006/112/EC).";

export const taxes = {
  rules: [
    { countries: ["CZ"], tax: { rate: 2100, category: "S" } },
    {
      countries: ["AT", "DE", "FR"],
      with_tax_id: true,
      tax: { rate: 0, category: "AE", reason: reverseCharge },
    },
    { countries: ["DE"], with_tax_id: false, tax: { rate: 1900, category: "S" } },
    { countries: ["AT", "FR"], with_tax_id: false, tax: { rate: 2000, category: "S" } },
  ],
  otherwise: { rate: 0, category: "O", reason: "Not subject to VAT." },
} as const;

export const now = Date.parse("2026-11-11T23:00:00Z");

/** Enters the seller's data and the taxes. */
export async function enterSeller(db: Queries): Promise<void> {
  await writeSetting(db, "seller", Seller.parse(seller));
  await writeSetting(db, "taxes", Taxes.parse(taxes));
}

/** What papers name an account by, unless a test enters something else. Its tax is that of the seller's country. */
export const buyer = BillingDetailsRequest.parse({
  name: "Ada Byron",
  address: ["Main Street 1"],
  city: "Brno",
  country: "CZ",
});

/** Enters the billing details of an account, without which nothing is sold to it. */
export const enterBuyer = (db: Queries, accountId: string, details: object = {}): Promise<void> =>
  writeDetails(db, accountId, { ...buyer, ...details });

export const lineOf = (priceMinor: number, more: Partial<PaperLine> = {}): PaperLine => {
  const line: PaperLine = {
    text: "Growth, 12 Nov to 12 Dec 2026",
    detail: "15,000 credits, valid until 12 Jan 2027, subscription growth-acme",
    quantity: 1,
    unit: "month",
    priceMinor,
    per: 1,
    netMinor: 0,
    ...more,
  };
  return { ...line, netMinor: amountOf(line.quantity, line.priceMinor, line.per) };
};

export const requestOf = (
  accountId: string,
  lines: readonly PaperLine[],
  more: Partial<InvoiceRequest> = {},
): InvoiceRequest => ({
  accountId,
  subscriptionId: "growth-acme",
  currency: "EUR",
  lines,
  suppliedFrom: Date.parse("2026-11-12T00:00:00Z"),
  suppliedTo: Date.parse("2026-12-12T00:00:00Z"),
  paid: null,
  dueAt: null,
  paymentId: null,
  now,
  ...more,
});

/** Issues an invoice to an account whose address, or whose details, are entered before if none are. */
export async function issueNamed(tx: Queries, request: InvoiceRequest): Promise<Paper> {
  const { accountId } = request;
  const { details } = await readBillingAccount(tx, accountId);
  if (!(await isNamed(tx, accountId)))
    await writeDetails(tx, accountId, details ? { ...details, address: buyer.address } : buyer);
  return issueInvoice(tx, request);
}

/** An invoice of one line, in a transaction of its own. */
export const issueOne = (
  db: Database,
  accountId: string,
  priceMinor: number,
  more: Partial<InvoiceRequest> = {},
): Promise<Paper> =>
  db.transaction((tx) => issueNamed(tx, requestOf(accountId, [lineOf(priceMinor)], more)), {
    repeatable: true,
  });
