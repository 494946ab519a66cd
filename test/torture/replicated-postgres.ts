import { SQL } from "bun";
import { type Postgres, startPostgres } from "../postgres.ts";
import { until } from "../until.ts";
import { Relay } from "./relay.ts";

export interface FailoverPlan {
  /**
   * How long the replica receives nothing before the primary is killed, and what runs at the end of that
   * time.
   */
  readonly lossMs: number;
  readonly whileDown: () => Promise<void>;
  /** How long there is no server. */
  readonly downMs: number;
}

/** What the replica lacked when it was promoted. */
export interface Lost {
  readonly walBytes: number;
  /** Calls that the primary had applied. */
  readonly calls: number;
  /** When the new primary accepted writes; monotonic. */
  readonly at: number;
}

/** A PostgreSQL at a fixed address with an asynchronous replica that takes over. */
export class ReplicatedPostgres {
  readonly url: string;
  readonly #database: string;
  readonly #address: Relay;
  /** Between the primary and its replica. */
  readonly #stream: Relay;
  #primary: Postgres;
  #replica: Postgres | undefined;

  private constructor(primary: Postgres, url: string, address: Relay, stream: Relay) {
    this.#primary = primary;
    this.#address = address;
    this.#stream = stream;
    const at = new URL(url);
    this.#database = at.pathname;
    at.port = String(address.port);
    this.url = at.href;
  }

  static async start(): Promise<ReplicatedPostgres> {
    const primary = await startPostgres({ own: true });
    const url = await primary.newDatabase();
    const replicated = new ReplicatedPostgres(primary, url, await Relay.open(), await Relay.open());
    replicated.#address.pointTo(portOf(primary));
    return replicated;
  }

  /** Starts a replica of the current primary, and waits until it has all committed data. */
  async addReplica(): Promise<void> {
    this.#stream.pointTo(portOf(this.#primary));
    const replica = await this.#primary.replica(this.#stream.port);
    this.#replica = replica;
    const written = await readValue<string>(this.#primary.url, "select pg_current_wal_lsn()::text as value");
    const has = `select coalesce(pg_last_wal_replay_lsn() >= '${written}', false) as value`;
    await until(() => readValue<boolean>(replica.url, has), "the replica has all that is committed");
  }

  /** Kills the primary and promotes the replica, which lacks the last commits. */
  async failOver({ whileDown, lossMs, downMs }: FailoverPlan): Promise<Lost> {
    const [old, next] = [this.#primary, this.#replica];
    if (!next) throw new Error("there is no replica to promote");
    this.#stream.loseAnswers();
    await Bun.sleep(lossMs);
    await whileDown();
    const received = await readValue<string>(next.url, "select pg_last_wal_receive_lsn()::text as value");
    const behind = `select (pg_current_wal_lsn() - '${received}'::pg_lsn)::float8 as value`;
    const before = await this.#applied(old);
    const walBytes = await readValue<number>(old.url, behind);
    this.#stream.pointTo(undefined);
    this.#address.pointTo(undefined);
    await old.kill();
    this.#address.cut();
    this.#stream.cut();
    await Bun.sleep(downMs);
    await next.promote();
    const calls = before - (await this.#applied(next));
    this.#primary = next;
    this.#replica = undefined;
    this.#address.pointTo(portOf(next));
    const at = performance.now();
    await old.end();
    return { walBytes, calls, at };
  }

  async end(): Promise<void> {
    this.#address.close();
    this.#stream.close();
    await this.#replica?.end();
    await this.#primary.end();
  }

  #applied(server: Postgres): Promise<number> {
    const url = Object.assign(new URL(server.url), { pathname: this.#database }).href;
    return readValue<number>(url, "select coalesce(sum(applied_seq), 0)::float8 as value from journal");
  }
}

const portOf = ({ url }: Postgres): number => Number(new URL(url).port);

async function readValue<T>(url: string, text: string): Promise<T> {
  await using admin = new SQL(url, { max: 1 });
  const [row] = await admin.unsafe(text);
  return row.value as T;
}
