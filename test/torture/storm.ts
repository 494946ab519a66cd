import type { Postgres } from "../postgres.ts";
import { type Scenario, type ScenarioReport, suffer } from "./scenario.ts";

const upMs = 4000;
const awayMs = 3000;

/** Kills nodes while their PostgreSQL stops and freezes, all at random moments. */
export function sufferStorm(scenario: Scenario, lastingMs: number): Promise<ScenarioReport> {
  return suffer({ perSecond: 4000, ...scenario, ownServer: true }, async (service, callers) => {
    const until = performance.now() + lastingMs;
    const going = () => performance.now() < until;
    const figures = { kills: 0, stops: 0, freezes: 0 };
    await Promise.all([
      loseDatabase(service.postgres!, going, figures),
      ...service.nodes.map(async (node) => {
        while (going()) {
          await Bun.sleep(Math.random() * upMs);
          figures.kills += 1;
          await node.end("SIGKILL");
          await node.startAgain();
        }
      }),
    ]);
    return { ...figures, acknowledged: callers.idsOf(200, 404).length };
  });
}

async function loseDatabase(
  postgres: Postgres,
  going: () => boolean,
  figures: { stops: number; freezes: number },
): Promise<void> {
  while (going()) {
    await Bun.sleep(Math.random() * upMs);
    if (Math.random() < 0.5) {
      figures.stops += 1;
      await postgres.stop();
      await Bun.sleep(Math.random() * awayMs);
      await postgres.start();
    } else {
      figures.freezes += 1;
      postgres.freeze();
      await Bun.sleep(Math.random() * awayMs);
      postgres.thaw();
    }
  }
}
