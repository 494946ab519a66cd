import { join } from "node:path";
import type { Database } from "../../src/database/database.ts";
import { raw, sql } from "../../src/database/sql.ts";
import type { Metering } from "../../src/metering/metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { callOf } from "../../test/metering/test-nodes.ts";
import { fillBalances, runAll } from "../common/accounts.ts";
import { onEachDatabase } from "../common/databases.ts";
import { count, type Figure, figure, p99 } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { scaled, secondsOr } from "../common/settings.ts";
import { withMetering } from "./journal.ts";

const renewing = 1000 * scaled(100);
const others = 200;
const callers = 16;
const beforeMs = 1000 * secondsOr(4);
const pauseMs = 4;
const waitMostMs = 120_000;

/** Subscriptions without credits, of which all get those of their next period in one second. */
async function fill(db: Database, startsAt: number): Promise<void> {
  await fillBalances(
    db,
    Array.from({ length: others }, (_, index) => [`other-${index}`, 1_000_000]),
  );
  const numbers = raw(`with recursive n(i) as
    (select cast(0 as bigint) union all select i + 1 from n where i < ${renewing - 1})`);
  const grant = (id: string, period: number, from: number, to: number, state: string) => sql`
    insert into credit_grant (id, subscription_id, source, rank, period, amount, starts_at, expires_at, state,
      created_at)
    ${numbers} select ${id} || i, 's-' || i, 'period', 2, cast(${period} as bigint), 100, cast(${from} as bigint) + i % 1000,
      cast(${to} as bigint) + i % 1000, ${state}, 0 from n`;
  await runAll(db, [
    sql`insert into credit_balance (subscription_id, granted, remaining, used, due_at)
      ${numbers} select 's-' || i, 100, 0, 100, cast(${startsAt} as bigint) + i % 1000 from n`,
    grant("old-", 1, 0, startsAt, "open"),
    grant("new-", 2, startsAt, startsAt + 2_592_000_000, "waiting"),
  ]);
}

interface Waits {
  readonly served: number[];
  refused: number;
  unavailable: number;
}

/** Calls one after another until `isOver`, of subscriptions as `next` names them. */
async function load(metering: Metering, next: () => string, isOver: () => boolean): Promise<Waits> {
  const waits: Waits = { served: [], refused: 0, unavailable: 0 };
  const caller = async () => {
    while (!isOver()) {
      const id = next();
      const from = performance.now();
      const admitted = await metering.admit(id, 1);
      if (admitted instanceof CreditReservation) {
        await admitted.settle(callOf(id, 1, { at: Date.now() }));
        waits.served.push(performance.now() - from);
      } else if (admitted.kind === "exhausted") waits.refused += 1;
      else waits.unavailable += 1;
      await Bun.sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return waits;
}

async function measure(db: Database, metering: Metering, startsAt: number): Promise<Figure[]> {
  let turn = 0;
  const other = () => `other-${turn++ % others}`;
  const warm = performance.now() + beforeMs / 2;
  await load(metering, other, () => performance.now() > warm);
  const end = performance.now() + beforeMs;
  const before = await load(metering, other, () => performance.now() > end);
  while (Date.now() < startsAt + 1000) await Bun.sleep(5);
  const began = performance.now();
  let entered = 0;
  const watch = (async () => {
    while (entered === 0 && performance.now() - began < waitMostMs) {
      const due = await db.get(
        sql`select 1 as found from credit_balance where due_at <= ${Date.now()} limit 1`,
      );
      if (!due) entered = performance.now();
      else await Bun.sleep(200);
    }
  })();
  const isOver = () => entered > 0 || performance.now() - began > waitMostMs;
  const [during, renewed] = await Promise.all([
    load(metering, other, isOver),
    // A prime step: calls reach balances that the scanner has not.
    load(metering, () => `s-${(turn++ * 7919) % renewing}`, isOver),
    watch,
  ]);
  const name = db.dialect;
  const beside = `p99 ${p99(before.served).toFixed(2)} ms before`;
  return [
    figure(
      `${name}: ${count(renewing)} due in one second, entered`,
      (entered - began) / 1000,
      "s",
      "beside calls",
    ),
    figure(`${name}: p99 of other calls meanwhile`, p99(during.served), "ms", beside),
    figure(
      `${name}: p99 of calls that need their renewal`,
      p99(renewed.served),
      "ms",
      `${count(renewed.served.length)} calls`,
    ),
    figure(
      `${name}: refused with 402`,
      renewed.refused + during.refused,
      "calls",
      `503: ${renewed.unavailable + during.unavailable}`,
    ),
  ];
}

/** A month's start: the boundaries of many balances at once, beside calls. */
export function benchRenewals(): Promise<Figure[]> {
  return inFolder((folder) =>
    onEachDatabase(async (db, fresh) => {
      const startsAt = Date.now() + 3 * beforeMs + (db.dialect === "sqlite" ? 10_000 : 20_000);
      await fill(db, startsAt);
      return withMetering(fresh, join(folder, db.dialect), (metering) => measure(db, metering, startsAt));
    }),
  );
}

if (import.meta.main) console.log(await benchRenewals());
