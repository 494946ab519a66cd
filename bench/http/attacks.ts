import { burst, publicPaths } from "../../test/torture/bursts.ts";
import { sufferUnread, unreadAttacks } from "../../test/torture/unread.ts";
import { count, type Figure, figure, p99 } from "../common/figure.ts";
import { scaled } from "../common/settings.ts";

const requests = scaled(2000);
const goalMs = 100;
const goalMb = 300;

async function burstFigures(): Promise<Figure[]> {
  let killed = 0;
  const waits: number[] = [];
  let worst = { path: "", ms: 0 };
  for (const path of publicPaths) {
    const result = await burst(path, requests);
    killed += result.killed;
    waits.push(...result.livezMs);
    const ms = p99(result.livezMs);
    if (ms > worst.ms) worst = { path, ms };
  }
  const note = `${count(requests)} requests at the same moment for each of ${publicPaths.length} paths, two new workers each`;
  return [
    figure("workers that ended", killed, "", `the goal is 0; ${note}`),
    figure("p99 of /livez during the bursts", p99(waits), "ms", `the goal is ${goalMs} ms`),
    figure("p99 of /livez in the worst burst", worst.ms, "ms", `GET ${worst.path}`),
  ];
}

/** What bursts of requests do to other clients, and what clients that do not read cost. */
export async function benchAttacks(): Promise<Figure[]> {
  const figures = await burstFigures();
  for (const attack of unreadAttacks) {
    const { beforeMb, peakMb } = await sufferUnread(attack);
    const name = `peak, ${count(attack.connections)} × ${attack.name}, not read`;
    const note = `${Math.round(beforeMb)} MiB before; the goal is ${goalMb} MiB`;
    figures.push(figure(name, peakMb, "MiB", note));
  }
  return figures;
}
