import type { Database, Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import type { AtClock } from "./acquire-rates.ts";
import { excludeFormerNodes, sendHeartbeat } from "./holder-rows.ts";
import {
  type BucketRow,
  dropLease,
  inWindow,
  lockWindows,
  type WindowName,
  writeBuckets,
} from "./rate-rows.ts";

/** A part that a node releases, and how many of its calls were used in the window that began at `start`. */
export interface RateRelease extends WindowName {
  readonly start: number;
  readonly spent: number;
  /** Whether the node needs no more. Otherwise it keeps its row, and of a used-up part half or an equal part. */
  readonly releasing: boolean;
  readonly fair: number;
}

/** What the node holds afterwards. */
export interface ReleasedRate {
  readonly name: string;
  readonly held: number;
}

/** Moves parts of windows back from a holder. */
export function releaseRates(
  db: Database,
  holder: string,
  reading: number,
  returns: readonly RateRelease[],
): Promise<AtClock<readonly ReleasedRate[]>> {
  return db.transaction(
    async (tx) => {
      // Sent together, and run in this order.
      const [, buckets, at, leases] = await Promise.all([
        excludeFormerNodes(tx),
        lockWindows(tx, returns),
        sendHeartbeat(tx, holder, reading),
        ownLeases.all(tx, [returns.map(({ name }) => name)], [holder]),
      ]);
      const bucketOf = new Map(buckets.map((bucket) => [bucket.name, bucket]));
      const heldOf = new Map(leases.map((lease) => [lease.name, lease.held]));
      const held = await Promise.all(
        returns.map((each) =>
          returnOne(tx, holder, at, each, bucketOf.get(each.name)!, heldOf.get(each.name)),
        ),
      );
      return { at, seen: returns.map(({ name }, index) => ({ name, held: held[index]! })) };
    },
    { repeatable: true },
  );
}

const ownLeases = new RowsStatement<{ name: string; held: number }>(
  "select name, held from rate_lease where name in (select v.column1 from :rows) and holder = :value",
  ["text"],
);

async function returnOne(
  tx: Queries,
  holder: string,
  at: number,
  given: RateRelease,
  found: BucketRow,
  held: number | undefined,
): Promise<number> {
  const { name, releasing, fair } = given;
  if (held === undefined) return 0;
  // A node that holds the whole limit starts windows when calls come; the row does not show them.
  const current = held === found.calls ? { ...found, start_at: Math.min(given.start, at), spent: 0 } : found;
  const bucket = inWindow(current, at);
  const spent = given.start >= bucket.start_at ? Math.min(given.spent, held) : 0;
  // A used-up part helps no other node in this window; releasing some of it leaves others a part of the next.
  const kept = spent === held && !releasing ? Math.min(held, Math.max(fair, Math.ceil(held / 2))) : 0;
  const back = held - kept;
  const after = { ...bucket, free: bucket.free + back, spent: bucket.spent + Math.min(spent, back) };
  await writeBuckets(tx, [after]);
  if (releasing) await dropLease(tx, name, holder);
  else
    await tx.run(sql`
      update rate_lease set held = ${kept}, spent_at = ${bucket.start_at}, return_requested = 0
      where name = ${name} and holder = ${holder}`);
  return kept;
}
