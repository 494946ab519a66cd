import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { openDatabase } from "../../../src/database/open.ts";
import { dropPrivileges } from "../../database/server.ts";
import { until } from "../../until.ts";
import { type Installation, install } from "../installation.ts";
import { Relay } from "../relay.ts";
import { type CallStoreDaemon, createCallStore } from "./call-store.ts";
import { steadyPort, watchFolder } from "./daemon.ts";
import { Etcd } from "./etcd.ts";
import { Member, type MemberState } from "./patroni.ts";
import type { Programs } from "./programs.ts";
import { createPgbouncer, database, Haproxy, type Pgbouncer, type PoolMode } from "./proxies.ts";

const nodesCount = 3;
export const workersOfNode = 2;
const startMs = 240_000;
const stuckMs = 75_000;
const lookMs = 250;

export interface ClusterPlan {
  readonly programs: Programs;
  readonly mode: PoolMode;
  /** Whether a feature's store keeps single calls, if it is installed. */
  readonly callStore: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Three PostgreSQL under Patroni, their proxies, and three nodes of the service. */
export class Cluster {
  readonly folder: string;
  readonly members: readonly Member[];
  readonly haproxy: Haproxy;
  readonly pgbouncer: Pgbouncer;
  /** Between each node and PgBouncer. */
  readonly links: readonly Relay[];
  /** Undefined if PostgreSQL keeps single calls. */
  readonly callStore: CallStoreDaemon | undefined;
  /** How often Patroni was stuck and repaired by hand. */
  repairs = 0;
  readonly #etcd: Etcd;
  #service: Installation | undefined;

  private constructor(
    parts: Pick<Cluster, "folder" | "members" | "haproxy" | "pgbouncer" | "links" | "callStore">,
    etcd: Etcd,
  ) {
    this.folder = parts.folder;
    this.members = parts.members;
    this.haproxy = parts.haproxy;
    this.pgbouncer = parts.pgbouncer;
    this.links = parts.links;
    this.callStore = parts.callStore;
    this.#etcd = etcd;
  }

  static async start({ programs, mode, settings, ...plan }: ClusterPlan): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), "vingate-cluster-"));
    watchFolder(folder);
    const etcd = await Etcd.create(folder, programs.etcd);
    const members = await Promise.all(
      ["pg0", "pg1", "pg2"].map((name) => Member.create(folder, name, programs, etcd.port)),
    );
    const ports: number[] = [];
    for (let node = 0; node < nodesCount; node++) ports.push(await steadyPort());
    const haproxy = await Haproxy.create(folder, programs, members, ports);
    const pgbouncer = await createPgbouncer(folder, programs, mode, haproxy.primaryPort);
    const links = await Promise.all(ports.map(() => Relay.open()));
    for (const link of links) link.pointTo(pgbouncer.port);
    dropPrivileges(folder);
    const callStore = plan.callStore ? await createCallStore(folder) : undefined;
    const cluster = new Cluster({ folder, members, haproxy, pgbouncer, links, callStore }, etcd);
    try {
      await callStore?.start();
      await cluster.#startDatabase();
      cluster.#service = await install({
        dialect: "postgres",
        nodes: nodesCount,
        workers: workersOfNode,
        databaseUrl: haproxy.primaryUrl,
        settings: {
          VINGATE_WORKERS: String(workersOfNode),
          VINGATE_TRUSTED_PROXIES: "127.0.0.1",
          VINGATE_OUTBOUND_ALLOW: "127.0.0.0/8",
          ...(mode === "transaction" && { VINGATE_DATABASE_POOLER: "true" }),
          ...callStore?.settings,
          ...settings,
        },
        settingsOfNode: (node) => ({
          VINGATE_PORT: String(ports[node]),
          VINGATE_DATABASE_URL: haproxy.urlOf(links[node]!.port),
        }),
      });
      return cluster;
    } catch (error) {
      const daemons = [
        etcd.daemon,
        haproxy.daemon,
        pgbouncer.daemon,
        ...(callStore ? [callStore.daemon] : []),
      ];
      const logs = [...daemons, ...members].map(({ name, log }) => `${name}: ${log}`);
      await cluster.end();
      throw new Error(`the cluster did not start: ${logs.join("\n")}`, { cause: error });
    }
  }

  /** Its nodes; comparisons read the primary itself. */
  get service(): Installation {
    const service = this.#service!;
    return {
      ...service,
      open: async () => {
        const { primary } = await this.whole();
        const url = this.haproxy.urlOf(primary.address.port);
        return openDatabase({ url, deadlineMs: 120_000 });
      },
      ...(this.callStore && { singleCalls: this.callStore }),
      operate: (...call) => persist(() => service.operate(...call)),
    };
  }

  /** The primary and its replicas as Patroni reports them; undefined while there is no primary. */
  async roles(): Promise<
    { primary: Member; replicas: Member[]; states: (MemberState | undefined)[] } | undefined
  > {
    const states = await Promise.all(this.members.map((member) => member.state()));
    const primary = this.members.find(
      (_, index) =>
        /^(master|primary)$/.test(states[index]?.role ?? "") && states[index]?.state === "running",
    );
    if (!primary) return undefined;
    const replicas = this.members.filter(
      (member, index) =>
        member !== primary &&
        states[index]?.role === "replica" &&
        /^(running|streaming)$/.test(states[index]?.state ?? ""),
    );
    return { primary, replicas, states };
  }

  /** Waits until there is a primary with two running replicas, one of which is synchronous. */
  async whole(): Promise<{ primary: Member; replicas: Member[] }> {
    const others = this.members.length - 1;
    let repairAt = performance.now() + stuckMs;
    for (const end = performance.now() + startMs; performance.now() < end; await Bun.sleep(lookMs)) {
      for (const member of this.members) member.keepUp();
      const roles = await this.roles();
      if (roles && performance.now() > repairAt) {
        repairAt = Number.POSITIVE_INFINITY;
        await this.#repair(roles.primary).catch(() => undefined);
      }
      const synchronous = roles?.states.some((state) => state?.sync_standby);
      if (roles && synchronous && roles.replicas.length === others) return roles;
    }
    const states = await Promise.all(this.members.map((member) => member.state()));
    throw new Error(`the members of Patroni are not whole again: ${JSON.stringify(states)}`);
  }

  /**
   * What an operator does if Patroni 3.0 stays stuck after two members held its lock in turn, which a watchdog device
   * would prevent: the replicas are on another timeline, or the key of the synchronous replica has another leader.
   */
  async #repair(primary: Member): Promise<void> {
    this.repairs += 1;
    await this.#etcd.forget("/service/cluster/sync");
    for (const member of this.members) if (member !== primary) await member.reinitialize();
  }

  /** Copies the logs of its programs into a folder. */
  keepLogs(folder: string): void {
    for (const name of readdirSync(this.folder).filter((each) => each.endsWith(".log")))
      copyFileSync(join(this.folder, name), join(folder, name));
  }

  async end(): Promise<void> {
    await this.#service?.end();
    for (const link of this.links) link.close();
    await Promise.all([this.haproxy.daemon.kill(), this.pgbouncer.daemon.kill()]);
    await Promise.all(this.members.map((member) => member.end()));
    await Promise.all([this.#etcd.daemon.kill(), this.callStore?.daemon.kill()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #startDatabase(): Promise<void> {
    await this.#etcd.start();
    for (const member of this.members) member.start();
    this.haproxy.daemon.start();
    this.pgbouncer.daemon.start();
    await this.whole();
    const url = this.haproxy.primaryUrl.replace(new RegExp(`${database}$`), "postgres");
    await until(() => createDatabase(url), "HAProxy leads to the primary", startMs);
  }
}

/** Repeats a call of the operator that the service refuses with 503. */
async function persist<T>(call: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + startMs; ; ) {
    try {
      return await call();
    } catch (error) {
      if (!/ answered 503/.test((error as Error).message) || performance.now() > end) throw error;
      await Bun.sleep(lookMs);
    }
  }
}

async function createDatabase(url: string): Promise<boolean> {
  await using admin = new SQL(url, { max: 1, connectionTimeout: 3 });
  try {
    await admin.unsafe(`create database ${database}`);
    return true;
  } catch (error) {
    return /already exists/.test((error as Error).message);
  }
}
