import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../../../test/postgres.ts";
import { commandLine } from "../../../../test/program.ts";
import type { Callers } from "../../../../test/torture/callers.ts";
import type { Installation } from "../../../../test/torture/installation.ts";
import type { FeatureFault } from "../../../../test/torture/run.ts";
import { type Scenario, type ScenarioReport, suffer } from "../../../../test/torture/scenario.ts";
import { percentile } from "../../../../test/torture/throughput.ts";
import { openDatabase } from "../../../database/open.ts";
import type { Dialect } from "../../../database/sql.ts";
import { sql } from "../../../database/sql.ts";
import { unfinishedRestore } from "../../../management/system/lost-database.ts";
import { restoredFrom } from "../restore-place.ts";

const masterKey = "7".repeat(64);

/**
 * Makes backups while the nodes are called and killed, and restores each into an empty database, of either kind by
 * turns. Every call that was acknowledged before a backup began must be in it.
 */
export async function sufferBackups(scenario: Scenario, times: number): Promise<ScenarioReport> {
  const broken: string[] = [];
  const report = await suffer({ perSecond: 300, ...scenario }, async (service, callers) => {
    const place = mkdtempSync(join(tmpdir(), "vingate-backups-"));
    try {
      return await backUp(service, callers, { place, times, broken });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
  return { ...report, broken: [...broken, ...report.broken] };
}

interface Plan {
  readonly place: string;
  readonly times: number;
  readonly broken: string[];
}

async function backUp(service: Installation, callers: Callers, { place, times, broken }: Plan) {
  const tookMs: number[] = [];
  let present = 0;
  let warned = 0;
  let kills = 0;
  for (let time = 1; time <= times; time++) {
    await Bun.sleep(500 + Math.random() * 1000);
    const file = join(place, `${time}.backup`);
    const before = [...callers.sent].filter(([, { status }]) => status === 200 || status === 404);
    let running = true;
    const killing = (async () => {
      while (running) {
        await Bun.sleep(Math.random() * 1500);
        if (!running) return;
        const node = service.nodes[Math.floor(Math.random() * service.nodes.length)]!;
        await node.end("SIGKILL");
        await node.start();
        kills += 1;
      }
    })();
    const from = performance.now();
    const made = await run(service.nodes[0]!.environment, "backup", file, "--json");
    tookMs.push(performance.now() - from);
    running = false;
    await killing;
    if (made.code !== 0) {
      broken.push(`backup ${time} ended with ${made.code}: ${made.errors}`);
      continue;
    }
    warned += (JSON.parse(made.output) as { warnings: string[] }).warnings.length;
    const target: Dialect = time % 2 === 0 ? "sqlite" : "postgres";
    present += await restore(
      file,
      target,
      join(place, `restored${time}`),
      before.map(([id]) => id),
      broken,
    );
    rmSync(file);
  }
  tookMs.sort((a, b) => a - b);
  return {
    backups: times,
    kills,
    "acknowledged calls looked for": present,
    warnings: warned,
    "a backup under kills, ms, median": Math.round(percentile(tookMs, 0.5)),
    "the longest": Math.round(percentile(tookMs, 1)),
  };
}

async function restore(
  file: string,
  dialect: Dialect,
  folder: string,
  ids: readonly string[],
  broken: string[],
) {
  mkdirSync(folder, { mode: 0o700 });
  const url = dialect === "postgres" ? await (await startPostgres()).newDatabase() : undefined;
  const environment = {
    PATH: process.env.PATH,
    VINGATE_DATA_DIR: folder,
    VINGATE_MASTER_KEY: masterKey,
    ...(url !== undefined && { VINGATE_DATABASE_URL: url }),
  };
  const demand = async (...words: string[]) => {
    const { code, output, errors } = await run(environment, ...words);
    if (code !== 0) broken.push(`${words.join(" ")} on ${dialect}: ${output}${errors}`);
  };
  // Killed at any moment, then repeated.
  const killed = Bun.spawn(commandLine("restore", file, "--former", "lost"), {
    env: environment,
    stdio: ["ignore", "ignore", "ignore"],
  });
  await Bun.sleep(Math.random() * 3000);
  killed.kill("SIGKILL");
  await killed.exited;
  if (existsSync(unfinishedRestore({ dataDir: folder })) || !(await isRestored(url, folder)))
    await demand("restore", file, "--former", "lost");
  await demand("doctor", "--ledger");
  const db = await openDatabase({ url, file: join(folder, "vingate.db") });
  const rows = await db.all<{ request_id: string }>(sql`select request_id from request_log`);
  const open = await db.all(
    sql`select journal_id from credit_lease union all select journal_id from journal where state = 'open'`,
  );
  await db.close();
  rmSync(folder, { recursive: true });
  const logged = new Set(rows.map((row) => row.request_id));
  const missing = ids.filter((id) => !logged.has(id));
  if (missing.length > 0) broken.push(`${missing.length} of ${ids.length} acknowledged calls are missing`);
  if (logged.size !== rows.length) broken.push(`${rows.length - logged.size} calls are there twice`);
  if (open.length > 0) broken.push(`${open.length} leases or journals are open`);
  return ids.length;
}

type Environment = Readonly<Record<string, string | undefined>>;

async function run(environment: Environment, ...words: string[]) {
  const child = Bun.spawn(commandLine(...words), {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output, errors };
}

async function isRestored(url: string | undefined, folder: string): Promise<boolean> {
  const file = join(folder, "vingate.db");
  if (url === undefined && !existsSync(file)) return false;
  const db = await openDatabase({ url, file });
  try {
    return (await restoredFrom(db)) !== undefined;
  } finally {
    await db.close();
  }
}

/** For `npm run torture`. Restored into either database, so that both need the same master key. */
export const faults: Record<string, FeatureFault> = {
  backups: (at) => sufferBackups({ ...at, settings: { VINGATE_MASTER_KEY: masterKey } }, 20),
};
