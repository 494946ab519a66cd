import { sql } from "../../src/database/sql.ts";
import type { Callers } from "./callers.ts";
import { Connection } from "./connection.ts";
import { type Installation, operatorToken } from "./installation.ts";
import { type Scenario, type ScenarioReport, suffer } from "./scenario.ts";
import { backAfter, percentile, servedPerSecond, waitsOf } from "./throughput.ts";

export interface Lengths {
  readonly beforeMs: number;
  readonly outageMs: number;
  readonly afterMs: number;
  /** Whether an outage lasts longer until a call is refused. */
  readonly untilRefused?: boolean;
}

const everyMs = 100;
const hungMs = 20_000;

/** What callers observed of an outage. */
export function seen(
  name: string,
  callers: Callers,
  [begun, since]: readonly [begun: number, since: number],
  beforeMs: number,
): Record<string, number> {
  const before = servedPerSecond(callers, begun - beforeMs, begun);
  const during = callers.answers.filter(({ at }) => at >= begun && at < since);
  const refused = waitsOf(during, 503);
  return {
    [`${name}: served a second before`]: Math.round(before),
    [`${name}: served per second during it`]: Math.round(servedPerSecond(callers, begun, since)),
    [`${name}: 503 during it`]: refused.length,
    [`${name}: 503 after ms, p99`]: percentile(refused, 0.99),
    [`${name}: longest answer, ms`]: percentile(
      during.map(({ took }) => took).sort((a, b) => a - b),
      1,
    ),
    [`${name}: served again after ms`]: Math.round(
      (callers.answers.find(({ at, status }) => at >= since && status === 200)?.at ?? Number.NaN) - since,
    ),
    [`${name}: 95 % back after ms`]: Math.round(backAfter(callers, before, since)),
  };
}

/** How the database goes away; `begin` resolves to what brings it back. */
export interface Outage {
  readonly name: string;
  begin(service: Installation): Promise<() => Promise<void>>;
}

export const stopped: Outage = {
  name: "stopped",
  async begin({ postgres }) {
    await postgres!.stop();
    return () => postgres!.start();
  },
};

export const frozen: Outage = {
  name: "frozen",
  async begin({ postgres }) {
    postgres!.freeze();
    return async () => postgres!.thaw();
  },
};

/** Another program's transaction locks SQLite's file. */
export const locked: Outage = {
  name: "locked",
  async begin(service) {
    const db = await service.open();
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction(async (tx) => {
      await tx.run(sql`update access_version set version = version`);
      begun.resolve();
      await over.promise;
    });
    await begun.promise;
    return async () => {
      over.resolve();
      await holding;
      await db.close();
    };
  },
};

/** Takes the database away under load and gives it back, once in each of these ways. */
export function sufferOutages(
  scenario: Scenario,
  lengths: Lengths,
  outages: readonly Outage[] = [stopped, frozen],
): Promise<ScenarioReport> {
  const { beforeMs, outageMs, afterMs, untilRefused = false } = lengths;
  return suffer({ ...scenario, ownServer: true }, async (service, callers) => {
    const managed = manage(service);
    const served = async (since: number, lengthMs: number) => {
      await Promise.all([Bun.sleep(lengthMs), callers.untilSeen(200, since)]);
    };
    const figures: Record<string, number> = {};
    await served(performance.now(), beforeMs);
    for (const { name, begin } of outages) {
      const begun = performance.now();
      const end = await begin(service);
      await Promise.all([Bun.sleep(outageMs), untilRefused && callers.untilSeen(503, begun)]);
      const since = performance.now();
      await end();
      await served(since, afterMs);
      Object.assign(figures, seen(name, callers, [begun, since], beforeMs));
    }
    const answers = await managed();
    return {
      "management: answers": JSON.stringify(answers.counts),
      "management: longest answer, ms": answers.longest,
      ...figures,
    };
  });
}

/**
 * Reads a subscription as the operator all the time; the returned function stops it and gives the results.
 */
function manage(service: Installation): () => Promise<{ counts: Record<string, number>; longest: number }> {
  const connection = new Connection();
  const counts: Record<string, number> = {};
  let [stopped, longest] = [false, 0];
  const ask = async () => {
    while (!stopped) {
      const from = performance.now();
      const headers = { authorization: `Bearer ${operatorToken}` };
      const got = await connection.ask(service.nodes[0]!.port, "/subscriptions?page_size=1", headers, hungMs);
      const name = got.kind === "answered" ? String(got.status) : got.kind;
      counts[name] = (counts[name] ?? 0) + 1;
      longest = Math.max(longest, Math.round(performance.now() - from));
      await Bun.sleep(everyMs);
    }
    connection.close();
  };
  const asking = ask();
  return async () => {
    stopped = true;
    await asking;
    return { counts, longest };
  };
}
