import { kinds } from "../database/databases.ts";
import { featureParts } from "../feature-parts.ts";
import { postgresReplicaMissing } from "../postgres.ts";
import { bumpAndSet } from "./bumps.ts";
import { burst, publicPaths } from "./bursts.ts";
import { mountDisk, straceMissing, sufferFailedSyncs, sufferFullDisk } from "./disks.ts";
import { sufferFailovers } from "./failovers.ts";
import { install } from "./installation.ts";
import { repeatBatches } from "./keyed-batches.ts";
import { sufferKills, sufferWorkerKills } from "./kills.ts";
import { sufferOutages } from "./outages.ts";
import { race } from "./races.ts";
import { releaseMissing } from "./release.ts";
import { changeAtOnce, repeatUnderKills } from "./repeats.ts";
import type { ScenarioReport } from "./scenario.ts";
import { sufferStorm } from "./storm.ts";
import { percentile } from "./throughput.ts";
import { sufferUnread, unreadAttacks } from "./unread.ts";
import { sufferUpgrade } from "./upgrades.ts";
import { sufferUpstreams } from "./upstreams.ts";

// `npm run torture [fault…]`: every fault at length, on SQLite with one node and on PostgreSQL with three.
// Prints one JSON line per fault; exits with 1 if a promise was broken or a fault could not run.
type Dialect = "sqlite" | "postgres";
type Result = Pick<ScenarioReport, "broken" | "figures"> & { readonly outcome?: ScenarioReport["outcome"] };

const nodesOf = { sqlite: 1, postgres: 3 } as const;
const disk = { beforeMs: 5000, fullMs: 20_000, afterMs: 10_000, times: 3 };

async function races(dialect: Dialect, rounds: number): Promise<Result> {
  const service = await install({ dialect, nodes: nodesOf[dialect] });
  try {
    const seen = await race(service, rounds, 4);
    const wrong = seen.filter((each) => each[200] !== 15 || each[402] !== 49);
    const exact = seen.length - wrong.length;
    return { broken: wrong.map((each) => JSON.stringify(each)), figures: { rounds: seen.length, exact } };
  } finally {
    await service.end();
  }
}

async function bumps(dialect: Dialect): Promise<Result> {
  const service = await install({ dialect, nodes: nodesOf[dialect] });
  try {
    return await bumpAndSet(service, { bumps: 8000, sets: 2000, atOnce: 20 });
  } finally {
    await service.end();
  }
}

async function repeats(dialect: Dialect): Promise<Result> {
  const service = await install({ dialect, nodes: nodesOf[dialect] });
  try {
    const changes = await changeAtOnce(service, { rounds: 100, atOnce: 20 });
    const repeated = await repeatUnderKills(service, { kills: 100, atOnce: 100 });
    return {
      broken: [...changes.broken, ...repeated.broken],
      figures: { ...changes.figures, ...repeated.figures },
    };
  } finally {
    await service.end();
  }
}

async function batches(dialect: Dialect): Promise<Result> {
  const service = await install({ dialect, nodes: nodesOf[dialect], ownServer: true });
  try {
    return await repeatBatches(service, { batches: 200, kills: 20, atOnce: 4 });
  } finally {
    await service.end();
  }
}

/** A fault that a feature suffers, on an installation of its own with so many nodes. */
export type FeatureFault = (at: { readonly dialect: Dialect; readonly nodes: number }) => Promise<Result>;

/** The faults of features, by name and database. */
async function ofFeatures(): Promise<Record<string, () => Promise<Result>>> {
  const found: Record<string, () => Promise<Result>> = {};
  const parts = await featureParts<{ readonly faults: Readonly<Record<string, FeatureFault>> }>("torture.ts");
  for (const { faults } of parts)
    for (const [name, suffer] of Object.entries(faults))
      for (const dialect of ["sqlite", "postgres"] as const)
        found[`${name}-${dialect}`] = () => suffer({ dialect, nodes: nodesOf[dialect] });
  return found;
}

function demand(reason: string | undefined): void {
  if (reason !== undefined) throw new Error(reason);
}

async function failovers(times: number): Promise<Result> {
  demand(postgresReplicaMissing());
  const lengths = { betweenMs: 4000, lossMs: 2000, downMs: 2000, givesBack: true };
  return await sufferFailovers({ times, nodes: 3, perSecond: 1000, hangMs: 3000, ...lengths });
}

function upgrades(): Promise<Result> {
  demand(releaseMissing("0.2.0"));
  return sufferUpgrade("0.2.0", 3, 20_000);
}

function fullDisk(): Promise<Result> {
  const tried = mountDisk();
  demand("reason" in tried ? tried.reason : undefined);
  if ("remove" in tried) tried.remove();
  return sufferFullDisk({ dialect: "sqlite", nodes: 1 }, disk);
}

function failedSyncs(sync: string): Promise<Result> {
  demand(straceMissing());
  const settings = { VINGATE_JOURNAL_SYNC: sync };
  return sufferFailedSyncs({ dialect: "sqlite", nodes: 1, settings }, disk);
}

/** The waits for `/livez` are figures: on a busy machine they show nothing about the service. */
async function bursts(): Promise<Result> {
  const broken: string[] = [];
  const waits: number[] = [];
  for (const path of publicPaths) {
    const { killed, statuses, livezMs } = await burst(path, 2000);
    waits.push(...livezMs);
    if (killed > 0) broken.push(`${path}: ${killed} workers ended`);
    if (statuses[0] !== undefined) broken.push(`${path}: ${statuses[0]} requests had no response`);
  }
  const livezP99 = percentile(
    waits.sort((a, b) => a - b),
    0.99,
  );
  return { broken, figures: { paths: publicPaths.length, requests: 2000 * publicPaths.length, livezP99 } };
}

const unreadMaxMb = 300;

async function unread(): Promise<Result> {
  const broken: string[] = [];
  const figures: Record<string, string> = {};
  for (const attack of unreadAttacks) {
    const { beforeMb, peakMb, answers } = await sufferUnread(attack);
    figures[`${attack.connections} × ${attack.name}`] = `${Math.round(beforeMb)} → ${Math.round(peakMb)} MiB`;
    if (peakMb > unreadMaxMb) broken.push(`${attack.name}: ${Math.round(peakMb)} MiB`);
    if (!answers) broken.push(`${attack.name}: /livez was not answered`);
  }
  return { broken, figures };
}

const faults: Readonly<Record<string, () => Promise<Result>>> = {
  "races-sqlite": () => races("sqlite", 1000),
  "races-postgres": () => races("postgres", 1000),
  "kills-sqlite": () => sufferKills({ dialect: "sqlite", nodes: 1 }, 200),
  "kills-postgres": () => sufferKills({ dialect: "postgres", nodes: 3 }, 200),
  "kills-of-workers-sqlite": () => sufferWorkerKills({ dialect: "sqlite", nodes: 1, workers: 3 }, 60),
  "kills-of-workers-postgres": () => sufferWorkerKills({ dialect: "postgres", nodes: 1, workers: 3 }, 60),
  "kills-sqlite-filled": () => sufferKills({ dialect: "sqlite", nodes: 1, filled: 1_000_000 }, 50),
  "kills-postgres-filled": () => sufferKills({ dialect: "postgres", nodes: 3, filled: 1_000_000 }, 50),
  "outages-postgres": () =>
    sufferOutages({ dialect: "postgres", nodes: 3 }, { beforeMs: 10_000, outageMs: 60_000, afterMs: 15_000 }),
  "outages-past-the-lease": () =>
    sufferOutages(
      { dialect: "postgres", nodes: 3, settings: { VINGATE_STALE_KEY_TTL: "10" } },
      { beforeMs: 10_000, outageMs: 60_000, afterMs: 15_000 },
    ),
  "failovers-postgres": () => failovers(10),
  "bumps-sqlite": () => bumps("sqlite"),
  "bumps-postgres": () => bumps("postgres"),
  "repeats-sqlite": () => repeats("sqlite"),
  "repeats-postgres": () => repeats("postgres"),
  "batches-sqlite": () => batches("sqlite"),
  "batches-postgres": () => batches("postgres"),
  "storm-postgres": () => sufferStorm({ dialect: "postgres", nodes: 3 }, 120_000),
  "upstreams-sqlite": () => sufferUpstreams({ dialect: "sqlite", nodes: 1 }, 100),
  "upstreams-postgres": () => sufferUpstreams({ dialect: "postgres", nodes: 3 }, 100),
  "upgrades-postgres": upgrades,
  bursts,
  unread,
  "full-disk": fullDisk,
  "failing-syncs": () => failedSyncs("interval"),
  "failing-syncs-waited-for": () => failedSyncs("always"),
  ...(await ofFeatures()),
};

const requested = process.argv.slice(2);
const unknown = requested.find((name) => !(name in faults));
if (unknown !== undefined) {
  console.error(`no fault "${unknown}"; there are ${Object.keys(faults).join(", ")}`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const noPostgres = kinds.some(({ dialect, missing }) => dialect === "postgres" && missing);
let wrong = 0;
for (const name of requested.length > 0 ? requested : Object.keys(faults)) {
  const from = performance.now();
  try {
    demand(noPostgres && /postgres|outages/.test(name) ? "there is no PostgreSQL here" : undefined);
    const { broken, figures, outcome } = await faults[name]!();
    const seconds = Math.round((performance.now() - from) / 1000);
    const { accounts: _, ...sums } = outcome ?? {};
    console.log(JSON.stringify({ fault: name, broken, figures, ...sums, seconds }));
    if (broken.length > 0) wrong += 1;
  } catch (error) {
    console.log(JSON.stringify({ fault: name, failed: (error as Error).message }));
    wrong += 1;
  }
}
process.exit(wrong === 0 ? 0 : 1);
