import { copyFileSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { vinPackFile } from "../src/vehicles/imports/vpic/vin-pack.ts";
import { type Figure, median, table } from "./figure.ts";
import { freePort, start, untilAnswers } from "./http/child.ts";
import { type Bench, inBenchFolder } from "./http/folder.ts";
import { type Asked, connections } from "./http/load.ts";
import { cpuUs, family, firstThreadCpuUs, residentMb, untilIdle } from "./http/proc.ts";
import { startService } from "./http/service.ts";

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

/** One or two processes that answer at one port. */
interface Target {
  readonly processes: number;
  readonly asked: Asked;
  readonly pids: readonly number[];
  readonly rounds: Round[];
}

/** As many callers for each process. */
async function measure(target: Target, { generator, vins }: Bench, from: number, seconds: number) {
  const { pids, asked, processes } = target;
  const cpuOfAll = () => pids.reduce((sum, pid) => sum + cpuUs(pid), 0);
  const firsts = () => pids.map(firstThreadCpuUs);
  for (const pid of pids) await untilIdle(pid);
  const [before, firstsBefore] = [cpuOfAll(), firsts()];
  const seen = await generator.load(asked, vins.file, from, seconds, processes * connections);
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

async function startWorkers({ folder, dataDir }: Bench, processes: number): Promise<Target> {
  const own = join(folder, `workers-${processes}`);
  mkdirSync(own, { mode: 0o700 });
  copyFileSync(vinPackFile(dataDir), vinPackFile(own));
  const settings = { VINGATE_WORKERS: String(processes) };
  const { server, metered } = await startService(folder, own, {
    side: "any",
    name: `workers-${processes}`,
    settings,
  });
  // It answers by its first worker before the others are there.
  const begun = performance.now();
  while (family(server.pid).length < processes && performance.now() - begun < 30_000) await Bun.sleep(50);
  await Bun.sleep(1000);
  return { processes, asked: metered, pids: family(server.pid), rounds: [] };
}

async function startFloors({ folder, vins }: Bench, processes: number): Promise<Target> {
  const port = freePort();
  const asked = { base: `http://127.0.0.1:${port}/vin-decoder/`, headers: {} };
  const command = [process.execPath, join(import.meta.dir, "http", "floor.ts"), String(port)];
  const pids: number[] = [];
  for (let count = 1; count <= processes; count++) {
    const name = `floor-${processes}-${count}`;
    const server = start({ command: [...command, join(folder, "body.json")], side: "any", folder, name });
    await untilAnswers(server, asked.base + vins.first);
    pids.push(server.pid);
  }
  return { processes, asked, pids, rounds: [] };
}

/** The same lookups answered by one process and by two, interleaved, on all cores of the machine. */
export async function benchWorkers(rounds = 5, seconds = 4): Promise<Figure[]> {
  return inBenchFolder({ minutes: minutesMax }, async (bench) => {
    const one = await startWorkers(bench, 1);
    const two = await startWorkers(bench, 2);
    const floorOne = await startFloors(bench, 1);
    const floorTwo = await startFloors(bench, 2);
    let from = 0;
    for (let turn = -1; turn < rounds; turn++)
      for (const target of [one, two, floorOne, floorTwo]) {
        const made = await measure(target, bench, from, turn < 0 ? warmSeconds : seconds);
        from += made.requests;
        if (turn >= 0) target.rounds.push(made.round);
      }
    const how = `${rounds} rounds of ${seconds} s, ${connections} connections a process, ${bench.generator.name} on the same ${cpus().length} cores`;
    return [
      ...figuresOf(one.rounds, two.rounds, how),
      {
        name: "bare Bun.serve, two over one, by CPU",
        value: gain(floorOne.rounds, floorTwo.rounds),
        unit: "×",
        note: "what this machine makes of a second process that shares nothing",
      },
    ];
  });
}

/** Round by round: what two full cores answer, over what one full thread answers. */
function gain(one: readonly Round[], two: readonly Round[]): number {
  return median(one.map((alone, at) => (2 * alone.firstThread) / two[at]!.cpu));
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
      value: gain(one, two),
      unit: "×",
      note: "target ≥ 1.7; what two cores of their own would answer: all CPU of two workers against the one thread that limits one process",
    },
  ];
}

if (import.meta.main) {
  const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number);
  console.log(table(await benchWorkers(rounds, seconds)));
}
