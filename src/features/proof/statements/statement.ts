import type { MonthMoney } from "../../../running/account-ports.ts";
import type { CallClass, DayLeaf, EpochLeaf } from "../format/lines.ts";

// The JSON of statements: `docs/guide/statement-format.md`. Times are milliseconds UTC, hashes Base64.

export interface StatementEnd {
  readonly balance: number | null;
  readonly ledger_rows: number;
  readonly ledger_head: string;
}

export interface StatementRow {
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly delta: number;
  readonly grant_id: string | null;
  readonly head: string;
}

export interface StatementUsage {
  readonly operation: string;
  readonly class: CallClass;
  readonly calls: number;
  readonly credits: number;
}

/** As of the statement's issue. */
export interface StatementGrant {
  readonly id: string;
  readonly source: string;
  readonly amount: number;
  readonly spent: number;
  readonly expired: number;
  readonly removed: number;
  readonly starts_at: number;
  /** Null if it does not expire. */
  readonly expires_at: number | null;
  readonly state: string;
}

export interface StatementDay {
  readonly day: string;
  readonly calls: number;
  readonly credits: number;
  readonly call_root: string;
  readonly ledger_rows: number;
  readonly ledger_head: string;
}

export type StatementLeaf = StatementDay | EpochLeaf;

export interface SubscriptionStatement {
  readonly id: string;
  readonly product_id: string | null;
  readonly epoch: number;
  readonly opening: StatementEnd;
  readonly closing: StatementEnd;
  readonly ledger: readonly StatementRow[];
  readonly usage: readonly StatementUsage[];
  readonly grants: readonly StatementGrant[];
  readonly earlier: { readonly size: number; readonly hashes: readonly string[] };
  readonly days: readonly StatementLeaf[];
  readonly checkpoint: string | null;
  readonly unproved: { readonly calls: number; readonly credits: number };
}

export interface Statement {
  readonly format: "vingate-statement/v1";
  readonly service: string;
  readonly account: { readonly id: string; readonly name: string };
  readonly month: string;
  readonly time_zone: "UTC";
  readonly state: "final" | "provisional";
  readonly issued_at: number;
  readonly key: string;
  readonly subscriptions: readonly SubscriptionStatement[];
  readonly money: MonthMoney | null;
  readonly signature: string;
}

export const dayLeafOf = (day: StatementDay): DayLeaf => ({
  day: day.day,
  calls: day.calls,
  credits: day.credits,
  callRoot: day.call_root,
  ledgerRows: day.ledger_rows,
  ledgerHead: day.ledger_head,
});

export const isDay = (leaf: StatementLeaf): leaf is StatementDay => "day" in leaf;
