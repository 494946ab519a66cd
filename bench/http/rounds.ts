import { join } from "node:path";
import { freePort, type Running, type Side, script, start, untilReady } from "../common/child.ts";
import { count, medianOf } from "../common/figure.ts";
import { cpuUs, family, firstThreadCpuUs, residentMb, untilIdle } from "../common/measure.ts";
import type { Requests } from "../common/service.ts";
import { roundsOr, secondsOr } from "../common/settings.ts";
import type { Bench } from "./bench.ts";
import { connections } from "./load.ts";

const refusedMax = 0.001;
const warmSeconds = 3;

/** One thing to measure: its servers, and what is requested of them. */
export interface Target {
  readonly name: string;
  readonly servers: readonly Running[];
  readonly requests: Requests;
  /** Processes that serve; the load has as many times the connections. */
  readonly processes?: number;
}

/** What a target did in one round; sums over its processes. CPU in µs per request, p50 and p99 in ms. */
export interface Round {
  readonly cpu: number;
  /** CPU of the busiest first thread. */
  readonly firstThread: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** MiB. */
  readonly resident: number;
  readonly requests: number;
  /** Responses other than 200, and broken connections. */
  readonly faults: number;
  readonly generatorBusy: number;
}

export type Measured = ReadonlyMap<string, readonly Round[]>;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Loads one target. Deferred work after the load counts as its CPU too. */
async function measureRound(target: Target, { generator, vins }: Bench, from: number, seconds: number) {
  const { servers, requests, processes = 1 } = target;
  const pids = servers.flatMap(({ pid }) => family(pid));
  for (const pid of pids) await untilIdle(pid);
  const [before, firstBefore] = [sum(pids.map(cpuUs)), pids.map(firstThreadCpuUs)];
  const load = await generator.load(requests, vins.file, from, seconds, processes * connections);
  for (const server of servers) server.requireAlive();
  if (load.requests === 0) throw new Error(`${target.name} sent no response in ${seconds} s`);
  const busiest = Math.max(...pids.map((pid, at) => firstThreadCpuUs(pid) - firstBefore[at]!));
  const resident = sum(pids.map(residentMb));
  for (const pid of pids) await untilIdle(pid);
  const cpu = (sum(pids.map(cpuUs)) - before) / load.requests;
  const faults = load.refused + load.broken;
  const perSecond = load.requests / load.seconds;
  return { ...load, cpu, firstThread: busiest / load.requests, perSecond, resident, faults };
}

/** Loads the targets in turn, a warm-up and then rounds; resolves to the rounds by target and how they were made. */
export async function measureRounds(
  bench: Bench,
  targets: readonly Target[],
  usual = { rounds: 5, seconds: 4 },
) {
  const [rounds, seconds] = [roundsOr(usual.rounds), secondsOr(usual.seconds)];
  const measured = new Map(targets.map(({ name }) => [name, [] as Round[]]));
  let from = 0;
  for (let round = 0; round <= rounds; round++)
    // Every second round in reverse, so that no target profits from its place.
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const made = await measureRound(
        target,
        bench,
        from,
        round === 0 ? Math.min(warmSeconds, seconds) : seconds,
      );
      from += made.requests;
      if (round > 0) measured.get(target.name)!.push(made);
      const [cpu, rate] = [made.cpu.toFixed(1), Math.round(made.perSecond)];
      console.error(`round ${round} of ${rounds}: ${target.name}, ${cpu} µs, ${rate} req/s`);
    }
  const { generator, vins } = bench;
  const note = `${rounds} rounds of ${seconds} s, ${connections} connections, ${count(vins.count)} distinct VINs, ${generator.name}`;
  return { measured: measured as Measured, note };
}

/** One value of `a` over that of `b`, the median over the rounds: a disturbance affects both of a round. */
export function ratio(a: readonly Round[], b: readonly Round[], value: (round: Round) => number): number {
  return medianOf([...a.keys()], (at) => value(a[at]!) / value(b[at]!));
}

/** How many requests did not return 200. Throws above one in a thousand. */
export function requireAnswered(name: string, rounds: readonly Round[]): string {
  const requests = sum(rounds.map((round) => round.requests));
  const faults = sum(rounds.map((round) => round.faults));
  const text = `${count(faults)} of ${count(requests)} not 200`;
  if (faults > requests * refusedMax) throw new Error(`${name}: ${text}`);
  return text;
}

/** Starts bare `Bun.serve` processes at one port. */
export async function startFloor(
  bench: Bench,
  name: string,
  processes = 1,
  side: Side = "server",
): Promise<Target> {
  const { folder, vins } = bench;
  const port = freePort();
  const command = script("http/floor.ts", String(port), join(folder, "body.json"));
  const requests = { base: `http://127.0.0.1:${port}/vin-decoder/`, headers: {} };
  const servers: Running[] = [];
  for (let number = 1; number <= processes; number++) {
    const server = start({ command, side, folder, name: `floor-${processes}-${number}` });
    await untilReady(server, requests.base + vins.first);
    servers.push(server);
  }
  return { name, servers, requests, processes };
}
