import { type Clocked, clocked } from "./database/clocked-database.ts";
import type { Kind } from "./database/databases.ts";
import { startService, type TestService, testStart } from "./harness.ts";

/** A service whose clocks a test sets. */
export interface ClockedService extends TestService {
  readonly db: Clocked;
  now(): number;
  /** Sets the clocks of the service and of its database. */
  setTime(now: number): Promise<void>;
}

export async function startClocked(
  kind: Kind,
  settings: Record<string, string> = {},
): Promise<ClockedService> {
  const fresh = await kind.migrated();
  // Racers wait for each other, however slow the machine is.
  const db = await clocked(await fresh.open({ connectionWaitMs: 180_000 }), testStart);
  const service = await startService(kind, settings, { database: db });
  let now = testStart;
  return {
    ...service,
    db,
    now: () => now,
    async setTime(next) {
      service.advance(next - now);
      now = next;
      await db.setTime(next);
    },
    async end() {
      await service.end();
      await fresh.end();
    },
  };
}
