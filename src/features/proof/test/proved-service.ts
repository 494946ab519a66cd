import { type ClockedService, startClocked } from "../../../../test/clocked-service.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { opened } from "../../../running/opened.ts";
import { startOf } from "../days/calendar.ts";
import { Proof } from "../proof.ts";

export interface ProvedService extends ClockedService {
  readonly proof: Proof;
  /** Sets the clocks to some minutes after a day has begun, and proves what is due then. */
  prove(day: string): Promise<void>;
}

const afterMidnightMs = 600_000;

export async function startProved(kind: Kind, settings: Record<string, string> = {}): Promise<ProvedService> {
  const service = await startClocked(kind, settings);
  const proof = opened(service.app, Proof);
  await proof.look();
  return {
    ...service,
    proof,
    async prove(day) {
      await service.setTime(startOf(day) + afterMidnightMs);
      await proof.look();
    },
  };
}
