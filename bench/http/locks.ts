import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { vinPackFile } from "../../src/vehicles/imports/vpic/vin-pack.ts";
import { startPostgres } from "../../test/postgres.ts";
import { type Figure, figure } from "../common/figure.ts";
import { cpuUs, family, untilIdle } from "../common/measure.ts";
import { api, type Requests, type Service, startService, subscribe } from "../common/service.ts";
import { scaled, secondsOr } from "../common/settings.ts";
import { type Bench, inHttpBench } from "./bench.ts";
import { connections } from "./load.ts";
import { startFloor } from "./rounds.ts";

const seconds = secondsOr(15);
const sampleMs = 50;
const customersMany = scaled(1000, 20);
const workersTried = [4, 12];
const warmRoundsMax = 8;

/** What PostgreSQL did during a load. */
interface Observed {
  /** Statements that ran at the sampled moments, and those of them that waited for another transaction. */
  readonly running: number;
  readonly waiting: number;
  /** Open transactions at those moments, whether a statement ran or their node was at work. */
  readonly open: number;
  /** The most connections of the service. */
  readonly connected: number;
  readonly folds: number;
  readonly worst: string;
}

/** Samples the server until the returned function is called. */
function observe(url: string): () => Promise<Observed> {
  const client = new SQL({ url, max: 1, connection: { application_name: "observer" } });
  let ended = false;
  const waits = new Map<string, number>();
  const applied = new Map<string, number>();
  const total = { running: 0, waiting: 0, open: 0, connected: 0, folds: 0 };
  const sampling = (async () => {
    while (!ended) {
      const backends = await client.unsafe(`
        select state, wait_event_type as wait, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) as query
        from pg_stat_activity where datname = current_database() and application_name <> 'observer'`);
      total.connected = Math.max(total.connected, backends.length);
      for (const { state, wait, query } of backends) {
        if (state !== "idle") total.open += 1;
        if (state !== "active") continue;
        total.running += 1;
        if (wait !== "Lock") continue;
        total.waiting += 1;
        waits.set(query, (waits.get(query) ?? 0) + 1);
      }
      for (const { id, seq } of await client.unsafe(
        "select journal_id as id, applied_seq as seq from journal",
      )) {
        if (applied.has(id) && applied.get(id) !== Number(seq)) total.folds += 1;
        applied.set(id, Number(seq));
      }
      await Bun.sleep(sampleMs);
    }
  })();
  return async () => {
    ended = true;
    await sampling;
    await client.end();
    const [worst] = [...waits].sort(([, a], [, b]) => b - a);
    return { ...total, worst: worst ? `most in ${worst[0]}` : "none waited" };
  };
}

const kindsOf = {
  one: "one customer",
  many: `${customersMany} customers`,
  limited: "one customer with a rate limit",
} as const;
type Kind = keyof typeof kindsOf;

/** One customer's requests without and with a rate limit, and those of many with a key each. */
async function customers(service: Service, folder: string): Promise<Record<Kind, Requests>> {
  const { metered, owner } = await subscribe(service);
  const product = `${service.url}/products/bench-plain`;
  await api(product, "PUT", { credits_granted: 1_000_000_000 });
  await api(`${product}/apis/vin-decoder`, "PUT", {});
  const keys: string[] = [];
  for (let number = 0; number < customersMany; number++) {
    const path = `${service.url}/subscriptions/customer-${number}`;
    await api(path, "PUT", { scope: "/products/bench-plain", owner_id: owner, state: "active" });
    keys.push((await api<{ primary_key: string }>(`${path}/listSecrets`, "POST", {})).primary_key);
  }
  const file = join(folder, "keys.txt");
  writeFileSync(file, `${keys.join("\n")}\n`);
  const one = { ...metered, headers: { "x-AuthKey": keys[0]! } };
  return { one, many: { ...metered, keys: file }, limited: metered };
}

async function aliveNodes({ url }: Service): Promise<number> {
  const { nodes } = await api<{ nodes: { state: string }[] }>(`${url}/system`, "GET");
  return nodes.filter(({ state }) => state === "alive").length;
}

interface Measured extends Observed {
  readonly perSecond: number;
  readonly faults: number;
  /** CPU of all workers a call, µs. */
  readonly usedUs: number;
}

/** Responses a second of processes that only send them. */
async function measureBare(bench: Bench, processes: number): Promise<number> {
  const { servers, requests } = await startFloor(bench, `floor-${processes}`, processes, "any");
  await bench.generator.load(requests, bench.vins.file, 0, Math.max(3, seconds / 4));
  const load = await bench.generator.load(requests, bench.vins.file, 0, seconds);
  for (const server of servers) await server.stop();
  return load.requests / load.seconds;
}

async function startWorkers(bench: Bench, name: string, workers: number, url = ""): Promise<Service> {
  const folder = join(bench.folder, name);
  mkdirSync(folder, { mode: 0o700 });
  copyFileSync(vinPackFile(bench.dataDir), vinPackFile(folder));
  const settings = {
    VINGATE_WORKERS: String(workers),
    VINGATE_DATABASE_URL: url,
    VINGATE_MASTER_KEY: "0".repeat(64),
  };
  const service = await startService(folder, folder, { side: "any", name, settings });
  // The first worker answers before the others have started.
  while ((await aliveNodes(service)) < workers) await Bun.sleep(500);
  for (const pid of family(service.server.pid)) await untilIdle(pid);
  return service;
}

const cpuOf = ({ server }: Service): number => family(server.pid).reduce((sum, pid) => sum + cpuUs(pid), 0);

/** Sends calls until each worker has its leases and has compiled its code: until a call costs no less for two rounds. */
async function warm(bench: Bench, service: Service, requests: Requests, workers: number): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let unimproved = 0;
  for (let round = 0; round < warmRoundsMax && unimproved < 2; round++) {
    const before = cpuOf(service);
    const load = await bench.generator.load(requests, bench.vins.file, 0, 2 * workers, 16 * workers);
    const used = (cpuOf(service) - before) / load.requests;
    unimproved = used > 0.95 * least ? unimproved + 1 : 0;
    least = Math.min(least, used);
  }
}

/** Calls a second of workers that share no row: SQLite, and a customer with unlimited credits. */
async function measureUnshared(bench: Bench, workers: number): Promise<number> {
  const service = await startWorkers(bench, `unshared-${workers}`, workers);
  const { unlimited } = await subscribe(service);
  await warm(bench, service, unlimited, workers);
  const load = await bench.generator.load(unlimited, bench.vins.file, 0, seconds);
  await service.server.stop();
  return load.requests / load.seconds;
}

async function measureWorkers(bench: Bench, workers: number) {
  const url = await (await startPostgres()).newDatabase();
  const service = await startWorkers(bench, `locks-${workers}`, workers, url);
  const requests = await customers(service, bench.folder);
  const measured = new Map<string, Measured>();
  for (const [name, wanted] of Object.entries(requests)) {
    await warm(bench, service, wanted, workers);
    const end = observe(url);
    const before = cpuOf(service);
    const load = await bench.generator.load(wanted, bench.vins.file, 0, seconds);
    const usedUs = (cpuOf(service) - before) / load.requests;
    const observed = await end();
    const faults = load.refused + load.broken;
    measured.set(name, { ...observed, perSecond: load.requests / load.seconds, faults, usedUs });
    console.error(`${workers} workers, ${name}: ${JSON.stringify(measured.get(name))}`);
  }
  await service.server.stop();
  return measured;
}

/** What workers of one PostgreSQL wait for in each other, with one customer and with many. */
export function benchLocks(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const figures: Figure[] = [];
    const byWorkers = new Map<number, Awaited<ReturnType<typeof measureWorkers>>>();
    for (const workers of workersTried) byWorkers.set(workers, await measureWorkers(bench, workers));
    for (const name of Object.keys(kindsOf) as Kind[]) {
      const of = kindsOf[name];
      const found = workersTried.map((workers) => ({ workers, ...byWorkers.get(workers)!.get(name)! }));
      for (const {
        workers,
        perSecond,
        running,
        waiting,
        open,
        connected,
        folds,
        worst,
        faults,
        usedUs,
      } of found)
        figures.push(
          figure(
            `throughput, ${of}, ${workers} workers`,
            perSecond,
            "req/s",
            `${seconds} s, ${connections} connections, ${bench.generator.name}; ${faults} not 200`,
          ),
          figure(
            `statements that wait for a lock, ${of}, ${workers} workers`,
            (100 * waiting) / Math.max(1, running),
            "%",
            `target ≤ 5; ${waiting} of ${running} samples, ${open} in a transaction; ${worst}`,
          ),
          figure(
            `batches applied, ${of}, ${workers} workers`,
            folds / seconds,
            "/s",
            `${connected} connections of the service`,
          ),
          figure(`CPU a call, ${of}, ${workers} workers`, usedUs, "µs", "all workers, without PostgreSQL"),
        );
      const [few, all] = found;
      figures.push(
        figure(`throughput, ${of}, 12 workers over 4`, all!.perSecond / few!.perSecond, "×", "target ≥ 0.8"),
      );
    }
    const [fewUnshared, unshared] = [await measureUnshared(bench, 4), await measureUnshared(bench, 12)];
    const [fewBare, bare] = [await measureBare(bench, 4), await measureBare(bench, 12)];
    figures.push(
      figure(
        "throughput, no shared row, 12 workers over 4",
        unshared / fewUnshared,
        "×",
        "SQLite, unlimited credits: what more processes of this size cost on these cores",
      ),
      figure(
        "throughput, bare Bun.serve, 12 processes over 4",
        bare / fewBare,
        "×",
        "what the machine allows",
      ),
    );
    return figures;
  });
}
