import type { Language } from "../../base/format/languages.ts";
import type { Buyer } from "./parties/buyer.ts";
import type { Seller } from "./parties/seller.ts";

// The JSON of papers. Members are terms of EN 16931, whose numbers (BT, BG) are in `docs/decisions/papers.md`. Amounts are
// minor units, rates hundredths of a percent, dates `2026-11-12`.

export interface BodyLine {
  readonly id: number;
  readonly name: string;
  /** Empty without one. */
  readonly description: string;
  readonly quantity: number;
  readonly unit: "month" | "year" | "credits" | "piece";
  /** A code of UN/ECE Recommendation 20. */
  readonly unit_code: string;
  /** The price of `base_quantity` units. */
  readonly price_minor: number;
  readonly base_quantity: number;
  readonly net_minor: number;
  readonly vat_category: string;
  readonly vat_rate: number;
}

export interface PaperBody {
  /** Papers of v1 were issued before e-invoices: they lack the members of v2, and their PDF stays as it was. */
  readonly format: "vingate-paper/v1" | "vingate-paper/v2";
  readonly number: string;
  /** A code of UNTDID 1001: 380 is an invoice, 381 a credit note. */
  readonly type_code: "380" | "381";
  readonly issue_date: string;
  readonly due_date: string | null;
  readonly currency: string;
  readonly order_reference: string | null;
  /** What the buyer's bookkeeping routes the invoice by, as the Leitweg-ID of German authorities. Only v2 has it. */
  readonly buyer_reference?: string | null;
  /** The language in which it was issued, and is drawn. Only v2 has it. */
  readonly language?: Language;
  /** The day after the last one is `end`. */
  readonly period: { readonly start: string; readonly end: string | null; readonly time_zone: string };
  readonly preceding_invoice: { readonly number: string; readonly issue_date: string } | null;
  readonly seller: Seller;
  /** Null once its data are removed. */
  readonly buyer: Omit<Buyer, "order_reference" | "buyer_reference"> | null;
  readonly account_id: string;
  readonly subscription_id: string | null;
  readonly lines: readonly BodyLine[];
  readonly vat_breakdown: readonly {
    readonly category: string;
    readonly rate: number;
    readonly taxable_minor: number;
    readonly tax_minor: number;
    readonly exemption_reason: string | null;
  }[];
  readonly totals: {
    readonly lines_net_minor: number;
    readonly net_minor: number;
    readonly tax_minor: number;
    readonly gross_minor: number;
    readonly paid_minor: number;
    readonly due_minor: number;
  };
  readonly payment: { readonly at: string; readonly method: string; readonly minor: number } | null;
  readonly note: string | null;
}

export const unitCodes = { month: "MON", year: "ANN", credits: "C62", piece: "H87" } as const;

/** The card of a payment's method, such as `Visa ending 4242`; undefined for another method. */
export function cardOf(method: string): { readonly brand: string; readonly digits: string } | undefined {
  const [, brand, digits] = /^(\S.*) ending (\S{1,8})$/.exec(method) ?? [];
  return brand === undefined || digits === undefined ? undefined : { brand, digits };
}

/** The body of a paper's row. */
export const bodyOf = ({ body }: { readonly body: string }): PaperBody => JSON.parse(body);
