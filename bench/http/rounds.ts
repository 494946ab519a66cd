import { median } from "../figure.ts";
import type { Running } from "./child.ts";
import type { Asked, Generator } from "./load.ts";
import { cpuUs, residentMb, untilIdle } from "./proc.ts";

const refusedMax = 0.001;

/** One thing to measure: a server, and how it is asked. */
export interface Target {
  readonly name: string;
  readonly server: Running;
  readonly asked: Asked;
}

/** What a target did in one round. */
export interface Round {
  /** CPU of the server for each answered request, microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** MiB. */
  readonly resident: number;
  readonly requests: number;
  /** Answers other than 200, and connections that broke. */
  readonly faults: number;
  readonly generatorBusy: number;
}

/** Loads one target. Where its server ended meanwhile, the error says how, with its last lines. */
export async function measureRound(...how: Parameters<typeof loadOnce>): Promise<Round> {
  try {
    return await loadOnce(...how);
  } catch (error) {
    // The end of a process shows in /proc before it is reported to us.
    await Bun.sleep(200);
    how[0].server.requireAlive();
    throw error;
  }
}

/** What the server puts aside and works off after the load counts as its CPU too. */
async function loadOnce(
  target: Target,
  generator: Generator,
  vins: string,
  from: number,
  seconds: number,
): Promise<Round> {
  const { server, asked } = target;
  await untilIdle(server.pid);
  const before = cpuUs(server.pid);
  const seen = await generator.load(asked, vins, from, seconds);
  server.requireAlive();
  const resident = residentMb(server.pid);
  await untilIdle(server.pid);
  if (seen.requests === 0) throw new Error(`${target.name} answered nothing in ${seconds} s`);
  return {
    cpu: (cpuUs(server.pid) - before) / seen.requests,
    perSecond: seen.requests / seen.seconds,
    p50: seen.p50,
    p99: seen.p99,
    resident,
    requests: seen.requests,
    faults: seen.refused + seen.broken,
    generatorBusy: seen.generatorBusy,
  };
}

/** One value of all rounds, as their median. */
export function middle(rounds: readonly Round[], of: (round: Round) => number): number {
  return median(rounds.map(of));
}

/** `a` over `b`, round by round, as the median: what disturbs the machine disturbs both of a round alike. */
export function ratio(a: readonly Round[], b: readonly Round[], of: (round: Round) => number): number {
  return median(a.map((round, at) => of(round) / of(b[at]!)));
}

/** How many requests of all rounds were not answered with 200. Throws above one in a thousand. */
export function requireAnswered(name: string, rounds: readonly Round[]): string {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const [requests, faults] = [sum((round) => round.requests), sum((round) => round.faults)];
  const said = `${faults.toLocaleString("en-US")} of ${requests.toLocaleString("en-US")} not 200`;
  if (faults > requests * refusedMax) throw new Error(`${name}: ${said}`);
  return said;
}
