import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Figure, figure, p99 } from "../../../../bench/common/figure.ts";
import { inFolder } from "../../../../bench/common/folder.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { postgresMissing, startPostgres } from "../../../../test/postgres.ts";
import { commandLine } from "../../../../test/program.ts";
import type { Callers } from "../../../../test/torture/callers.ts";
import { type Installation, install } from "../../../../test/torture/installation.ts";
import { callersOf } from "../../../../test/torture/scenario.ts";
import type { Database } from "../../../database/database.ts";
import { readTableShapes } from "../../../database/table-shapes.ts";
import { TableLoader } from "../table-loader.ts";

const masterKey = "7".repeat(64);
const perSecond = 1500;
/** Calls without a backup, for comparison. */
const aloneMs = 15_000;

/** Bodies, chunks of the request log and rollups: 600, 200 and 200 MB. */
const bodies = scaled(60_000);
const chunks = scaled(40_000);
const sums = scaled(2_000_000);

/** Text that compresses about as well as records do. */
function textOf(bytes: number, seed: number): string {
  let text = "";
  for (let index = 0; text.length < bytes; index++)
    text += `{"lot":${(seed * 7919 + index * 104_729) % 1e9},"title":"clean","odometer":${(seed * 31 + index) % 200_000},"id":"${((seed + index) * 2_654_435_761) % 4_294_967_296}"},`;
  return text.slice(0, bytes);
}

async function fill(db: Database): Promise<void> {
  const shapes = await readTableShapes(db);
  const loaderOf = (table: string, columns: readonly string[]) =>
    new TableLoader(shapes.find(({ name }) => name === table)!, columns);
  const columns = ["api_id", "path", "source", "received_at", "body"];
  await insert(db, loaderOf("received_record", columns), bodies, 100, (index) => [
    "bench",
    `/bench/${String(index).padStart(9, "0")}`,
    "bench",
    Date.now(),
    Buffer.from(textOf(10_000, index)),
  ]);
  const of = ["last_at", "journal_id", "first_seq", "first_at", "calls", "labels", "entries"];
  const now = Date.now();
  await insert(db, loaderOf("request_chunk", of), chunks, 200, (index) => {
    const entries = JSON.stringify([textOf(4900, index)]);
    return [now - index * 1000, "b".repeat(32), index, now - index * 1000, 1, "[]", entries];
  });
  const names = ["api_us", "service_us"].flatMap((time) => [`${time}_sum`, `${time}_min`, `${time}_max`]);
  const all = ["hour", "series_id", "calls", "credits", "bytes", "cache_hits", "cache_misses", ...names];
  await insert(db, loaderOf("usage_hourly_sum", all), sums, 10_000, (index) => [
    3_600_000 * (400_000 + Math.floor(index / 1000)),
    index % 1000,
    ...all.slice(2).map((_, place) => index * 17 + place * 100_003),
  ]);
}

async function insert(
  db: Database,
  loader: TableLoader,
  rows: number,
  batch: number,
  rowOf: (index: number) => (string | number | Uint8Array)[],
): Promise<void> {
  for (let from = 0; from < rows; from += batch) {
    const length = Math.min(batch, rows - from);
    const some = Array.from({ length }, (_, index) => rowOf(from + index));
    await db.transaction((tx) => loader.insert(tx, some, 0));
  }
}

async function run(env: Readonly<Record<string, string>>, ...words: string[]) {
  const from = performance.now();
  const child = Bun.spawn(commandLine(...words), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${words[0]} failed`);
  return { seconds: (performance.now() - from) / 1000, output };
}

/** The p99 of the answers that came while `work` ran, in milliseconds. */
async function during<T>(callers: Callers, work: () => Promise<T>): Promise<{ result: T; p99Ms: number }> {
  const from = performance.now();
  const result = await work();
  const answers = callers.answers.filter(({ at }) => at >= from);
  return { result, p99Ms: p99(answers.map(({ took }) => took)) };
}

/** Backs a filled service up while it is called, and restores the file into the other database. */
export function benchBackup(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const figures: Figure[] = [];
    for (const dialect of ["sqlite", "postgres"] as const) {
      if (dialect === "postgres" && postgresMissing() !== undefined) continue;
      const settings = { VINGATE_MASTER_KEY: masterKey };
      const service = await install({ dialect, nodes: 1, settings });
      try {
        figures.push(...(await measure(service, join(folder, dialect))));
      } finally {
        await service.end();
      }
    }
    return figures;
  });
}

async function measure(service: Installation, folder: string): Promise<Figure[]> {
  const { dialect } = service;
  const db = await service.open();
  await fill(db);
  await db.close();
  const { callers } = await callersOf(service, { perSecond, hangMs: 30_000 });
  callers.start();
  const file = `${folder}.backup`;
  const other = dialect === "sqlite" ? "postgres" : "sqlite";
  const target = `${folder}-restored`;
  mkdirSync(target, { mode: 0o700 });
  try {
    await Bun.sleep(aloneMs / 3);
    const alone = await during(callers, () => Bun.sleep(aloneMs));
    const environment = service.nodes[0]!.environment;
    const backup = await during(callers, () => run(environment, "backup", file, "--json"));
    const restored = await during(callers, async () =>
      run(
        {
          VINGATE_DATA_DIR: target,
          VINGATE_MASTER_KEY: masterKey,
          ...(other === "postgres" && { VINGATE_DATABASE_URL: await (await startPostgres()).newDatabase() }),
        },
        "restore",
        file,
        "--former",
        "lost",
      ),
    );
    const { data_bytes } = JSON.parse(backup.result.output) as { data_bytes: number };
    const megabytes = `${Math.round(data_bytes / 1e6)} MB of rows, ${Math.round(statSync(file).size / 1e6)} MB in the file`;
    const ratio = (name: string, p99Ms: number) =>
      figure(
        `${dialect}: p99 of lookups during the ${name}, compared with none`,
        p99Ms / alone.p99Ms,
        "×",
        `target ≤ 2; ${p99Ms.toFixed(1)} and ${alone.p99Ms.toFixed(1)} ms, ${perSecond} lookups per second`,
      );
    return [
      figure(`${dialect}: backup beside lookups`, backup.result.seconds, "s", `target ≤ 60; ${megabytes}`),
      ratio("backup", backup.p99Ms),
      figure(`${dialect} → ${other}: restore beside lookups`, restored.result.seconds, "s", "target ≤ 60"),
      ratio("restore", restored.p99Ms),
    ];
  } finally {
    await callers.stop();
  }
}
