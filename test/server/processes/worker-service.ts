import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { openDatabase } from "../../../src/database/open.ts";
import { sql } from "../../../src/database/sql.ts";
import type { Finding } from "../../../src/metering/consistency/comparison.ts";
import type { Kind } from "../../database/databases.ts";
import { consistencyFindings } from "../../metering/consistency-findings.ts";
import { newFolder, type ServiceProcess, startProcess } from "../../service-process.ts";

export const operatorToken = "operator-token-of-the-workers-tests";

/** A service of several processes, with a subscription whose credits no test uses up. */
export interface WorkerService {
  readonly service: ServiceProcess;
  readonly folder: string;
  readonly key: string;
  /** The process IDs of all workers started so far, by number. */
  workers(number: number): number[];
  /** Compares the database's figures after the service has ended. */
  runComparisons(): Promise<Comparison>;
  /** Starts the service again after it has ended; resolves when its workers are ready. */
  startAgain(): Promise<ServiceProcess>;
  /** Kills remaining processes and removes all files. */
  remove(): Promise<void>;
}

export interface Comparison {
  readonly used: number;
  readonly held: number;
  readonly journalsOpen: number;
  readonly findings: readonly Finding[];
}

/** With `pack` the VIN data are already compiled; port 0 takes a free port. */
export async function startWorkerService(
  kind: Kind,
  workers: number,
  { pack = true, port = 0 } = {},
): Promise<WorkerService> {
  const { folder, remove } = newFolder();
  const fresh = kind.dialect === "postgres" ? await kind.fresh() : undefined;
  const settings: Record<string, string> = {
    VINGATE_WORKERS: String(workers),
    VINGATE_PORT: String(port),
    VINGATE_OPERATOR_TOKEN: operatorToken,
    ...(fresh && {
      VINGATE_DATABASE_URL: fresh.options.url!,
      VINGATE_MASTER_KEY: randomBytes(32).toString("hex"),
    }),
  };
  const service = await startProcess(folder, settings, "ready", { pack });
  const started = [service];
  const key = await subscribe(service.url);
  return {
    service,
    folder,
    key,
    workers: (number) =>
      service.events("worker started").flatMap((line) => (line.worker === number ? [Number(line.pid)] : [])),
    async runComparisons() {
      // Comparing millions of calls takes minutes.
      const deadlineMs = 300_000;
      const db = await openDatabase({ ...(fresh?.options ?? { file: `${folder}/vingate.db` }), deadlineMs });
      const sums = await db.get<{ used: number; held: number; open: number }>(sql`
        select used, cast((select coalesce(sum(held), 0) from credit_lease) as bigint) as held,
          cast((select count(*) from journal where state = 'open') as bigint) as open
        from credit_total where subscription_id = 'plenty'`);
      const findings = await consistencyFindings(db);
      await db.close();
      return { used: sums!.used, held: sums!.held, journalsOpen: sums!.open, findings };
    },
    async startAgain() {
      const next = await startProcess(folder, settings, "ready");
      started.push(next);
      return next;
    },
    async remove() {
      for (const each of started) each.signal("SIGKILL");
      for (const each of started) await each.exited;
      await fresh?.end();
      remove();
    },
  };
}

/** Makes the subscription as the operator of `operatorToken`; resolves to its key. */
export async function subscribe(url: string): Promise<string> {
  const operate = async (method: string, path: string, body: object): Promise<Record<string, never>> => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: operatorToken, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  };
  await operate("PUT", "/products/plenty", { credits_granted: 1_000_000_000 });
  await operate("PUT", "/products/plenty/apis/vin-decoder", {});
  const person = { email: "ada@example.com", first_name: "Ada", last_name: "Byron" };
  await operate("PUT", "/users/ada", person);
  await operate("PUT", "/subscriptions/plenty", {
    scope: "/products/plenty",
    owner_id: "ada",
    state: "active",
  });
  const secrets = await operate("POST", "/subscriptions/plenty/listSecrets", {});
  return secrets.primary_key as unknown as string;
}

/** Whether a process exists and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // In a container no init process may reap it after its parent's end.
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  return !/^State:\s+Z/m.test(status);
}
