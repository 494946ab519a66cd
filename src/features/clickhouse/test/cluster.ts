import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CallStoreDaemon } from "../../../../test/torture/cluster/call-store.ts";
import { Daemon, steadyPort } from "../../../../test/torture/cluster/daemon.ts";
import type { LogRow } from "../../../../test/torture/single-call.ts";
import { until } from "../../../../test/until.ts";
import type { SinkPlace } from "../../../base/settings/sink-place.ts";
import { sinkOf } from "../sink-place.ts";
import { noClickhouse } from "./start-engine.ts";

const startMs = 120_000;

/** ClickHouse's engine as a program of the cluster. */
export class ClickhouseDaemon implements CallStoreDaemon {
  readonly daemon: Daemon;
  readonly #origin: string;

  private constructor(daemon: Daemon, origin: string) {
    this.daemon = daemon;
    this.#origin = origin;
  }

  get sink(): SinkPlace {
    return sinkOf({ url: this.#url, days: 30 });
  }

  /** Undefined if the engine is not installed. */
  static async create(folder: string): Promise<ClickhouseDaemon | undefined> {
    if (noClickhouse !== undefined) return undefined;
    const port = await steadyPort();
    const data = join(folder, "clickhouse");
    mkdirSync(data);
    const program = join(import.meta.dir, "engine.ts");
    const command = [process.execPath, program, data, String(port)];
    const daemon = new Daemon(folder, "clickhouse", command, { asDriver: true });
    return new ClickhouseDaemon(daemon, `http://127.0.0.1:${port}`);
  }

  get settings(): Readonly<Record<string, string>> {
    return { VINGATE_CLICKHOUSE_URL: this.#url };
  }

  get #url(): string {
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

export const createCallStore = (folder: string) => ClickhouseDaemon.create(folder);
