// The JSON of statements, as far as pages show it: `docs/guide/statement-format.md`. Times are milliseconds UTC.

export interface StatementEnd {
  /** Null if calls are not limited by credits. */
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
}

export interface StatementUsage {
  readonly operation: string;
  readonly class: "charged" | "not_found" | "invalid" | "refused" | "error" | "free";
  readonly calls: number;
  readonly credits: number;
}

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
}

export interface StatementDay {
  readonly day: string;
  readonly calls: number;
  readonly credits: number;
}

/** The place where a log continues one that its database has lost. */
export interface StatementEpoch {
  readonly epoch: number;
  readonly size: number;
  readonly reason: string;
}

export interface SubscriptionStatement {
  readonly id: string;
  readonly product_id: string | null;
  readonly epoch: number;
  readonly opening: StatementEnd;
  readonly closing: StatementEnd;
  readonly ledger: readonly StatementRow[];
  readonly usage: readonly StatementUsage[];
  readonly grants: readonly StatementGrant[];
  readonly earlier: { readonly size: number };
  readonly days: readonly (StatementDay | StatementEpoch)[];
  readonly checkpoint: string | null;
  readonly unproved: { readonly calls: number; readonly credits: number };
}

export interface Statement {
  readonly service: string;
  readonly account: { readonly id: string; readonly name: string };
  readonly month: string;
  readonly state: "final" | "provisional";
  readonly issued_at: number;
  readonly key: string;
  readonly subscriptions: readonly SubscriptionStatement[];
  /** Minor units, without tax. */
  readonly money: {
    readonly currency: string;
    readonly lines: readonly { readonly text: string; readonly minor: number }[];
    readonly total_minor: number;
  } | null;
}

export const isDay = (leaf: StatementDay | StatementEpoch): leaf is StatementDay => "day" in leaf;

type Counted = { readonly calls: number; readonly credits: number };

/** The sum of calls and credits. */
export const sumOf = (all: readonly Counted[]): Counted =>
  all.reduce<Counted>(
    (sum, { calls, credits }) => ({ calls: sum.calls + calls, credits: sum.credits + credits }),
    { calls: 0, credits: 0 },
  );

/** All calls of a statement with their credits, those that are not proved yet too. */
export const totalOf = ({ subscriptions }: Pick<Statement, "subscriptions">): Counted =>
  sumOf(subscriptions.flatMap(({ usage }) => usage));

/** What the sections of a subscription are about. */
export interface BlockProps {
  readonly statement: Statement;
  readonly subscription: SubscriptionStatement;
  /** The user whose page the operator reads. */
  readonly customer?: string | undefined;
}
