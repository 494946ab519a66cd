import { count, type Figure, figure } from "../common/figure.ts";
import { descriptors, residentMb, untilIdle } from "../common/measure.ts";
import { type Requests, type Service, startService, subscribe } from "../common/service.ts";
import { scaled } from "../common/settings.ts";
import { type Bench, inHttpBench } from "./bench.ts";

const million = 1_000_000;
const goal = scaled(million);
export const soakMinutes = 120;

/**
 * A million lookups, counted and unlimited credits in turn: what the service uses after a hundredth of them and at the
 * end. Throws when it crashes or refuses one in a thousand.
 */
export function benchSoak(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const service = await startService(bench.folder, bench.dataDir);
    const { metered, unlimited } = await subscribe(service);
    return soak(bench, service, [metered, unlimited], [goal / 100, goal]);
  });
}

/** What a service uses after so many of these requests, kind by kind in turn; the first count is the warm-up. */
export async function soak(
  { vins, generator }: Bench,
  { server }: Service,
  kinds: readonly Requests[],
  counts: readonly number[],
): Promise<Figure[]> {
  const begun = performance.now();
  const minutes = () => (performance.now() - begun) / 60_000;
  let [answered, faults, chunk] = [0, 0, 0];
  const until = async (goal: number) => {
    // Not far beyond the count.
    const seconds = goal < million / 10 ? 1 : 10;
    while (answered < goal && minutes() < soakMinutes) {
      const load = await generator.load(kinds[chunk++ % kinds.length]!, vins.file, answered, seconds);
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
  const seen: Awaited<ReturnType<typeof until>>[] = [];
  for (const count of counts) seen.push(await until(count));
  const [early, late] = [seen[0]!, seen.at(-1)!];
  const code = await server.stop();
  if (code !== 0) throw new Error(`the service ended with ${code}`);
  const millions = (late.answered - early.answered) / million;
  const added = late.resident - early.resident;
  const ended = late.answered < counts.at(-1)! ? `of ${count(counts.at(-1)!)}: time was up` : "no crash";
  const how = `${ended}; ${count(faults)} not 200; ${minutes().toFixed(1)} min`;
  const grown = `${(late.resident / early.resident).toFixed(2)} × the first, target ≤ 1.10`;
  return [
    figure("requests answered", late.answered, "", how),
    ...seen.map(({ answered, resident }) =>
      figure(`resident after ${count(answered)}`, resident, "MiB", answered === late.answered ? grown : ""),
    ),
    // In a short run this would show the warm-up alone.
    ...(millions < 0.5
      ? []
      : [figure("resident added by a million requests", added / millions, "MiB", "target ≤ 1")]),
    figure("descriptors added", late.open - early.open, "", `${early.open} at first; target 0`),
  ];
}
