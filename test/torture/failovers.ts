import type { Database } from "../../src/database/database.ts";
import { Callers, type Target } from "./callers.ts";
import { broken, compareFigures, openComparisons, untilSettled } from "./consistency.ts";
import { addCustomers, type Customer } from "./customers.ts";
import { doctorAt, untilGivenBack, untilThere, untilWhole } from "./failover-consistency.ts";
import { type Installation, install } from "./installation.ts";
import { type Lost, ReplicatedPostgres } from "./replicated-postgres.ts";
import type { ScenarioReport } from "./scenario.ts";
import { percentile } from "./throughput.ts";

export interface FailoverRun {
  readonly times: number;
  readonly nodes: number;
  readonly perSecond: number;
  readonly hangMs: number;
  /** How long the service is healthy between two failovers. */
  readonly betweenMs: number;
  /** The longest loss of commits and absence of a server. */
  readonly lossMs: number;
  readonly downMs: number;
  /** Waits until idle nodes have released all their credits. */
  readonly givesBack: boolean;
}

/** Lost commits were applied at most this long before. */
const lookBackMs = 20_000;
/** Shared limits that no caller reaches. */
const limited = {
  rate_limit: { calls: 1_000_000, renewal_period_s: 60 },
  quota: { calls: 100_000_000, renewal: "month" },
};

/**
 * Repeatedly kills the primary of an asynchronous replica under load. The replica, without the last commits,
 * takes over while the nodes run. Each time, all answered calls must be stored in the end.
 */
export async function sufferFailovers(run: FailoverRun): Promise<ScenarioReport> {
  const replicated = await ReplicatedPostgres.start();
  try {
    const service = await install({ dialect: "postgres", nodes: run.nodes, databaseUrl: replicated.url });
    try {
      const customers = await customersOf(service);
      const { perSecond, hangMs } = run;
      const callers = new Callers({ targets: targetsOf(service, customers), perSecond, hangMs });
      callers.start();
      const figures: Record<string, number | string> = {};
      const settled = await failOvers(service, replicated, callers, run, figures).finally(() =>
        callers.stop(),
      );
      const live = await untilWhole(service, callers, customers);
      const held = run.givesBack ? await untilGivenBack(service) : [];
      const doctors = (await Promise.all(service.nodes.map(doctorAt))).flat();
      const outcome = await compareFigures(service, callers, customers);
      const writtenOff = Object.values(outcome.accounts).reduce((sum, each) => sum + each.writtenOff, 0);
      return {
        outcome,
        broken: [...settled, ...live, ...held, ...doctors, ...broken(outcome, { writesOff: true })],
        figures: { ...figures, "written off": writtenOff },
      };
    } finally {
      await service.end();
    }
  } finally {
    await replicated.end();
  }
}

/** One of these customers is near zero credits at each fail-over. */
const scarceCredits = [1500, 3000, 5000, 8000];

async function customersOf(service: Installation): Promise<Customer[]> {
  const [plenty] = await addCustomers(service, 10_000_000);
  const [unlimited] = await addCustomers(service, null);
  const scarce = await Promise.all(scarceCredits.map((credits) => addCustomers(service, credits)));
  const [restrained] = await addCustomers(service, 10_000_000, 1, limited);
  return [plenty!, restrained!, unlimited!, plenty!, restrained!, ...scarce.flat()];
}

function targetsOf(service: Installation, customers: readonly Customer[]): Target[] {
  return customers.flatMap(({ key, subscription }) =>
    service.nodes.flatMap((node) => {
      const target = { key, subscription, port: () => node.port };
      return [target, target];
    }),
  );
}

/** Resolves to the broken promises. */
async function failOvers(
  service: Installation,
  replicated: ReplicatedPostgres,
  callers: Callers,
  run: FailoverRun,
  figures: Record<string, number | string>,
): Promise<string[]> {
  const wrong: string[] = [];
  const losses: Lost[] = [];
  const waits: number[] = [];
  await using db = await openComparisons(service);
  for (let time = 1; time <= run.times; time++) {
    const since = Date.now() - lookBackMs;
    await replicated.addReplica();
    await Bun.sleep(run.betweenMs);
    // Every second time a journal is closed and recovered by commits that are then lost.
    const whileDown = time % 2 === 0 ? () => replaceNode(service, db) : async () => undefined;
    const plan = {
      whileDown,
      lossMs: (0.5 + Math.random() / 2) * run.lossMs,
      downMs: Math.random() * run.downMs,
    };
    const lost = await replicated.failOver(plan);
    const answered = new Set(callers.idsOf(200, 404));
    const lacking = await untilThere(service, db, answered, since);
    if (lacking.length > 0) wrong.push(`after fail-over ${time}: ${lacking.join(", ")}`);
    waits.push(performance.now() - lost.at);
    losses.push(lost);
  }
  waits.sort((a, b) => a - b);
  Object.assign(figures, {
    "fail-overs": losses.length,
    "with lost calls": losses.filter(({ calls }) => calls > 0).length,
    "calls lost by the database": losses.reduce((sum, { calls }) => sum + calls, 0),
    "WAL lost, KiB": Math.round(losses.reduce((sum, { walBytes }) => sum + walBytes, 0) / 1024),
    "all there again after ms, median": percentile(waits, 0.5),
    "all there again after ms, longest": percentile(waits, 1),
  });
  return wrong;
}

/** Kills a node and restarts it, which recovers its journal. */
async function replaceNode(service: Installation, db: Database): Promise<void> {
  const node = service.nodes[0]!;
  await node.end("SIGKILL");
  await node.start();
  await untilSettled(service, db);
}
