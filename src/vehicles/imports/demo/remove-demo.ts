import type { Clock } from "../../../base/clock.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { findRecordFamily } from "../../families/record-families.ts";
import { demoDatasetName } from "../../families/record-family.ts";
import { swapDataset } from "../staging/dataset-swaps.ts";
import { sweepDatasets } from "../staging/record-sweep.ts";
import { withDemoLock } from "./demo-lock.ts";
import { removedSetting } from "./demo-set.ts";

/** Removes all records of the demo set, partial loads included; starts with `auto` do not load it again. */
export async function removeDemo(db: Database, clock: Clock): Promise<number> {
  const filled = await db.all<{ family: string }>(
    sql`select distinct family from dataset where name = ${demoDatasetName} order by family`,
  );
  let removed = 0;
  for (const { family } of filled) {
    // An import that has the lock replaces the demo set's records itself.
    removed += (await withDemoLock(db, family, { clock }, () => removeFrom(db, family, clock()))) ?? 0;
  }
  await db.run(sql`
    insert into setting (name, value) values (${removedSetting}, 'true') on conflict (name) do nothing`);
  return removed;
}

/** Resolves to the number of current rows that it removed. */
async function removeFrom(db: Database, name: string, at: number): Promise<number> {
  const family = findRecordFamily(name);
  if (!family) return 0;
  const mine = sql`family = ${name} and name = ${demoDatasetName}`;
  const current = await db.get<{ record_count: number }>(
    sql`select record_count from dataset where ${mine} and state = 'current'`,
  );
  await db.transaction(
    (tx) => swapDataset(tx, name, at, () => tx.run(sql`update dataset set state = 'former' where ${mine}`)),
    { repeatable: true },
  );
  await sweepDatasets(db, family, "former");
  return current?.record_count ?? 0;
}
