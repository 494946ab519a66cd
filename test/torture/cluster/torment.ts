import { broken, compareFigures, type Outcome } from "../consistency.ts";
import { doctorAt, untilWhole } from "../failover-consistency.ts";
import { percentile, servedPerSecond, waitsOf } from "../throughput.ts";
import { Upstream } from "../upstreams.ts";
import type { Cluster } from "./cluster.ts";
import { allFaults, databaseFaults, nodeFaults, oneOf } from "./faults.ts";
import { type Load, loadCluster } from "./load.ts";
import { NodeLogs } from "./node-logs.ts";
import { RepeatingClients } from "./repeating-clients.ts";

export interface TormentPlan {
  readonly lastingMs: number;
  /** Names of faults; all if absent. */
  readonly faults?: readonly string[];
  readonly perSecond: number;
  /** The longest pause between two faults of one kind of part. */
  readonly pauseMs: number;
  readonly print: (line: string) => void;
}

export interface TormentReport {
  readonly broken: readonly string[];
  readonly outcome: Outcome;
  /** How often each fault happened, and the longest time until the cluster was whole again, in milliseconds. */
  readonly faults: ReadonlyMap<string, { times: number; longestMs: number }>;
  readonly figures: Readonly<Record<string, number>>;
  /** Calls that nodes refused with 503, by reason. */
  readonly refusals: Readonly<Record<string, number>>;
}

const progressMs = 15_000;

/** Injects random faults into a cluster under load, and compares the callers' calls with all of its data. */
export async function torment(cluster: Cluster, plan: TormentPlan): Promise<TormentReport> {
  const upstream = new Upstream();
  const logs = new NodeLogs(cluster.service);
  const keepLogs = () => {
    const folder = logs.keep();
    cluster.keepLogs(folder);
    plan.print(`all logs are kept in ${folder}`);
  };
  try {
    const load = await loadCluster(cluster, upstream, plan.perSecond);
    const clients = await RepeatingClients.start(cluster);
    const begun = performance.now();
    load.callers.start();
    const progress = setInterval(() => plan.print(progressOf(load, begun)), progressMs);
    let faults: TormentReport["faults"];
    try {
      faults = await suffer(cluster, plan, begun);
      await cluster.whole();
      await Bun.sleep(plan.pauseMs);
    } finally {
      clearInterval(progress);
      await Promise.all([load.callers.stop(), clients.stop()]);
    }
    const lasted = performance.now() - begun;
    plan.print(`${progressOf(load, begun)}; comparing`);
    const live = await untilWhole(cluster.service, load.callers, load.customers);
    const doctors = (await Promise.all(cluster.service.nodes.map(doctorAt))).flat();
    const outcome = await compareFigures(cluster.service, load.callers, load.customers);
    const leaks = upstream.leaks > 0 ? [`${upstream.leaks} requests had a caller's credential`] : [];
    const repeated = await clients.broken();
    const wrong = [...live, ...doctors, ...leaks, ...repeated, ...broken(outcome, { writesOff: true })];
    if (wrong.length > 0) keepLogs();
    const figures = await figuresOf(cluster, load, begun, lasted);
    return {
      broken: wrong,
      outcome,
      faults,
      figures: { ...figures, ...clients.figures, "written off": writtenOff(outcome) },
      refusals: logs.refusals(),
    };
  } catch (error) {
    keepLogs();
    throw error;
  } finally {
    logs.end();
    upstream.close();
  }
}

async function suffer(
  cluster: Cluster,
  { lastingMs, faults, pauseMs, print }: TormentPlan,
  begun: number,
): Promise<TormentReport["faults"]> {
  const done = new Map<string, { times: number; longestMs: number }>();
  const possible = (name: string) => cluster.callStore !== undefined || !name.startsWith("call store");
  const chosen = (all: object) =>
    Object.keys(all).filter((name) => possible(name) && (faults?.includes(name) ?? true));
  const lane = async (names: readonly string[]) => {
    while (names.length > 0) {
      await Bun.sleep((0.3 + 0.7 * Math.random()) * pauseMs);
      if (performance.now() - begun > lastingMs) return;
      const name = oneOf(names);
      const from = performance.now();
      try {
        await allFaults[name]!(cluster);
        if (name in databaseFaults) await cluster.whole();
      } catch (error) {
        throw new Error(`${clockOf(begun)} after "${name}"`, { cause: error });
      }
      const took = Math.round(performance.now() - from);
      print(`${clockOf(begun)} ${name}, whole again after ${(took / 1000).toFixed(1)} s`);
      const each = done.get(name) ?? { times: 0, longestMs: 0 };
      done.set(name, { times: each.times + 1, longestMs: Math.max(each.longestMs, took) });
    }
  };
  await Promise.all([lane(chosen(databaseFaults)), lane(chosen(nodeFaults))]);
  return done;
}

function clockOf(begun: number): string {
  const seconds = Math.round((performance.now() - begun) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function progressOf({ callers }: Load, begun: number): string {
  const count = (status: number) => callers.idsOf(status).length;
  const counts = `${count(200)} answered, ${count(503)} × 503, ${count(0)} unknown`;
  return `${clockOf(begun)} ${callers.sent.size} calls: ${counts}, ${callers.refused} refused`;
}

async function figuresOf(
  cluster: Cluster,
  { callers }: Load,
  begun: number,
  lasted: number,
): Promise<Record<string, number>> {
  const states = (await cluster.roles())?.states ?? [];
  const refusals = waitsOf(callers.answers, 503);
  const served = callers.answers.filter(({ status }) => status === 200).map(({ at }) => at);
  const gaps = served.map((at, index) => at - (served[index - 1] ?? begun));
  return {
    seconds: Math.round(lasted / 1000),
    "fail-overs": Math.max(...states.map((state) => state?.timeline ?? 1)) - 1,
    "Patroni repaired by hand": cluster.repairs,
    "answers a second": Math.round(servedPerSecond(callers, begun, begun + lasted)),
    "503": refusals.length,
    "503 after ms, p99": percentile(refusals, 0.99),
    "503 after ms, longest": percentile(refusals, 1),
    "longest time without a 200, ms": Math.round(gaps.reduce((most, gap) => Math.max(most, gap), 0)),
  };
}

function writtenOff({ accounts }: Outcome): number {
  return Object.values(accounts).reduce((sum, account) => sum + account.writtenOff, 0);
}
