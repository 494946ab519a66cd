import { type Clocked, clocked } from "../../../../test/database/clocked-database.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { startService, type TestService, testStart } from "../../../../test/harness.ts";
import { opened } from "../../../running/opened.ts";
import { startOf } from "../days/calendar.ts";
import { Proof } from "../proof.ts";

/** A service whose clocks a test sets. */
export interface ProvedService extends TestService {
  readonly db: Clocked;
  readonly proof: Proof;
  /** Sets both clocks. */
  setTime(now: number): Promise<void>;
  /** Sets both clocks to some minutes after a day has begun, and proves what is due then. */
  prove(day: string): Promise<void>;
}

const afterMidnightMs = 600_000;

export async function startProved(kind: Kind, settings: Record<string, string> = {}): Promise<ProvedService> {
  const fresh = await kind.migrated();
  const db = await clocked(await fresh.open(), testStart);
  const service = await startService(kind, settings, { database: db });
  const proof = opened(service.app, Proof);
  let now = testStart;
  const setTime = async (next: number) => {
    service.advance(next - now);
    now = next;
    await db.setTime(next);
  };
  await proof.look();
  return {
    ...service,
    db,
    proof,
    setTime,
    async prove(day) {
      await setTime(startOf(day) + afterMidnightMs);
      await proof.look();
    },
    async end() {
      await service.end();
      await fresh.end();
    },
  };
}
