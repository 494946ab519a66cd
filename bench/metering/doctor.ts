import { join } from "node:path";
import { dayMs, floorTo, hourMs } from "../../src/base/durations.ts";
import type { Database } from "../../src/database/database.ts";
import { raw, sql } from "../../src/database/sql.ts";
import { checkConsistency } from "../../src/metering/consistency/check-consistency.ts";
import { schemaOf } from "../../test/metering/consistency-findings.ts";
import { callOf } from "../../test/metering/test-nodes.ts";
import { runAll } from "../common/accounts.ts";
import { fillCalls } from "../common/calls.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { scaled } from "../common/settings.ts";

const subscriptions = scaled(500_000, 1000);
const users = scaled(100_000, 1000);
const calls = scaled(2_200_000, 5000);

const nameOf = (index: number): string => `subscription-${index}`;

/** A day of calls of all subscriptions, with balances, a ledger and a journal that agree. */
async function fill(db: Database): Promise<void> {
  const start = floorTo(Date.now(), hourMs) - dayMs;
  await fillCalls(db, calls, (index) => {
    const subscription = (index * 7919) % subscriptions;
    const subscriptionId = nameOf(subscription);
    return callOf(subscriptionId, index % 5 === 0 ? 0 : 1, {
      at: start + Math.floor((index * dayMs) / calls),
      requestId: crypto.randomUUID(),
      caller: {
        kind: "subscription",
        subscriptionId,
        userId: `user-${subscription % users}`,
        productId: "trial",
      },
    });
  });
  await runAll(db, [
    sql`insert into journal (journal_id, node, place, state, applied_seq, opened_at, closed_at)
      values (${"bench".padEnd(32, "0")}, 'bench', '', 'closed', ${calls}, ${start}, ${start})`,
    raw(`insert into credit_balance (subscription_id, granted, remaining)
      with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i < ${subscriptions - 1})
      select 'subscription-' || i, 100, 100 from n`),
    sql`update credit_balance set used = u.used, remaining = 100 - u.used
      from (select subscription_id as id, cast(sum(credits) as bigint) as used from usage_hourly
        group by subscription_id) u
      where subscription_id = u.id`,
    sql`insert into credit_ledger (id, subscription_id, at, delta, kind, remaining_after)
      select 'ledger-' || subscription_id, subscription_id, ${start}, granted, 'grant', granted
      from credit_balance`,
  ]);
}

/** How long the consistency check takes, with the check of all pages on SQLite. */
export function benchDoctor(): Promise<Figure[]> {
  return inFolder((folder) =>
    onEachDatabase(
      async (db, { options }) => {
        await fill(db);
        const begun = performance.now();
        const { compared } = await checkConsistency({
          database: options,
          folder: join(folder, "journal"),
          schema: schemaOf(db),
        });
        const seconds = (performance.now() - begun) / 1000;
        const wrong = compared.filter(({ differing }) => differing > 0);
        if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
        const note = `${count(subscriptions)} subscriptions, ${count(calls)} calls; target ≤ 60`;
        return [figure(`${db.dialect}: consistency check`, seconds, "s", note)];
      },
      { deadlineMs: 600_000 },
    ),
  );
}
