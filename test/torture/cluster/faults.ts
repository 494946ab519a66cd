import { children } from "../../database/server.ts";
import type { Node } from "../installation.ts";
import type { Cluster } from "./cluster.ts";
import { sendTo, tree } from "./daemon.ts";
import type { Member } from "./patroni.ts";

/** Something that happens to a part of the cluster and is over when it resolves. */
export type Fault = (cluster: Cluster) => Promise<void>;

const between = (least: number, most: number): number => least + Math.random() * (most - least);
export const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;

const failOverMs = 60_000;
/** Longer than Patroni's leader lock and an election last, also on a busy machine. */
const pastTheLock = () => between(26_000, 32_000);
const short = () => between(500, 8000);

async function primaryOf(cluster: Cluster): Promise<Member> {
  return (await cluster.whole()).primary;
}

async function replicaOf(cluster: Cluster): Promise<Member> {
  return oneOf((await cluster.whole()).replicas);
}

/** Faults of the database and of what leads to it; one at a time, and each waits until all members run again. */
export const databaseFaults = {
  switchover: async (cluster) => {
    await (await primaryOf(cluster)).switchOver();
  },
  "primary killed": async (cluster) => {
    (await primaryOf(cluster)).killPostgres();
  },
  "primary's machine killed": async (cluster) => {
    const primary = await primaryOf(cluster);
    await primary.kill();
    await untilAnother(cluster, primary);
    primary.start();
  },
  "replica's machine killed": async (cluster) => {
    const replica = await replicaOf(cluster);
    await replica.kill();
    await Bun.sleep(short());
    replica.start();
  },
  "primary frozen": (cluster) => freeze(cluster, primaryOf, { patroni: false }, short()),
  "primary's machine frozen": (cluster) => freeze(cluster, primaryOf, { patroni: true }, pastTheLock()),
  "replica frozen": (cluster) => freeze(cluster, replicaOf, { patroni: true }, short()),
  "primary cut off": (cluster) => cutOff(cluster, primaryOf, pastTheLock()),
  "replica cut off": (cluster) => cutOff(cluster, replicaOf, short()),
  "pgbouncer frozen": async ({ pgbouncer }) => {
    pgbouncer.daemon.signal("SIGSTOP");
    await Bun.sleep(short());
    pgbouncer.daemon.signal("SIGCONT");
  },
  "pgbouncer killed": async ({ pgbouncer }) => {
    await pgbouncer.daemon.kill();
    await Bun.sleep(between(0, 1000));
    pgbouncer.daemon.start();
  },
  "call store frozen": async ({ callStore }) => {
    callStore?.daemon.signal("SIGSTOP");
    await Bun.sleep(short());
    callStore?.daemon.signal("SIGCONT");
  },
  "call store killed": async ({ callStore }) => {
    await callStore?.daemon.kill();
    await Bun.sleep(short());
    await callStore?.start();
  },
} satisfies Record<string, Fault>;

/** Faults of the nodes, beside those of the database. */
export const nodeFaults = {
  "node killed": (cluster) =>
    withNode(cluster, async (node) => {
      const processes = tree(node.process.pid);
      for (const pid of processes) sendTo(pid, "SIGKILL");
      await node.end("SIGKILL");
      await node.startAgain();
    }),
  "supervisor killed": (cluster) =>
    withNode(cluster, async (node) => {
      await node.end("SIGKILL");
      await node.startAgain();
    }),
  "worker killed": (cluster) =>
    withNode(cluster, async (node) => {
      const worker = oneOf(children(node.process.pid));
      if (worker !== undefined) sendTo(worker, "SIGKILL");
    }),
  "worker frozen": (cluster) =>
    withNode(cluster, async (node) => {
      const worker = oneOf(children(node.process.pid));
      if (worker !== undefined) sendTo(worker, "SIGSTOP");
      await Bun.sleep(short());
      if (worker !== undefined) sendTo(worker, "SIGCONT");
    }),
  "node frozen": (cluster) =>
    withNode(cluster, async (node) => {
      const processes = tree(node.process.pid);
      for (const pid of processes) sendTo(pid, "SIGSTOP");
      await Bun.sleep(short());
      for (const pid of processes.reverse()) sendTo(pid, "SIGCONT");
    }),
  "node cut off from the database": async ({ links }) => {
    const link = oneOf(links);
    link.stall();
    await Bun.sleep(short());
    if (Math.random() < 0.5) link.cut();
    link.flow();
  },
  "node's connections to the database cut": async ({ links }) => oneOf(links).cut(),
} satisfies Record<string, Fault>;

export const allFaults: Readonly<Record<string, Fault>> = { ...databaseFaults, ...nodeFaults };

async function freeze(
  cluster: Cluster,
  choose: (cluster: Cluster) => Promise<Member>,
  parts: { readonly patroni: boolean },
  forMs: number,
): Promise<void> {
  const member = await choose(cluster);
  member.freeze(parts);
  await Bun.sleep(forMs);
  member.thaw();
}

async function cutOff(
  cluster: Cluster,
  choose: (cluster: Cluster) => Promise<Member>,
  forMs: number,
): Promise<void> {
  const member = await choose(cluster);
  member.part();
  await Bun.sleep(forMs);
  member.join();
}

/**
 * Until another member is the primary, or a while: a primary that is killed a moment after its promotion has no
 * synchronous replica yet, so that none may take over before its machine returns.
 */
async function untilAnother(cluster: Cluster, before: Member): Promise<void> {
  for (const end = performance.now() + failOverMs; performance.now() < end; await Bun.sleep(200)) {
    const roles = await cluster.roles();
    if (roles && roles.primary !== before) return;
  }
}

function withNode({ service }: Cluster, work: (node: Node) => Promise<void>): Promise<void> {
  return work(oneOf(service.nodes));
}
