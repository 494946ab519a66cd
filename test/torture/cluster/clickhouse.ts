import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CallStore } from "../../../src/metering/clickhouse/call-store.ts";
import { noClickhouse } from "../../clickhouse/start-engine.ts";
import { until } from "../../until.ts";
import type { LogRow, SingleCalls } from "../single-call.ts";
import { Daemon, steadyPort } from "./daemon.ts";

const startMs = 120_000;

/** ClickHouse's engine as a program of the cluster. */
export class ClickhouseDaemon implements SingleCalls {
  readonly daemon: Daemon;
  readonly #origin: string;
  #store: CallStore | undefined;

  private constructor(daemon: Daemon, origin: string) {
    this.daemon = daemon;
    this.#origin = origin;
  }

  get store(): CallStore {
    this.#store ??= new CallStore({ url: this.url, days: 30 });
    return this.#store;
  }

  /** Undefined if the engine is not installed. */
  static async create(folder: string): Promise<ClickhouseDaemon | undefined> {
    if (noClickhouse !== undefined) return undefined;
    const port = await steadyPort();
    const data = join(folder, "clickhouse");
    mkdirSync(data);
    const program = join(import.meta.dir, "../../clickhouse/engine.ts");
    const command = [process.execPath, program, data, String(port)];
    const daemon = new Daemon(folder, "clickhouse", command, { asDriver: true });
    return new ClickhouseDaemon(daemon, `http://127.0.0.1:${port}`);
  }

  /** The address for nodes. */
  get url(): string {
    return `${this.#origin}/vingate`;
  }

  async start(): Promise<void> {
    this.daemon.start();
    const answers = () =>
      fetch(`${this.#origin}/ping`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(answers, "ClickHouse answers", startMs);
  }

  /** All single calls, each once. */
  async rows(): Promise<LogRow[]> {
    const query = `select
        if(request_id = toUUID('00000000-0000-0000-0000-000000000000'), request_text, toString(request_id)) as request_id,
        subscription_id, status, toUInt32(credits) as credits
      from vingate.vingate_call final format JSONEachRow`;
    const answer = await fetch(this.#origin, { method: "POST", body: query });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`ClickHouse answered ${answer.status}: ${text}`);
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}
