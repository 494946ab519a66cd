import { count, type Figure, figure } from "../common/figure.ts";
import { descriptors, residentMb, untilIdle } from "../common/measure.ts";
import { startService, subscribe } from "../common/service.ts";
import { scaled } from "../common/settings.ts";
import { inHttpBench } from "./bench.ts";

const million = 1_000_000;
const goal = scaled(million);
export const soakMinutes = 120;

/**
 * A million lookups, counted and unlimited credits in turn: what the service uses after a hundredth of them and at the
 * end. Throws when it crashes or refuses one in a thousand.
 */
export function benchSoak(): Promise<Figure[]> {
  return inHttpBench(async ({ folder, dataDir, vins, generator }) => {
    const service = await startService(folder, dataDir);
    const { server } = service;
    const { metered, unlimited } = await subscribe(service);
    const begun = performance.now();
    const minutes = () => (performance.now() - begun) / 60_000;
    let [answered, faults, chunk] = [0, 0, 0];
    const until = async (goal: number, seconds: number) => {
      while (answered < goal && minutes() < soakMinutes) {
        const load = await generator.load(chunk++ % 2 ? unlimited : metered, vins.file, answered, seconds);
        server.requireAlive();
        answered += load.requests;
        faults += load.refused + load.broken;
        if (faults > answered / 1000) throw new Error(`${faults} of ${answered} requests did not return 200`);
        const memory = residentMb(server.pid).toFixed(0);
        console.error(`${answered} requests in ${minutes().toFixed(1)} min, ${memory} MiB`);
      }
      await untilIdle(server.pid);
      return { answered, resident: residentMb(server.pid), open: descriptors(server.pid) };
    };
    const early = await until(goal / 100, 1);
    const late = await until(goal, 10);
    const code = await server.stop();
    if (code !== 0) throw new Error(`the service ended with ${code}`);
    const millions = (late.answered - early.answered) / million;
    const added = late.resident - early.resident;
    const ended = late.answered < goal ? `of ${count(goal)}: time was up` : "no crash";
    const how = `${ended}; ${count(faults)} not 200; ${minutes().toFixed(1)} min`;
    const grown = `${(late.resident / early.resident).toFixed(2)} × the above, target ≤ 1.10`;
    return [
      figure("requests answered", late.answered, "", how),
      figure(`resident after ${count(early.answered)}`, early.resident, "MiB"),
      figure(`resident after ${count(late.answered)}`, late.resident, "MiB", grown),
      // In a short run this would show the warm-up alone.
      ...(millions < 0.5
        ? []
        : [figure("resident added by a million requests", added / millions, "MiB", "target ≤ 1")]),
      figure("descriptors added", late.open - early.open, "", `${early.open} at first; target 0`),
    ];
  });
}
