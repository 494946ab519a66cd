import { runAll } from "../../../../bench/common/accounts.ts";
import { onEachDatabase } from "../../../../bench/common/databases.ts";
import { count, type Figure, figure, p99 } from "../../../../bench/common/figure.ts";
import { elapsed } from "../../../../bench/common/measure.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { lastChange } from "../../../access/keys/changes.ts";
import { systemTiming } from "../../../base/timing.ts";
import type { Database } from "../../../database/database.ts";
import { raw, sql } from "../../../database/sql.ts";
import { crossDue } from "../../../metering/credits/grants/boundaries.ts";
import { enterDue, pauseMs } from "../scan.ts";
import { how, publish } from "../test/plans.ts";

const plans = scaled(100_000, 1000);

/** Plans whose next period starts at one moment, within the day ahead. */
async function fill(db: Database, startsAt: number): Promise<void> {
  await publish(db, "growth", { overage_minor: 800, overage_per: 1000, overage_cap_max: 5000 });
  const numbers = raw(`with recursive n(i) as
    (select cast(0 as bigint) union all select i + 1 from n where i < ${plans - 1})`);
  await runAll(db, [
    sql`insert into subscription (id, owner_id, scope, product_id, display_name, state, created_at, start_at)
      ${numbers}
      select 'subscription-' || i, 'owner', '/products/growth', 'growth', '', 'active', 1, 1 from n`,
    sql`insert into credit_balance (subscription_id, granted, remaining)
      ${numbers} select 'subscription-' || i, 0, 0 from n`,
    sql`insert into billing_plan (subscription_id, product_id, offer_version, state, payment, anchor_date, time_zone,
        first_number, priced_from, next_number, next_starts_at, cap, next_at)
      ${numbers}
      select 'subscription-' || i, 'growth', 1, 'active', 'invoice', '2026-10-31', 'Europe/Prague', 0, 0, 1,
        ${startsAt}, case when i % 2 = 0 then 5000 else 0 end, ${startsAt} - 86400000 from n`,
  ]);
}

const pause = () => new Promise<void>((resolve) => void systemTiming.after(pauseMs, resolve));

/** Periods of 100,000 subscriptions that are due in one second: entered, then opened. */
export function benchBilling(): Promise<Figure[]> {
  return onEachDatabase(async (db, _, { dialect }) => {
    const startsAt = Date.now() - 1000;
    await fill(db, startsAt);
    const times: number[] = [];
    const from = await lastChange(db);
    const entering = await elapsed(async () => {
      for (let entered = 1; entered > 0; await pause())
        times.push(
          await elapsed(async () => {
            entered = await enterDue(db, how);
          }),
        );
    });
    const opening = await elapsed(() => crossDue(db, systemTiming, () => true));
    const { periods, grants } = (await db.get<{ periods: number; grants: number }>(sql`
      select (select count(*) from billing_period) as periods,
        (select count(*) from credit_grant where state = 'open') as grants`))!;
    if (periods !== plans || grants !== plans * 1.5)
      throw new Error(`${periods} periods and ${grants} grants are there`);
    const changes = (await lastChange(db)).version - from.version;
    const note = `${count(plans)} subscriptions, half of them with a cap`;
    return [
      figure(`entering the next period, ${dialect}`, entering / 1000, "s", `${note}; target ≤ 60`),
      figure(`a transaction of it, p99, ${dialect}`, p99(times), "ms"),
      figure(`opening their grants, ${dialect}`, opening / 1000, "s", "what no call has opened"),
      figure(`changes that nodes read of both, ${dialect}`, changes, "changes"),
    ];
  });
}
