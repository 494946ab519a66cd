import { dayMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import { systemTiming } from "../../base/timing.ts";
import type { Context } from "../../calls/context.ts";
import { databaseClock } from "../../database/clock.ts";
import type { Database } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import { findLiveGrants, readBalances, readClock } from "../../metering/credits/grants/grant-rows.ts";
import { writeEvents } from "../../outbox/write-events.ts";
import type { Opened } from "../../running/opened.ts";
import { RepeatedWork } from "../../running/repeated-work.ts";
import { type Alert, expiringMs, findAlerts } from "./found-alerts.ts";

const everyMs = 30_000;
/** Few, because on SQLite requests wait for the reads. */
const subscriptionsMax = 100;
const pauseMs = 10;
/** Longer than a grant of a period can be open. */
const keptMs = 500 * dayMs;

/** Writes the events of credits that are used to a part or expire soon. All nodes look, and one writes each event. */
export class Alerts implements Opened {
  readonly #database: Database;
  readonly #looking: RepeatedWork;

  constructor({ database, held, log }: Context) {
    this.#database = database;
    this.#looking = new RepeatedWork({
      everyMs,
      held,
      work: (open) => writeAlerts(database, open),
      failed: (error) => log.warn("cannot report used credits; it will be retried", errorFields(error)),
    });
  }

  start(): void {
    this.#looking.start();
  }

  tidyUp(): Promise<unknown> {
    const db = this.#database;
    return db.run(sql`delete from credit_alert where at < ${databaseClock(db)} - ${keptMs}`);
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }
}

/** Writes the alerts that are due, of some subscriptions at a time. */
export async function writeAlerts(db: Database, open: () => boolean = () => true): Promise<void> {
  for (let last: string | undefined = ""; open() && last !== undefined; ) {
    const ids: readonly string[] = await findReportable(db, last);
    await writeAlertsOf(db, ids);
    last = ids.length < subscriptionsMax ? undefined : ids.at(-1);
    await new Promise<void>((resolve) => void systemTiming.after(pauseMs, resolve));
  }
}

async function findReportable(db: Database, after: string): Promise<string[]> {
  // The first condition is that of an index.
  const rows = await db.all<{ id: string }>(sql`
    select distinct subscription_id as id from credit_grant
    where state <> 'closed' and subscription_id > ${after} and state = 'open' and amount > 0
      and (source in ('period', 'overage') or expires_at <= ${databaseClock(db)} + ${expiringMs})
    order by subscription_id limit ${subscriptionsMax}`);
  return rows.map(({ id }) => id);
}

const findReported = new RowsStatement<{ grant_id: string; kind: string }>(
  "select a.grant_id, a.kind from :rows join credit_alert a on a.grant_id = v.column1",
  ["text"],
);

const report = new RowsStatement<{ grant_id: string; kind: string }>(
  `insert into credit_alert (grant_id, kind, at) select v.column1, v.column2, :clock from :rows where true
  on conflict (grant_id, kind) do nothing returning grant_id, kind`,
  ["text", "text"],
);

async function writeAlertsOf(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [now, grants, balances] = await Promise.all([
    readClock(db),
    findLiveGrants(db, ids),
    readBalances(db, ids),
  ]);
  const alerts = balances.flatMap((balance) =>
    balance.unlimited ? [] : findAlerts(balance, grants.get(balance.subscriptionId) ?? [], now),
  );
  if (alerts.length === 0) return;
  const known = await findReported.all(db, [alerts.map(({ grantId }) => grantId)]);
  const reported = new Set(known.map(({ grant_id, kind }) => `${grant_id} ${kind}`));
  const fresh = alerts.filter(({ grantId, kinds }) => !reported.has(`${grantId} ${kinds.at(-1)}`));
  if (fresh.length === 0) return;
  await db.transaction(
    async (tx) => {
      const rows = fresh.flatMap(({ grantId, kinds }) => kinds.map((kind) => [grantId, kind] as const));
      // Nodes insert in one order, so that they do not wait for each other in a circle.
      rows.sort(([a], [b]) => (a < b ? -1 : 1));
      const written = await report.all(tx, [rows.map(([id]) => id), rows.map(([, kind]) => kind)]);
      const own = new Set(written.map(({ grant_id, kind }) => `${grant_id} ${kind}`));
      const isOwn = ({ grantId, kinds }: Alert) => own.has(`${grantId} ${kinds.at(-1)}`);
      await writeEvents(
        tx,
        now,
        fresh.filter(isOwn).map(({ event }) => event),
      );
    },
    { repeatable: true },
  );
}
