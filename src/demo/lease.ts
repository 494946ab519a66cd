import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";

const name = "demo_lease";
const lastsMs = 15_000;
const renewedMs = 3_000;
const askedMs = 250;

/** Held by the one process that loads the demo set; a process that dies loses it by itself. */
export interface Lease {
  /** To be called often: keeps the lease alive. Throws when another process has taken it over. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

// Fixed width, so that texts compare as the times they begin with.
const stamp = (at: number, owner: string): string => `${String(at).padStart(16, "0")} ${owner}`;

/** Waits until no other process loads, then holds the lease. */
export async function takeLease(db: Database, clock: () => number, signal?: AbortSignal): Promise<Lease> {
  const owner = crypto.randomUUID();
  let value = stamp(clock() + lastsMs, owner);
  for (;;) {
    signal?.throwIfAborted();
    const taken = await db.run(sql`
      insert into setting (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value where setting.value < ${stamp(clock(), "")}`);
    if (taken > 0) break;
    await Bun.sleep(askedMs);
    value = stamp(clock() + lastsMs, owner);
  }
  let renewedAt = clock();
  return {
    async renew() {
      if (clock() - renewedAt < renewedMs) return;
      renewedAt = clock();
      const next = stamp(renewedAt + lastsMs, owner);
      const kept = await db.run(
        sql`update setting set value = ${next} where name = ${name} and value = ${value}`,
      );
      if (kept === 0) throw new Error("another process has begun to load the demo set");
      value = next;
    },
    async release() {
      await db.run(sql`delete from setting where name = ${name} and value = ${value}`);
    },
  };
}
