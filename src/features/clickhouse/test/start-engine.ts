import { join } from "node:path";
import { until } from "../../../../test/until.ts";
import { findLibrary } from "./library.ts";

/** ClickHouse's engine as a process that answers ClickHouse's HTTP protocol. */
export interface ClickhouseProcess {
  /** Without a database and without the password. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Runs a query; resolves to its result, by default as TabSeparated. Throws ClickHouse's message. */
  query(text: string): Promise<string>;
  /** Ends it without warning; what was inserted stays in the folder. */
  kill(): Promise<void>;
}

/**
 * Why the tests of ClickHouse cannot run here; undefined if they can. Printed, because a skipped test prints nothing.
 */
export const noClickhouse: string | undefined = findLibrary()
  ? undefined
  : "there is no ClickHouse library; src/features/clickhouse/test/install.sh installs it";
if (noClickhouse) console.warn(`skipped: ${noClickhouse}`);

const startMs = 60_000;

/** Starts the engine on the data of a folder. A port of 0 chooses a free one; a later start can name it again. */
export async function startClickhouse(
  folder: string,
  { port = 0, user = "default", password = "" } = {},
): Promise<ClickhouseProcess> {
  const program = join(import.meta.dir, "engine.ts");
  const child = Bun.spawn([process.execPath, program, folder, String(port), user, password], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const reader = child.stdout.getReader();
  const first = await Promise.race([reader.read(), Bun.sleep(startMs)]);
  const used = first?.value ? Number(new TextDecoder().decode(first.value).trim()) : Number.NaN;
  if (!Number.isInteger(used)) {
    child.kill("SIGKILL");
    throw new Error(`ClickHouse did not start in ${folder}`);
  }
  reader.releaseLock();
  const url = `http://127.0.0.1:${used}`;
  const headers = { "x-clickhouse-user": user, "x-clickhouse-key": password };
  await until(() => fetch(`${url}/ping`).then(({ ok }) => ok), "ClickHouse answers");
  return {
    url,
    port: used,
    pid: child.pid,
    async query(text) {
      const response = await fetch(url, { method: "POST", body: text, headers });
      const answered = await response.text();
      if (!response.ok) throw new Error(answered);
      return answered;
    },
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
