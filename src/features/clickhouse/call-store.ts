import { withTimeout } from "../../base/with-timeout.ts";
import { type CallRows, rowColumns } from "./call-rows.ts";
import { callTable, createTables } from "./call-table.ts";
import { Clickhouse, type ClickhouseOptions, ClickhouseUnavailable } from "./clickhouse.ts";

const answerMs = 2000;

/** Single calls in ClickHouse. Its tables are created when it is first used. */
export class CallStore {
  readonly options: ClickhouseOptions;
  readonly #clickhouse: Clickhouse;
  #ready: Promise<void> | undefined;

  constructor(options: ClickhouseOptions) {
    this.options = options;
    this.#clickhouse = new Clickhouse(options);
  }

  /** Host and port, for people. */
  get place(): string {
    return this.#clickhouse.place;
  }

  /** Resolves when the tables exist. Throws `ClickhouseUnavailable`, `ClickhouseError`. */
  async ready(): Promise<Clickhouse> {
    this.#ready ??= createTables(this.#clickhouse, this.options);
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
    return this.#clickhouse;
  }

  /** Whether ClickHouse answers within two seconds and has the tables. */
  async answers(): Promise<boolean> {
    const late = () => new ClickhouseUnavailable(`ClickHouse at ${this.place} is slow`);
    const asked = this.ready().then((clickhouse) =>
      clickhouse.rows(`select 1 as one from ${callTable} limit 0`),
    );
    await withTimeout(asked, answerMs, late);
    return true;
  }

  /** Inserts rows, all or none. The same rows with the same token are inserted once. */
  async insert(rows: CallRows, token: string): Promise<void> {
    const clickhouse = await this.ready();
    await clickhouse.insert(`${callTable} (${rowColumns.join(", ")})`, rows.bytes, {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: token,
      // Otherwise a distributed insert is acknowledged before any shard has it.
      insert_distributed_sync: 1,
    });
  }
}
