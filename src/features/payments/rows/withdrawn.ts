import { hash } from "node:crypto";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";

interface TopUpLimit {
  readonly subscriptions: readonly string[];
  /** Per month, in minor units; 0: none are bought. */
  readonly limitMinor: number;
}

const kind = { group: "withdrawn", unconfirmed: "done" } as const;

/** What may be bought automatically. A restore brings no more back. */
const topUpLimit: DecisionKind<TopUpLimit> = {
  ...kind,
  name: "top-up",
  shown: "automatic top-ups limited",
  replay: (tx, { subscriptions, limitMinor }) =>
    tx.run(sql`
      update top_up set month_limit_minor = ${limitMinor},
        enabled = case when cast(${limitMinor} as bigint) = 0 then 0 else enabled end
      where subscription_id in (${list(subscriptions)})
        and (month_limit_minor > ${limitMinor} or cast(${limitMinor} as bigint) = 0 and enabled = 1)`),
};

/** A card that was removed or replaced. */
const methodRemoved: DecisionKind<{ readonly account: string; readonly method: string }> = {
  ...kind,
  name: "payment-method",
  shown: "cards removed",
  async replay(tx, { account, method }) {
    const row = await tx.get<{ ref: string }>(
      sql`select method_ref as ref from payment_method where account_id = ${account}`,
    );
    if (!row || digestOf(row.ref) !== method) return 0;
    return tx.run(sql`delete from payment_method where account_id = ${account}`);
  },
};

export const withdrawnKinds = [topUpLimit, methodRemoved];

const digestOf = (methodRef: string): string => hash("sha256", methodRef, "base64url");

export function decideTopUpLimit(tx: Queries, subscriptions: readonly string[], limitMinor: number): void {
  if (subscriptions.length > 0) decide(tx, topUpLimit, { subscriptions, limitMinor });
}

export const decideMethodRemoved = (tx: Queries, account: string, methodRef: string): void =>
  decide(tx, methodRemoved, { account, method: digestOf(methodRef) });
