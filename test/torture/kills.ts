import { type Scenario, suffer, type Told } from "./scenario.ts";
import { percentile } from "./throughput.ts";

const leastMs = 50;
const mostMs = 550;

/** Kills nodes at random moments, and starts each again at once. */
export function sufferKills(scenario: Scenario, kills: number): Promise<Told> {
  // As many as go in, so that some are always under way.
  return suffer({ perSecond: 8000, ...scenario }, async (service, callers) => {
    const from = performance.now();
    let done = 0;
    let living = 0;
    await Promise.all(
      service.nodes.map(async (node) => {
        while (done < kills) {
          done += 1;
          const lives = leastMs + Math.random() * (mostMs - leastMs);
          await Bun.sleep(lives);
          living += lives;
          await node.end("SIGKILL");
          await node.start();
        }
      }),
    );
    await Bun.sleep(leastMs);
    const starts = service.nodes.flatMap(({ startsMs }) => startsMs.slice(1)).sort((a, b) => a - b);
    const acknowledged = callers.idsOf(200, 404).length;
    return {
      kills: done,
      "acknowledged a second": Math.round((acknowledged * 1000) / (performance.now() - from)),
      "acknowledged a second of a node's life": Math.round((acknowledged * 1000) / living),
      "ready after ms, median": percentile(starts, 0.5),
      "ready after ms, longest": percentile(starts, 1),
    };
  });
}
