import { amountOf, sumOf } from "../../../../base/format/money.ts";
import type { BodyLine, PaperBody } from "../../paper-body.ts";
import { buyer, seller as issuer } from "../issued.ts";

/** A seller of which all forms have what they require. */
export const seller: PaperBody["seller"] = {
  ...issuer,
  address: ["Dlouhá 12"],
  contact: "Billing department",
  phone: "+420 222 333 444",
  electronic_address: { scheme: "9929", id: "CZ12345679" },
  bank_text: null,
  payment_days: 14,
};

const { order_reference: _order, buyer_reference: _reference, ...named } = buyer;

export const acme: NonNullable<PaperBody["buyer"]> = {
  ...named,
  company: "Acme Fleet GmbH",
  name: "Ada Byron",
  address: ["Hauptstraße 1"],
  postal_code: "10115",
  city: "Berlin",
  country: "DE",
  tax_id: "DE123456788",
  electronic_address: { scheme: "9930", id: "DE123456788" },
  invoices_to: "invoices@acme.example",
};

export const line = (more: Partial<BodyLine> = {}): BodyLine => {
  const whole: BodyLine = {
    id: 1,
    name: "Growth, 12 Nov to 12 Dec 2026",
    description: "15,000 credits, valid until 12 Jan 2027",
    quantity: 1,
    unit: "month",
    unit_code: "MON",
    price_minor: 9900,
    base_quantity: 1,
    net_minor: 0,
    vat_category: "S",
    vat_rate: 1900,
    ...more,
  };
  return { ...whole, net_minor: amountOf(whole.quantity, whole.price_minor, whole.base_quantity) };
};

/** An unpaid invoice for a company in Germany whose sums are those of its lines. */
export function bodyOf(
  more: Partial<PaperBody> = {},
  tax: Partial<PaperBody["vat_breakdown"][number]> = {},
): PaperBody {
  const { category = "S", rate = 1900, exemption_reason = null } = tax;
  const lines = (more.lines ?? [line()]).map((one, index) => ({
    ...one,
    id: index + 1,
    vat_category: category,
    vat_rate: rate,
  }));
  const net = sumOf(lines.map(({ net_minor }) => net_minor));
  const taxMinor = amountOf(net, rate, 10_000);
  const gross = net + taxMinor;
  const paid = more.payment?.minor ?? 0;
  return {
    format: "vingate-paper/v2",
    number: "2026-0049",
    type_code: "380",
    issue_date: "2026-11-12",
    due_date: "2026-11-26",
    currency: "EUR",
    order_reference: "PO 4711",
    buyer_reference: "04011000-12345-03",
    language: "en",
    period: { start: "2026-11-12", end: "2026-12-12", time_zone: "UTC" },
    preceding_invoice: null,
    seller,
    buyer: acme,
    account_id: "acme",
    subscription_id: "growth-acme",
    vat_breakdown: [{ category, rate, taxable_minor: net, tax_minor: taxMinor, exemption_reason }],
    totals: {
      lines_net_minor: net,
      net_minor: net,
      tax_minor: taxMinor,
      gross_minor: gross,
      paid_minor: paid,
      due_minor: gross - paid,
    },
    payment: null,
    note: null,
    ...more,
    lines,
  };
}

export const credit = {
  type_code: "381",
  due_date: null,
  preceding_invoice: { number: "2026-0048", issue_date: "2026-11-01" },
  note: "Not used",
} as const;
