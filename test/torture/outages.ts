import type { Callers } from "./callers.ts";
import { Connection } from "./connection.ts";
import { type Installation, operatorToken } from "./installation.ts";
import { type Scenario, type ScenarioReport, suffer } from "./scenario.ts";
import { backAfter, percentile, servedPerSecond, waitsOf } from "./throughput.ts";

export interface Lengths {
  readonly beforeMs: number;
  readonly outageMs: number;
  readonly afterMs: number;
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

/** Stops PostgreSQL under load, then freezes it after it recovered. */
export function sufferOutages(scenario: Scenario, lengths: Lengths): Promise<ScenarioReport> {
  const { beforeMs, outageMs, afterMs } = lengths;
  return suffer(scenario, async (service, callers) => {
    const postgres = service.postgres!;
    const managed = manage(service);
    await Bun.sleep(beforeMs);
    const stopped = performance.now();
    await postgres.stop();
    await Bun.sleep(outageMs);
    const started = performance.now();
    await postgres.start();
    await Bun.sleep(afterMs);
    const frozen = performance.now();
    postgres.freeze();
    await Bun.sleep(outageMs);
    postgres.thaw();
    const thawed = performance.now();
    await Bun.sleep(afterMs);
    const answers = await managed();
    return {
      "management: answers": JSON.stringify(answers.counts),
      "management: longest answer, ms": answers.longest,
      ...seen("stopped", callers, [stopped, started], beforeMs),
      ...seen("frozen", callers, [frozen, thawed], beforeMs),
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
