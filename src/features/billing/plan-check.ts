import { isoTime, never } from "../../base/clock.ts";
import { sql } from "../../database/sql.ts";
import {
  firstWrong,
  rowsAtOnce,
  rowsOf,
  type TableComparison,
} from "../../metering/consistency/table-comparison.ts";
import { nextAt, type Plan } from "./rows/plan.ts";
import { plans } from "./rows/plan-rows.ts";

interface Row extends Plan {
  readonly nextAt: number;
  /** The end of the last period that is entered; null without it. */
  readonly endsAt: number | null;
  readonly offer: number | null;
  readonly subscription: string | null;
}

const times = (at: number): string => (at === never ? "never" : isoTime(at));

/** What happens next to each plan. */
export const planComparison: TableComparison = {
  found: "plans",
  expected: "periods, offers and subscriptions",
  subjects: "plans",
  advice:
    "compare the plan (GET /subscriptions/ID/plan) with its periods and the audit log, and restore a backup from before the difference",
  async run(tx, comparing) {
    const checked = rowsOf<Row>(
      tx,
      (last) => sql`
        select ${plans.columns}, p.next_at as "nextAt", b.ends_at as "endsAt", o.version as offer, s.id as subscription
        from billing_plan p left join subscription s on s.id = p.subscription_id
          left join product_offer o on o.product_id = p.product_id and o.version = p.offer_version
          left join billing_period b on b.subscription_id = p.subscription_id and b.number = p.next_number - 1
        where p.subscription_id > ${last?.subscriptionId ?? ""} order by p.subscription_id limit ${rowsAtOnce}`,
    );
    for await (const rows of checked)
      for (const row of rows) comparing.hold(`plan of subscription ${row.subscriptionId}`, wrongPlan(row));
  },
};

function wrongPlan(row: Row): string | undefined {
  const { nextNumber, nextStartsAt, changeNumber, changeAt, endsAt } = row;
  const due = nextAt(row);
  return firstWrong(
    [row.subscription !== null, () => "it is there, and its subscription is not"],
    [
      row.offer !== null,
      () => `version ${row.offerVersion} of the offer of product ${row.productId} is missing`,
    ],
    [nextNumber === 0 || endsAt !== null, () => `its last period, ${nextNumber - 1}, is missing`],
    [
      nextNumber === 0 || endsAt === nextStartsAt,
      () => `its next period starts at ${times(nextStartsAt)}, and the last one ends at ${times(endsAt!)}`,
    ],
    [
      row.nextAt === due,
      () => `its next period is entered at ${times(row.nextAt)}, and by its state at ${times(due)}`,
    ],
    [
      changeNumber === null ? changeAt === never : changeNumber !== nextNumber || changeAt === nextStartsAt,
      () => `its change is due at ${times(changeAt)}, and its next period at ${times(nextStartsAt)}`,
    ],
  );
}

interface GrantRow {
  readonly id: string;
  readonly subscriptionId: string;
  readonly source: string;
  readonly number: number;
  readonly found: number | null;
  readonly state: string | null;
  readonly grantId: string | null;
}

/** The grants that periods brought: each has its period, also if the period is gone. */
export const periodGrantComparison: TableComparison = {
  found: "grants of periods",
  expected: "periods",
  subjects: "grants",
  advice:
    "a period was deleted or changed: compare the grant with the papers of the subscription, and restore a backup from before the difference",
  async run(tx, comparing) {
    const grants = rowsOf<GrantRow>(
      tx,
      (last) => sql`
        select g.id, g.subscription_id as "subscriptionId", g.source, g.period as number, p.number as found,
          p.state, p.grant_id as "grantId"
        from credit_grant g
          left join billing_period p on p.subscription_id = g.subscription_id and p.number = g.period
        where g.period is not null and g.source in ('period', 'overage') and g.id > ${last?.id ?? ""}
        order by g.id limit ${rowsAtOnce}`,
    );
    for await (const rows of grants)
      for (const { id, subscriptionId, source, number, found, state, grantId } of rows)
        comparing.hold(
          `grant ${id} of subscription ${subscriptionId}`,
          firstWrong(
            [found !== null, () => `it is of period ${number}, which is missing`],
            [
              // A slow debit can bring the credits before the money: the period has their grant once it is paid.
              source === "overage" || grantId === id || (grantId === null && state !== "paid"),
              () => `it is of period ${number}, which has the grant ${grantId}`,
            ],
          ),
        );
  },
};
