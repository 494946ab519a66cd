import { floorTo, minuteMs } from "../../base/durations.ts";
import type { Queries } from "../../database/database.ts";
import { RowsStatement } from "../../database/rows-statement.ts";
import { sql } from "../../database/sql.ts";
import { type KeySlot, keySlots } from "../../http/caller.ts";
import type { NumberedCall } from "./usage.ts";

const enter = new RowsStatement<never>(
  `insert into key_use (subscription_id, slot, minute) select * from :rows where true
  on conflict (subscription_id, slot) do update set minute = excluded.minute where key_use.minute < excluded.minute`,
  ["text", "text", "bigint"],
);

type Minutes = Map<string, number>;

const emptyMinutes = (): Record<KeySlot, Minutes> => ({
  primary: new Map(),
  secondary: new Map(),
  test: new Map(),
});

/** The maximum kept per slot; a forgotten one is written again. */
const minutesMax = 65_536;

/**
 * The minutes already recorded by applies of a journal: most batches have nothing to record. They count once
 * their apply is committed.
 */
export class NotedKeyUse {
  readonly #noted: Record<KeySlot, Minutes> = emptyMinutes();
  #written: Record<KeySlot, Minutes> = emptyMinutes();

  /** Records to the minute which keys a batch used. All writers use one order. */
  async write(db: Queries, records: readonly NumberedCall[]): Promise<void> {
    const found = emptyMinutes();
    for (const { call } of records) {
      const { key, at } = call;
      if (!key || call.amends !== undefined) continue;
      const id = call.caller.subscriptionId;
      const known = this.#noted[key].get(id) ?? Number.NEGATIVE_INFINITY;
      if (at < known + minuteMs) continue;
      const minute = floorTo(at, minuteMs);
      const before = found[key].get(id);
      if (before === undefined || before < minute) found[key].set(id, minute);
    }
    this.#written = found;
    for (const slot of keySlots) {
      const ids = [...found[slot].keys()].sort();
      await enter.run(db, [ids, ids.map(() => slot), ids.map((id) => found[slot].get(id)!)]);
    }
  }

  /** A transaction begins; uncommitted minutes of an earlier one do not exist. */
  begin(): void {
    for (const slot of keySlots) this.#written[slot].clear();
  }

  /** The last transaction is committed. */
  committed(): void {
    for (const slot of keySlots) {
      const noted = this.#noted[slot];
      if (noted.size > minutesMax) noted.clear();
      for (const [id, minute] of this.#written[slot]) noted.set(id, minute);
    }
    this.begin();
  }

  forget(): void {
    for (const slot of keySlots) this.#noted[slot].clear();
    this.begin();
  }
}

/** The minutes in which a subscription's keys were last used; absent if never since recording began. */
export async function readKeyUse(db: Queries, subscriptionId: string): Promise<ReadonlyMap<KeySlot, number>> {
  const rows = await db.all<{ slot: KeySlot; minute: number }>(
    sql`select slot, minute from key_use where subscription_id = ${subscriptionId}`,
  );
  return new Map(rows.map(({ slot, minute }) => [slot, minute]));
}
