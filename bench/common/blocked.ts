import { scale } from "./settings.ts";

/** A pause of another cause (garbage, another process) does not occur each time. */
const repeats = scale < 1 ? 1 : 12;

/** Wall clock and the request thread's own CPU, ms: another process can lengthen the former. */
function clocks(): [wall: number, cpu: number] {
  const { user, system } = process.threadCpuUsage();
  return [performance.now(), (user + system) / 1000];
}

/** The longest time for which the work blocks the thread, ms. */
export async function blockedBy(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let [wall, cpu] = clocks();
  let done = false;
  const look = () => {
    const [wallNow, cpuNow] = clocks();
    longest = Math.max(longest, Math.min(wallNow - wall, cpuNow - cpu));
    [wall, cpu] = [wallNow, cpuNow];
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  await work();
  done = true;
  look();
  return longest;
}

/** The item whose work blocks the thread longest; of each item the shortest of some repetitions counts. */
export async function slowest<T>(items: Iterable<T>, work: (item: T) => Promise<string>) {
  let worst = { ms: 0, note: "" };
  for (const item of items) {
    let note = "";
    let least = Number.POSITIVE_INFINITY;
    for (let repeat = 0; repeat < repeats && least > worst.ms; repeat++) {
      const ms = await blockedBy(async () => {
        note = await work(item);
      });
      least = Math.min(least, ms);
    }
    if (least > worst.ms) worst = { ms: least, note };
  }
  return worst;
}
