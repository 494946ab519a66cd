import { copyFileSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { vinPackFile } from "../src/imports/vin-pack.ts";
import { type Figure, median, table } from "./figure.ts";
import { inBenchFolder } from "./http/folder.ts";
import { connections, type Generator } from "./http/load.ts";
import { cpuUs, family, firstThreadCpuUs, residentMb, untilIdle } from "./http/proc.ts";
import { type Service, startService } from "./http/service.ts";

interface Round {
  readonly perSecond: number;
  /** Of all processes of the service, microseconds for each request. */
  readonly cpu: number;
  /** Of the busiest thread, the one that answers. */
  readonly firstThread: number;
  readonly p99: number;
  readonly resident: number;
  readonly generatorBusy: number;
}

const warmSeconds = 3;
const minutesMax = 15;

async function measure(service: Service, generator: Generator, vins: string, from: number, seconds: number) {
  const { server, metered } = service;
  const pids = family(server.pid);
  const cpuOfAll = () => pids.reduce((sum, pid) => sum + cpuUs(pid), 0);
  const firsts = () => pids.map(firstThreadCpuUs);
  for (const pid of pids) await untilIdle(pid);
  const [before, firstsBefore] = [cpuOfAll(), firsts()];
  const seen = await generator.load(metered, vins, from, seconds);
  const busiest = Math.max(...firsts().map((cpu, at) => cpu - firstsBefore[at]!));
  const resident = pids.reduce((sum, pid) => sum + residentMb(pid), 0);
  for (const pid of pids) await untilIdle(pid);
  if (seen.refused + seen.broken > seen.requests / 1000)
    throw new Error(`${seen.refused + seen.broken} of ${seen.requests} requests were not answered 200`);
  const round: Round = {
    perSecond: seen.requests / seen.seconds,
    cpu: (cpuOfAll() - before) / seen.requests,
    firstThread: busiest / seen.requests,
    p99: seen.p99,
    resident,
    generatorBusy: seen.generatorBusy,
  };
  return { round, requests: seen.requests };
}

/** The same lookups answered by one process and by two, interleaved, on all cores of the machine. */
export async function benchWorkers(rounds = 5, seconds = 5): Promise<Figure[]> {
  return inBenchFolder({ minutes: minutesMax }, async ({ folder, dataDir, vins, generator }) => {
    const start = async (workers: number): Promise<Service> => {
      const own = join(folder, `workers-${workers}`);
      mkdirSync(own, { mode: 0o700 });
      copyFileSync(vinPackFile(dataDir), vinPackFile(own));
      const settings = { VINGATE_WORKERS: String(workers) };
      const service = await startService(folder, own, { side: "any", name: `workers-${workers}`, settings });
      // The service answers by its first worker before the others are there.
      const begun = performance.now();
      while (family(service.server.pid).length < workers && performance.now() - begun < 30_000)
        await Bun.sleep(50);
      await Bun.sleep(1000);
      return service;
    };
    const targets = [
      { service: await start(1), rounds: [] as Round[] },
      { service: await start(2), rounds: [] as Round[] },
    ] as const;
    let from = 0;
    for (let turn = -1; turn < rounds; turn++)
      for (const { service, rounds: kept } of targets) {
        const made = await measure(service, generator, vins.file, from, turn < 0 ? warmSeconds : seconds);
        from += made.requests;
        if (turn >= 0) kept.push(made.round);
      }
    const how = `${rounds} rounds of ${seconds} s, ${connections} connections, ${generator.name} on the same ${cpus().length} cores`;
    return figuresOf(targets[0].rounds, targets[1].rounds, how);
  });
}

function figuresOf(one: readonly Round[], two: readonly Round[], how: string): Figure[] {
  const of = (rounds: readonly Round[], value: (round: Round) => number) => median(rounds.map(value));
  const ratio = (value: (alone: Round, both: Round) => number) =>
    median(one.map((alone, at) => value(alone, two[at]!)));
  const described = (name: string, rounds: readonly Round[], note: string): Figure[] => [
    { name: `throughput, ${name}`, value: of(rounds, (round) => round.perSecond), unit: "req/s", note },
    {
      name: `CPU a request, ${name}`,
      value: of(rounds, (round) => round.cpu),
      unit: "µs",
      note: `all processes; ${of(rounds, (round) => round.firstThread).toFixed(1)} µs in the busiest thread; generator ${Math.round(100 * of(rounds, (round) => round.generatorBusy))} % of a core`,
    },
    { name: `p99, ${name}`, value: of(rounds, (round) => round.p99), unit: "ms" },
    { name: `resident, ${name}`, value: of(rounds, (round) => round.resident), unit: "MiB" },
  ];
  return [
    ...described("one process", one, how),
    ...described("two workers", two, "and a supervisor, which keeps the ledger"),
    {
      name: "throughput, two over one, as seen",
      value: ratio((alone, both) => both.perSecond / alone.perSecond),
      unit: "×",
      note: "the generator takes its CPU from both workers; one process leaves it a core",
    },
    {
      name: "throughput, two over one, by CPU",
      // Two full cores over all that a request costs, against one thread that is full.
      value: ratio((alone, both) => (2 * alone.firstThread) / both.cpu),
      unit: "×",
      note: "target ≥ 1.7; what two cores of their own would answer: all CPU of two workers against the one thread that limits one process",
    },
  ];
}

if (import.meta.main) {
  const [rounds = 5, seconds = 5] = process.argv.slice(2).map(Number);
  console.log(table(await benchWorkers(rounds, seconds)));
}
