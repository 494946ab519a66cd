import { createLog } from "../../src/base/log.ts";
import { DatabaseUnavailable } from "../../src/database/errors.ts";
import { spendingPart } from "../../src/metering/apply/reaper.ts";
import { syncHere } from "../../src/metering/journal/sync.ts";
import { Metering } from "../../src/metering/metering.ts";
import { CreditReservation } from "../../src/metering/reservation.ts";
import { createMeteringStore, type MeteringStore } from "../../src/metering/store/store.ts";
import { kinds } from "../database/databases.ts";
import { type ManualTiming, manualTiming } from "./manual-timing.ts";
import { openTestNodes, type TestNodes } from "./test-nodes.ts";

// Time is manual here, so one database is enough: the protocol's own tests run on both.
const sqlite = kinds[0]!;

/** Nodes on one database with manual time. */
export interface Clocked {
  readonly setup: TestNodes;
  readonly timing: ManualTiming;
  /** A node, and a switch that disconnects its database, or refuses one operation. */
  node(): Promise<{
    node: Metering;
    away: (away: boolean | keyof MeteringStore) => void;
    calls: () => Record<string, number>;
  }>;
  end(): Promise<void>;
}

export async function clocked({ leaseTtlMs = 900_000 } = {}): Promise<Clocked> {
  const setup = await openTestNodes(sqlite);
  const timing = manualTiming();
  const nodes: Metering[] = [];
  const log = createLog(timing.wall, (line) => void setup.logged.push(line));
  return {
    setup,
    timing,
    async node() {
      let isAway: boolean | keyof MeteringStore = false;
      const calls: Record<string, number> = {};
      const direct = createMeteringStore(await setup.fresh.open(), {
        folder: setup.folder,
        leaseTtlMs,
        timing,
        log,
      });
      const store = Object.fromEntries(
        Object.entries(direct).map(([name, method]) => [
          name,
          async (...args: unknown[]) => {
            calls[name] = (calls[name] ?? 0) + 1;
            if (isAway === true || isAway === name) throw new DatabaseUnavailable("away");
            return (method as (...args: unknown[]) => Promise<unknown>)(...args);
          },
        ]),
      ) as unknown as MeteringStore;
      const node = await Metering.open({
        store,
        timing,
        log,
        syncer: syncHere,
        sync: "never",
        folder: setup.folder,
        unappliedMax: 2 ** 30,
        staleMs: Math.min(60_000, leaseTtlMs * spendingPart),
        node: "n",
      });
      nodes.push(node);
      const away = (now: boolean | keyof MeteringStore) => {
        isAway = now;
      };
      return { node, away, calls: () => calls };
    },
    async end() {
      for (const node of nodes) {
        const closed = node.close();
        await timing.advance(20_000);
        await closed;
      }
      await setup.end();
    },
  };
}

/** The outcome of admitting a call while time advances. */
export async function admitted(clock: Clocked, node: Metering, id: string, cost = 1, ms = 1200) {
  const promise = Promise.resolve(node.admit(id, cost));
  await clock.timing.advance(ms);
  return promise;
}

/** Admits a call immediately or once its credits are leased. */
export async function ticket(
  clock: Clocked,
  node: Metering,
  id: string,
  cost = 1,
): Promise<CreditReservation> {
  const got = await admitted(clock, node, id, cost, 20);
  if (!(got instanceof CreditReservation)) throw new Error(`refused: ${JSON.stringify(got)}`);
  return got;
}
