import { CallsUnavailable } from "../../metering/sink/sink.ts";
import { allowOnlyUrl } from "../../outbound/allow-only.ts";
import { OutboundGuard } from "../../outbound/guard.ts";

/** ClickHouse as the settings name it: its URL with user, password, database and settings, and a cluster. */
export interface ClickhouseOptions {
  /** https://user:password@host:8443/database?setting=value */
  readonly url: string;
  readonly cluster?: string | undefined;
  /** How long single calls are kept. */
  readonly days: number;
}

/** ClickHouse does not answer, or not in time: single calls wait in the journals. */
export class ClickhouseUnavailable extends CallsUnavailable {
  override readonly name = "ClickhouseUnavailable";
  override readonly store = "ClickHouse";
}

/** ClickHouse refuses a statement. */
export class ClickhouseError extends Error {
  override readonly name = "ClickhouseError";
  /** ClickHouse's number of the error. */
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

type Values = Readonly<Record<string, string | number>>;

const readMs = 30_000;
const insertMs = 20_000;
const messageMax = 500;
const [unknownDatabase, wrongPassword, notAllowed] = [81, 516, 497] as const;
/** ClickHouse works, but not now: too many parts, too many queries, no memory, no quorum, a replica that is read-only. */
const passing = new Set([159, 201, 202, 209, 210, 225, 241, 242, 252, 279, 285, 286, 289, 319, 999]);

/**
 * A client of ClickHouse's HTTP protocol. The operator named its address, so that it may be private; cloud metadata and
 * other forbidden addresses are refused.
 */
export class Clickhouse {
  readonly database: string;
  /** Host and port, for people. */
  readonly place: string;
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #settings: readonly (readonly [string, string])[];
  readonly #guard: OutboundGuard;

  constructor({ url: address }: Pick<ClickhouseOptions, "url">) {
    const url = new URL(address);
    this.database = decodeURIComponent(url.pathname.slice(1)) || "default";
    this.place = url.host;
    this.#origin = url.origin;
    this.#settings = [...url.searchParams];
    this.#headers = {
      "x-clickhouse-user": decodeURIComponent(url.username) || "default",
      "x-clickhouse-key": decodeURIComponent(url.password),
    };
    this.#guard = new OutboundGuard({ allow: allowOnlyUrl(address) });
  }

  /** The rows of a query, whose values are `{name:Type}`. Throws `ClickhouseUnavailable`, `ClickhouseError`. */
  async rows<Row>(query: string, values: Values = {}): Promise<Row[]> {
    const settings = {
      output_format_json_quote_64bit_integers: 0,
      // A call is in one partition.
      do_not_merge_across_partitions_select_final: 1,
    };
    const text = await this.#send(`${query} format JSONEachRow`, { values, settings, deadlineMs: readMs });
    return text === "" ? [] : (JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`) as Row[]);
  }

  /** Runs a statement without a result. */
  async run(query: string, values: Values = {}, settings: Values = {}): Promise<void> {
    await this.#send(query, { values, settings, deadlineMs: readMs });
  }

  /** Inserts rows in format RowBinary, all or none. */
  async insert(into: string, body: Uint8Array<ArrayBuffer>, settings: Values): Promise<void> {
    await this.#send(`insert into ${into} format RowBinary`, { body, settings, deadlineMs: insertMs });
  }

  /** Creates the database of the URL. */
  async createDatabase(onCluster: string): Promise<void> {
    const query = `create database if not exists ${quoted(this.database)} ${onCluster}`;
    await this.#send(query, { deadlineMs: readMs, outside: true });
  }

  async #send(query: string, request: Sent): Promise<string> {
    const { values = {}, settings = {}, body, deadlineMs, outside } = request;
    const parameters = new URLSearchParams([
      ...(outside ? [] : [["database", this.database]]),
      ...this.#settings,
      ...Object.entries(settings).map(([name, value]) => [name, String(value)]),
      ...Object.entries(values).map(([name, value]) => [`param_${name}`, escaped(String(value))]),
      ...(body ? [["query", query]] : []),
    ] as [string, string][]);
    const sent = body ? Bun.zstdCompressSync(body, { level: 1 }) : Buffer.from(query);
    let response: Response;
    let text: string;
    try {
      response = await this.#guard.fetch(`${this.#origin}/?${parameters}`, {
        method: "POST",
        headers: { ...this.#headers, ...(body && { "content-encoding": "zstd" }) },
        body: sent as Uint8Array<ArrayBuffer>,
        signal: AbortSignal.timeout(deadlineMs),
      });
      text = await response.text();
    } catch (error) {
      const late = (error as Error).name === "TimeoutError";
      const reason = late ? `it did not answer within ${deadlineMs / 1000} s` : (error as Error).message;
      throw new ClickhouseUnavailable(`ClickHouse at ${this.place} is unreachable: ${reason}`, error);
    }
    // An error after the first rows has status 200.
    const late = response.ok ? /(?:^|\n)(?:__exception__\r?\n)?Code: \d+\. DB::Exception: /.exec(text) : null;
    if (response.ok && !late) return text;
    throw this.#failure(response, late ? text.slice(late.index).trimStart() : text);
  }

  #failure(response: Response, text: string): Error {
    const stated = response.headers.get("x-clickhouse-exception-code") ?? /Code: (\d+)/.exec(text)?.[1];
    const code = Number(stated ?? 0);
    const message = text.slice(0, messageMax).trim().replaceAll(/\s+/g, " ");
    if (code === wrongPassword)
      return new ClickhouseError(
        `ClickHouse at ${this.place} refuses the user or the password of VINGATE_CLICKHOUSE_URL`,
        code,
      );
    if (code === notAllowed)
      return new ClickhouseError(
        `the ClickHouse user of VINGATE_CLICKHOUSE_URL lacks a privilege: ${message}`,
        code,
      );
    if (code === 0 || passing.has(code))
      return new ClickhouseUnavailable(
        `ClickHouse at ${this.place} cannot serve: ${message || `status ${response.status}`}`,
      );
    return new ClickhouseError(`ClickHouse at ${this.place} answers: ${message}`, code);
  }
}

interface Sent {
  readonly values?: Values;
  readonly settings?: Values;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly deadlineMs: number;
  /** Whether the URL's database is not used: it may not exist yet. */
  readonly outside?: boolean;
}

/** An identifier in a statement. */
export const quoted = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;

/** Values of a query are read as a column of TabSeparated. */
const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");

export const isMissingDatabase = (error: unknown): boolean =>
  error instanceof ClickhouseError && error.code === unknownDatabase;
