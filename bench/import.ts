import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { migrations } from "../src/database/migrations/list.ts";
import { openDatabase } from "../src/database/open.ts";
import { sql } from "../src/database/sql.ts";
import { lienRecords } from "../src/families/apis/lien.ts";
import { createInsert, type RowValues } from "../src/imports/record-insert.ts";
import { recordsSource } from "../src/imports/sources/records.ts";
import { rowsPerTransaction } from "../src/imports/staged-rows.ts";
import { kinds } from "../test/database/databases.ts";
import { importFile } from "../test/imports/importing.ts";
import type { Figure } from "./figure.ts";

/** Rows of the generated files; `VINGATE_BENCH_ROWS=10000000` for the larger. */
const rows = Number(process.env.VINGATE_BENCH_ROWS ?? 1_000_000);
const source = recordsSource(lienRecords, { yearMax: 2028 });
const note = "filed at the county recorder, book 12, page 118; ".repeat(3);

const vinOf = (at: number) => `1HGCM${String(at % 1000).padStart(3, "0")}3A${String(at).padStart(7, "0")}`;
const lines: Readonly<Record<string, { readonly head: string; line(at: number): string }>> = {
  csv: {
    head: "vin,liens.1.lienholder,liens.1.state,liens.1.filed_at,liens.1.status,as_of\n",
    line: (at) => `${vinOf(at)},"Bank ${at % 977}, N.A., ${note}",CA,2024-03-01,active,2026-11-01\n`,
  },
  ndjson: {
    head: "",
    line: (at) =>
      `{"vin":"${vinOf(at)}","liens":[{"lienholder":"Bank ${at % 977}, N.A., ${note}","state":"CA","filed_at":"2024-03-01","status":"active"}],"as_of":"2026-11-01"}\n`,
  },
};

function writeRows(file: string, format: string): void {
  const { head, line } = lines[format]!;
  const handle = openSync(file, "w");
  let text = head;
  for (let at = 0; at < rows; at += 1) {
    text += line(at);
    if (text.length > 1 << 20) {
      writeSync(handle, text);
      text = "";
    }
  }
  writeSync(handle, text);
  closeSync(handle);
}

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const perRecord = ({ cpuSeconds }: Measured): string =>
  `${((cpuSeconds / rows) * 1e6).toFixed(1)} µs of CPU a record`;

async function measure(work: () => Promise<void>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work();
  const used = process.cpuUsage(cpu);
  return { seconds: (performance.now() - begun) / 1000, cpuSeconds: (used.user + used.system) / 1e6 };
}

/** The same rows, made beforehand, inserted in the same transactions by a loop that does nothing else. */
async function bareLoop(db: Database): Promise<Measured> {
  const insert = createInsert(lienRecords, 1_000_000, { update: () => undefined });
  const batch: RowValues[] = Array.from({ length: rowsPerTransaction }, () => []);
  const record = {
    liens: [{ lienholder: `Bank 1, N.A., ${note}`, state: "CA", filed_at: "", released_at: "", status: "" }],
    as_of: "2026-11-01",
  };
  const [dataset, , id, body] = insert.encode({ vin: vinOf(0), record });
  const measured = await measure(async () => {
    for (let at = 0; at < rows; at += rowsPerTransaction) {
      for (let index = 0; index < rowsPerTransaction; index += 1)
        batch[index] = [dataset!, vinOf(at + index), id!, body!];
      await db.transaction((tx) => insert.run(tx, batch));
    }
  });
  await db.run(sql`delete from lien_record where dataset = 1000000`);
  return measured;
}

/** Importing small records from generated files: reading, verifying, staging, comparing and swapping. */
export async function benchImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  const figures: Figure[] = [];
  try {
    for (const kind of kinds) {
      if (kind.missing) continue;
      const fresh = await kind.fresh();
      const db = await openDatabase({ ...fresh.options, deadlineMs: 600_000 });
      await migrate(db, migrations);
      const bare = await bareLoop(db);
      figures.push({
        name: `bare inserts, ${kind.dialect}`,
        value: rows / bare.seconds,
        unit: "records/s",
        note: perRecord(bare),
      });
      for (const format of Object.keys(lines)) {
        const file = join(folder, `liens.${format}`);
        writeRows(file, format);
        let peak = 0;
        const watch = setInterval(() => {
          peak = Math.max(peak, process.memoryUsage().rss);
        }, 50);
        const made = await measure(async () => void (await importFile(db, source, file)));
        clearInterval(watch);
        const told = `${perRecord(made)}, ${(made.cpuSeconds / bare.cpuSeconds).toFixed(2)} × the bare inserts`;
        figures.push(
          { name: `${format}, ${kind.dialect}`, value: rows / made.seconds, unit: "records/s", note: told },
          { name: `peak memory, ${format}, ${kind.dialect}`, value: peak / 2 ** 20, unit: "MiB" },
        );
      }
      await db.close();
      await fresh.end();
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
