import { z } from "zod";
import { amountOf } from "../../../base/format/money.ts";
import type { Queries } from "../../../database/database.ts";
import { line } from "../../../management/common/identifiers.ts";
import { type Buyer, readBuyer, readTaxed, uncountedTaxId } from "./buyer.ts";
import { country } from "./countries.ts";
import { findSetting, getSetting, type Seller } from "./seller.ts";

/** The categories of EN 16931: standard, zero, exempt, reverse charge, export, outside the scope of VAT. */
export const taxCategories = ["S", "Z", "E", "AE", "G", "O"] as const;

export const Tax = z
  .strictObject({
    rate: z.int().min(0).max(10_000).describe("In hundredths of a percent: 1900 is 19%."),
    category: z.enum(taxCategories).describe("The category of EN 16931."),
    reason: line(300, 0).default("").describe("Printed, such as why no tax is added."),
  })
  .refine(({ rate, category }) => category === "S" || rate === 0, {
    path: ["rate"],
    error: "must be 0 unless the category is S",
  })
  .refine(({ category, reason }) => ["S", "Z"].includes(category) || reason !== "", {
    path: ["reason"],
    error: "is required by EN 16931 for this category",
  })
  .meta({ id: "Tax" });

/** Which tax a buyer pays. The first rule that fits is taken. */
export const Taxes = z
  .strictObject({
    rules: z
      .array(
        z.strictObject({
          countries: z.array(country).min(1).max(250).describe("The buyer's, as codes of ISO 3166-1."),
          with_tax_id: z
            .boolean()
            .nullable()
            .default(null)
            .describe("Only for buyers with a tax ID, or only without; null: for both."),
          tax: Tax.describe("What these buyers pay."),
        }),
      )
      .max(100)
      .default([])
      .describe("In the order in which they are tried."),
    otherwise: Tax.describe("For buyers that no rule fits."),
  })
  .meta({ id: "Taxes" });

export type Taxes = z.output<typeof Taxes>;

/** The tax of a net sum. */
export interface TaxQuote {
  readonly netMinor: number;
  /** In hundredths of a percent: 1900 is 19%. */
  readonly rate: number;
  readonly category: string;
  /** Printed; may be empty. */
  readonly reason: string;
  readonly taxMinor: number;
  readonly grossMinor: number;
}

/** What decides a buyer's tax. */
type TaxedBuyer = Pick<Buyer, "country" | "tax_id" | "tax_id_check">;

/** Tax of a net sum for an account, as an invoice issued now would have it. Throws 409 until taxes are entered. */
export async function quoteTax(
  tx: Queries,
  accountId: string,
  netMinor: number,
  _currency: string,
): Promise<TaxQuote> {
  return taxFor(tx, await readBuyer(tx, accountId), netMinor);
}

/**
 * A buyer whose country is unknown has the price of one of the seller's country, and one whose tax ID has a wrong form, or is not
 * valid by VIES, as one without.
 */
export function taxOf({ rules, otherwise }: Taxes, seller: Seller, buyer: TaxedBuyer): z.output<typeof Tax> {
  const from = buyer.country ?? seller.country;
  const hasTaxId = buyer.tax_id !== null && uncountedTaxId(buyer) === undefined;
  const rule = rules.find(
    ({ countries, with_tax_id }) =>
      countries.includes(from) && (with_tax_id === null || with_tax_id === hasTaxId),
  );
  return rule?.tax ?? otherwise;
}

export async function taxFor(tx: Queries, buyer: Buyer, netMinor: number): Promise<TaxQuote> {
  const seller = await getSetting<Seller>(tx, "seller");
  const taxes = await getSetting<Taxes>(tx, "taxes");
  return quoteOf(taxes, seller, buyer, netMinor);
}

function quoteOf(taxes: Taxes, seller: Seller, buyer: TaxedBuyer, netMinor: number): TaxQuote {
  const { rate, category, reason } = taxOf(taxes, seller, buyer);
  const taxMinor = amountOf(netMinor, rate, 10_000);
  return { netMinor, rate, category, reason, taxMinor, grossMinor: netMinor + taxMinor };
}

/** Net sums of accounts with their tax. Before the seller's data and the rates are entered, no invoice has a tax. */
export async function grossOf(db: Queries, accountIds: readonly string[]) {
  const seller = await findSetting<Seller>(db, "seller");
  const taxes = await findSetting<Taxes>(db, "taxes");
  if (!seller || !taxes) return (_accountId: string, netMinor: number) => netMinor;
  const buyers = await readTaxed(db, accountIds);
  const unknown = { country: null, tax_id: null };
  return (accountId: string, netMinor: number) =>
    quoteOf(taxes, seller, buyers.get(accountId) ?? unknown, netMinor).grossMinor;
}
