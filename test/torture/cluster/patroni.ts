import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Relay } from "../relay.ts";
import { Daemon, processesIn, sendTo, steadyPort } from "./daemon.ts";
import type { Programs } from "./programs.ts";

export const passwords = { superuser: "cluster-superuser", replication: "cluster-replication" };

/** A member's state in Patroni's REST interface. */
export interface MemberState {
  readonly state: string;
  readonly role: string;
  readonly sync_standby?: boolean;
  readonly timeline?: number;
}

/**
 * A PostgreSQL under Patroni. Others reach both by relays, and Patroni reaches etcd by one, so that the member can be
 * cut off from all.
 */
export class Member {
  readonly name: string;
  readonly folder: string;
  readonly address: Relay;
  readonly rest: Relay;
  readonly #etcd: Relay;
  readonly #patroni: Daemon;

  private constructor(name: string, folder: string, relays: readonly Relay[], patroni: Daemon) {
    this.name = name;
    this.folder = folder;
    this.address = relays[0]!;
    this.rest = relays[1]!;
    this.#etcd = relays[2]!;
    this.#patroni = patroni;
  }

  static async create(folder: string, name: string, programs: Programs, etcdPort: number): Promise<Member> {
    const [port, restPort] = [await steadyPort(), await steadyPort()];
    const relays = await Promise.all([Relay.open(), Relay.open(), Relay.open()]);
    for (const [index, to] of [port, restPort, etcdPort].entries()) relays[index]!.pointTo(to);
    const [address, rest, etcd] = relays.map((relay) => relay.port);
    const own = join(folder, name);
    const file = join(folder, `${name}.yml`);
    // JSON is YAML.
    const settings = settingsOf({ name, own, programs, port, restPort, address, rest, etcd });
    writeFileSync(file, JSON.stringify(settings, null, 2));
    return new Member(name, own, relays, new Daemon(folder, name, [programs.patroni, file]));
  }

  start(): void {
    this.#patroni.start();
  }

  /** Starts Patroni again if it has ended by itself, as the system's supervisor does. */
  keepUp(): void {
    if (this.#patroni.pid === undefined) this.#patroni.start();
  }

  get log(): string {
    return this.#patroni.log;
  }

  /** The state that it reports; undefined if it does not answer. */
  async state(): Promise<MemberState | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.rest.port}/patroni`, {
        signal: AbortSignal.timeout(2000),
        keepalive: false,
      });
      return (await answer.json()) as MemberState;
    } catch {
      return undefined;
    }
  }

  /** Makes another member the primary, without loss; false if Patroni refuses. */
  async switchOver(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.rest.port}/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: this.name }),
      signal: AbortSignal.timeout(60_000),
    });
    await answer.text();
    return answer.status === 200;
  }

  /** Copies the primary's data again. */
  async reinitialize(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.rest.port}/reinitialize`, {
      method: "POST",
      body: JSON.stringify({ force: true }),
      signal: AbortSignal.timeout(10_000),
    });
    await answer.text();
  }

  /** Kills all processes of PostgreSQL; Patroni goes on. */
  killPostgres(): void {
    for (const pid of this.#postgres()) sendTo(pid, "SIGKILL");
  }

  /** Kills PostgreSQL and Patroni, as if the machine had ended. */
  async kill(): Promise<void> {
    this.#patroni.signal("SIGSTOP");
    this.killPostgres();
    await this.#patroni.kill();
    this.killPostgres();
  }

  freeze({ patroni }: { readonly patroni: boolean }): void {
    if (patroni) this.#patroni.signal("SIGSTOP");
    for (const pid of this.#postgres()) sendTo(pid, "SIGSTOP");
  }

  thaw(): void {
    for (const pid of this.#postgres()) sendTo(pid, "SIGCONT");
    this.#patroni.signal("SIGCONT");
  }

  /** Cuts the member off from all others; `join` ends that. */
  part(): void {
    for (const relay of [this.address, this.rest, this.#etcd]) relay.stall();
  }

  join(): void {
    for (const relay of [this.address, this.rest, this.#etcd]) relay.flow();
  }

  async end(): Promise<void> {
    await this.kill();
    for (const relay of [this.address, this.rest, this.#etcd]) relay.close();
  }

  #postgres(): number[] {
    return processesIn(this.folder);
  }
}

interface Place {
  readonly name: string;
  readonly own: string;
  readonly programs: Programs;
  readonly port: number;
  readonly restPort: number;
  readonly address: number | undefined;
  readonly rest: number | undefined;
  readonly etcd: number | undefined;
}

function settingsOf({ name, own, programs, port, restPort, address, rest, etcd }: Place): object {
  const local = (each: number | undefined) => `127.0.0.1:${each}`;
  return {
    scope: "cluster",
    name,
    restapi: { listen: local(restPort), connect_address: local(rest) },
    // A proxy is the only address that is used; without it etcd's own address would be found.
    etcd3: { host: local(etcd), use_proxies: true },
    bootstrap: {
      dcs: {
        // A busy machine must not look like a lost etcd.
        ttl: 18,
        loop_wait: 2,
        retry_timeout: 8,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums", "no-sync"],
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
    },
    postgresql: {
      listen: local(port),
      connect_address: local(address),
      data_dir: own,
      bin_dir: programs.postgres,
      pgpass: `${own}.pgpass`,
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: { username: "postgres", password: passwords.superuser },
        replication: { username: "replicator", password: passwords.replication },
      },
      parameters: {
        unix_socket_directories: "",
        max_connections: 100,
        shared_buffers: "64MB",
        // What the system has taken survives kill -9.
        fsync: "off",
        jit: "off",
        wal_keep_size: "512MB",
        max_wal_size: "1GB",
        wal_sender_timeout: "6s",
        wal_receiver_timeout: "6s",
        deadlock_timeout: "200ms",
      },
    },
  };
}
