import { canonicalJson } from "../format/canonical-json.ts";
import type { StatementPaper } from "../paper/render-statement.ts";
import type {
  Statement,
  StatementRow,
  StatementUsage,
  SubscriptionStatement,
} from "../statements/statement.ts";

const at = Date.parse("2026-10-12T14:05:00Z");
const hash = "PsoUNkMAkSK7OLHYR4x5UbDf6zw0coBuaqbRNlWt3dQ=";
const origin = "api.test/proof/growth/0";

export const madeRow = (index: number): StatementRow => ({
  id: `row-${index}`,
  at: at + index * 60_000,
  kind: "bump",
  delta: index + 1,
  grant_id: null,
  head: hash,
});

export const madeUsage = (index: number): StatementUsage => ({
  operation: `operation${index}`,
  class: "charged",
  calls: 2,
  credits: 4,
});

const subscription: SubscriptionStatement = {
  id: "growth",
  product_id: "plan",
  epoch: 0,
  opening: { balance: 1000, ledger_rows: 3, ledger_head: hash },
  closing: { balance: 997, ledger_rows: 4, ledger_head: hash },
  ledger: [madeRow(0)],
  usage: [madeUsage(0)],
  grants: [
    {
      id: "grant",
      source: "period",
      amount: 15_000,
      spent: 4232,
      expired: 0,
      removed: 0,
      starts_at: at,
      expires_at: Date.parse("2026-12-12T00:00:00Z"),
      state: "open",
    },
  ],
  earlier: { size: 0, hashes: [] },
  days: [{ day: "2026-10-12", calls: 2, credits: 4, call_root: hash, ledger_rows: 4, ledger_head: hash }],
  checkpoint: `${origin}\n1\n${hash}\n\n— ${origin} c2lnbmF0dXJl\n`,
  unproved: { calls: 0, credits: 0 },
};

/** A statement that a paper can show, without valid signatures. */
export function madePaper(
  changed: Partial<Statement> = {},
  changedSubscription: Partial<SubscriptionStatement> = {},
): StatementPaper {
  const statement: Statement = {
    format: "vingate-statement/v1",
    service: "vin.example",
    account: { id: "account", name: "Acme Fleet" },
    month: "2026-10",
    time_zone: "UTC",
    state: "final",
    issued_at: Date.parse("2026-11-01T00:04:00Z"),
    key: "api.test/proof+5d1f8a20+AZm4",
    subscriptions: [Object.assign({}, subscription, changedSubscription)],
    money: null,
    signature: `vingate-statement/v1\n${hash}\n\n— api.test/proof c2lnbmF0dXJl\n`,
  };
  return {
    body: canonicalJson(Object.assign(statement, changed)),
    names: { operation0: "Decode a VIN" },
    publicUrl: "https://api.test/base",
    font: undefined,
  };
}
