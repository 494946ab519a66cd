import { show } from "../../../../test/console/dom/page.ts";
import { provider } from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond } from "../../../../test/console/dom/service.ts";
import type { MoneySums } from "../../api/money.ts";
import { Money } from "./money.tsx";
import type { Line } from "./money-queries.ts";
import type { Transfer } from "./payment-queries.ts";

// Records of tests.

export const line = (more: Partial<Line> = {}): Line => ({
  id: "pay-1",
  kind: "payment",
  state: "paid",
  detail: "paid",
  until: null,
  action: null,
  needs_action: false,
  at: "2026-11-18T00:00:00.000Z",
  number: "2026-0061",
  reference: "VK7Q2M9XWTA",
  account_id: "ada",
  customer: "Ada Byron",
  company: "Acme Fleet",
  description: "Growth, 18 Nov to 18 Dec",
  minor: 13_189,
  currency: "EUR",
  method: "Visa ending 1881",
  problem: null,
  payment_id: "pay-1",
  paper_id: "paper-1",
  corrects: null,
  ...more,
});
export const due = line({
  id: "pay-2",
  payment_id: "pay-2",
  state: "due",
  detail: "late",
  until: "2026-11-30T10:00:00.000Z",
  action: "record",
  needs_action: true,
  number: null,
  reference: "V3H8PAAAAAA",
  paper_id: null,
  method: null,
  minor: 11_781,
});
export const unmatched = line({
  id: "t1",
  kind: "transfer",
  state: "problem",
  detail: "not_matched",
  action: "match",
  needs_action: true,
  number: null,
  reference: "GROWTH DEZ",
  account_id: null,
  customer: "ACME FLEET GMBH",
  company: null,
  payment_id: null,
  paper_id: null,
  description: "",
  minor: 9900,
});
export const toSend = line({
  id: "r1",
  kind: "refund",
  state: "refunded",
  detail: "to_send",
  action: "sent",
  needs_action: true,
  number: "2026-0062",
  corrects: "2026-0058",
  minor: -2000,
});

const sumOf = (state: Line["state"], lines: number, minor: number, needs_action = 0): MoneySums[number] => ({
  state,
  currency: "EUR",
  lines,
  minor,
  needs_action,
});
const sums: MoneySums = [
  sumOf("due", 7, 43_154, 1),
  sumOf("paid", 83, 539_089),
  sumOf("problem", 2, 19_800, 2),
  sumOf("refunded", 1, -2000, 1),
];

interface Shown {
  readonly lines?: readonly Line[];
  readonly sums?: MoneySums;
  readonly transfers?: readonly Transfer[];
}

export async function openMoney(
  { lines = [line()], sums: given = sums, transfers = [] }: Shown = {},
  at = "/money",
) {
  answer("GET /payments/lines", () => json(lines, 200, { "x-total-count": String(lines.length) }));
  answer("GET /payments/lines/sums", ({ query }) =>
    json(
      query.needs_action
        ? [sumOf("problem", 2, 19_800, 2), sumOf("due", 2, 1, 2)].slice(0, given.length)
        : given,
    ),
  );
  respond("get", "/payments/transfers", [...transfers]);
  respond("get", "/system/checks", { checked_at: "2026-11-23T10:00:00Z", checks: [] });
  respond("get", "/payments/provider", provider());
  respond("get", "/papers/gaps", []);
  answer("GET /papers/tax-ids", () => json([], 200, { "x-total-count": "0" }));
  respond("get", "/users/", [user()]);
  await show(<Money />, { as: operator(), at });
}

/** What an invoice has. */
export const body = {
  number: "2026-0001",
  period: { start: "2026-11-12", end: "2026-12-12", time_zone: "UTC" },
  buyer: {
    company: "Acme Fleet GmbH",
    name: null,
    address: ["Hafenstraße 8"],
    postal_code: "20457",
    city: "Hamburg",
    tax_id: "DE123456788",
  },
  lines: [
    {
      id: 1,
      name: "Growth, 12 Nov to 12 Dec 2026",
      quantity: 1,
      unit: "piece",
      price_minor: 8900,
      base_quantity: 1,
      net_minor: 8900,
    },
    {
      id: 2,
      name: "Beyond credits",
      quantity: 1250,
      unit: "credits",
      price_minor: 800,
      base_quantity: 1000,
      net_minor: 1000,
    },
  ],
  vat_breakdown: [{ rate: 1900, tax_minor: 1881 }],
};
