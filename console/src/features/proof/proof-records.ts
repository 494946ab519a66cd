import type { Statement, SubscriptionStatement } from "./statement.ts";
import type { Receipt } from "./statement-queries.ts";

// Complete records of statements and receipts, for tests.

const hash = (letter: string) => `${letter.repeat(43)}=`;

export const checkpoint = `vin.example.com/proof/sub-1/0\n52\n${hash("c")}\n\n— vin.example.com/proof/sub-1/0 c2ln\n`;

/** Every day of October 2026 has 100 calls and 100 credits. */
export const subscriptionStatement = (more: Partial<SubscriptionStatement> = {}): SubscriptionStatement => ({
  id: "sub-1",
  product_id: "growth",
  epoch: 0,
  opening: { balance: 10_788, ledger_rows: 2, ledger_head: hash("a") },
  closing: { balance: 27_688, ledger_rows: 4, ledger_head: hash("b") },
  ledger: [
    { id: "r3", at: Date.UTC(2026, 9, 11, 22), kind: "renewal", delta: 15_000, grant_id: "g1" },
    { id: "r4", at: Date.UTC(2026, 9, 28, 9, 41), kind: "purchase", delta: 5000, grant_id: "g2" },
  ],
  usage: [
    { operation: "decodeVin", class: "charged", calls: 2500, credits: 2500 },
    { operation: "auctionByVin", class: "charged", calls: 300, credits: 600 },
    { operation: "auctionByVin", class: "not_found", calls: 200, credits: 0 },
    { operation: "decodeVin", class: "invalid", calls: 60, credits: 0 },
    { operation: "listMakes", class: "free", calls: 40, credits: 0 },
  ],
  grants: [
    {
      id: "g1",
      source: "period",
      amount: 15_000,
      spent: 4232,
      expired: 0,
      removed: 0,
      starts_at: Date.UTC(2026, 9, 11, 22),
      expires_at: Date.UTC(2026, 11, 11, 23),
    },
    {
      id: "g2",
      source: "purchase",
      amount: 5000,
      spent: 0,
      expired: 0,
      removed: 10,
      starts_at: Date.UTC(2026, 9, 28, 9, 41),
      expires_at: null,
    },
  ],
  earlier: { size: 21 },
  days: Array.from({ length: 31 }, (_, index) => ({
    day: `2026-10-${String(index + 1).padStart(2, "0")}`,
    calls: 100,
    credits: 100,
  })),
  checkpoint,
  unproved: { calls: 0, credits: 0 },
  ...more,
});

export const statement = (more: Partial<Statement> = {}): Statement => ({
  service: "vin.example.com",
  account: { id: "ada", name: "Acme Fleet" },
  month: "2026-10",
  state: "final",
  issued_at: Date.UTC(2026, 10, 1, 0, 4, 11),
  key: `vin.example.com/proof+5d1f8a20+${hash("k")}`,
  subscriptions: [subscriptionStatement()],
  money: null,
  ...more,
});

/** On 21 November, with 20 proved days. */
export const provisional = (more: Partial<SubscriptionStatement> = {}): Statement =>
  statement({
    month: "2026-11",
    state: "provisional",
    issued_at: Date.UTC(2026, 10, 21, 15, 20),
    subscriptions: [
      subscriptionStatement({
        opening: { balance: 27_688, ledger_rows: 4, ledger_head: hash("b") },
        closing: { balance: 25_674, ledger_rows: 4, ledger_head: hash("b") },
        ledger: [],
        usage: [{ operation: "decodeVin", class: "charged", calls: 2014, credits: 2014 }],
        days: Array.from({ length: 20 }, (_, index) => ({
          day: `2026-11-${String(index + 1).padStart(2, "0")}`,
          calls: 100,
          credits: 100,
        })),
        unproved: { calls: 14, credits: 14 },
        ...more,
      }),
    ],
  });

export const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  call: `${"0123456789abcdef".repeat(2)}/1`,
  subscription_id: "sub-1",
  at: Date.UTC(2026, 10, 21, 21),
  operation: "auctionByVin",
  status: 200,
  credits: 2,
  digest: "ZGlnZXN0ZGlnZXN0ZGln==",
  leaf: hash("l"),
  day: null,
  day_line: null,
  index: null,
  hashes: null,
  proof: null,
  ...more,
});
