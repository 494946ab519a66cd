import { copyFileSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { type Figure, figure, medianOf } from "../common/figure.ts";
import { family } from "../common/measure.ts";
import { startService, subscribe } from "../common/service.ts";
import { type Bench, inHttpBench } from "./bench.ts";
import { measureRounds, type Round, ratio, requireAnswered, startFloor, type Target } from "./rounds.ts";

async function startWorkers({ folder, dataDir }: Bench, name: string, processes: number): Promise<Target> {
  const own = join(folder, `workers-${processes}`);
  mkdirSync(own, { mode: 0o700 });
  copyFileSync(vinPackFile(dataDir), vinPackFile(own));
  const settings = { VINGATE_WORKERS: String(processes) };
  const service = await startService(folder, own, { side: "any", name: `workers-${processes}`, settings });
  const { metered } = await subscribe(service);
  // The first worker responds before the others have started.
  const begun = performance.now();
  while (family(service.server.pid).length < processes && performance.now() - begun < 30_000)
    await Bun.sleep(50);
  await Bun.sleep(1000);
  return { name, servers: [service.server], requests: metered, processes };
}

/** What two full cores would return over what one full thread returns. */
function gain(one: readonly Round[], two: readonly Round[]): number {
  return medianOf([...one.keys()], (at) => (2 * one[at]!.firstThread) / two[at]!.cpu);
}

function figuresOf(name: string, rounds: readonly Round[], note: string): Figure[] {
  requireAnswered(name, rounds);
  const of = (value: (round: Round) => number) => medianOf(rounds, value);
  const first = of(({ firstThread }) => firstThread).toFixed(1);
  const busy = Math.round(100 * of(({ generatorBusy }) => generatorBusy));
  const cpuNote = `all processes; ${first} µs in the busiest thread; generator ${busy} % of a core`;
  return [
    figure(
      `throughput, ${name}`,
      of(({ perSecond }) => perSecond),
      "req/s",
      note,
    ),
    figure(
      `CPU a request, ${name}`,
      of(({ cpu }) => cpu),
      "µs",
      cpuNote,
    ),
    figure(
      `p99, ${name}`,
      of(({ p99 }) => p99),
      "ms",
    ),
    figure(
      `resident, ${name}`,
      of(({ resident }) => resident),
      "MiB",
    ),
  ];
}

const asSeen = "the generator takes its CPU from both workers; one process leaves it a core";
const byCpu =
  "target ≥ 1.7; all CPU of two workers against the one thread that limits one process, as if the cores were theirs";
const ofFloor = "what this machine gains by a second process that shares nothing";

/** The same lookups served by one process and by two, on all cores of the machine. */
export function benchWorkers(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const targets = [
      await startWorkers(bench, "one process", 1),
      await startWorkers(bench, "two workers", 2),
      await startFloor(bench, "floor", 1, "any"),
      await startFloor(bench, "two floors", 2, "any"),
    ];
    const { measured, note } = await measureRounds(bench, targets);
    const [one, two, floor, floors] = targets.map(({ name }) => measured.get(name)!);
    return [
      ...figuresOf("one process", one!, `${note}, a process; on the same ${cpus().length} cores`),
      ...figuresOf("two workers", two!, "and a supervisor, which has the metering thread"),
      figure(
        "throughput, two over one, as seen",
        ratio(two!, one!, ({ perSecond }) => perSecond),
        "×",
        asSeen,
      ),
      figure("throughput, two over one, by CPU", gain(one!, two!), "×", byCpu),
      figure("bare Bun.serve, two over one, by CPU", gain(floor!, floors!), "×", ofFloor),
    ];
  });
}
