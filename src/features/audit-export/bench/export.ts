import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kinds } from "../../../../test/database/databases.ts";
import { type AuditEntry, recordAudit } from "../../../access/audit.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { openExportScene } from "../test/export-scene.ts";
import { startSyslogServer } from "../test/syslog-server.ts";

const entries = 5000;
const writes = 1000;
const rounds = 6;

const entry = (number: number): AuditEntry => ({
  at: Date.now(),
  actor: { kind: "operator" },
  action: "product.update",
  object: `/products/${number}`,
  address: "203.0.113.9",
  requestId: `request-${number}`,
  before: { display_name: "Starter", credits_granted: 100, description: "x".repeat(200) },
  after: { display_name: "Starter", credits_granted: 200, description: "y".repeat(200) },
});

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** One transaction for each entry, as operations write them. */
async function write(db: Database, count: number): Promise<void> {
  for (let number = 0; number < count; number++) await db.transaction((tx) => recordAudit(tx, entry(number)));
}

async function fill(db: Database, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (let number = 0; number < count; number++) await recordAudit(tx, entry(number));
  });
}

const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
for (const kind of kinds.filter(({ missing }) => !missing)) {
  const server = await startSyslogServer();
  for (const [name, target] of [
    ["a file", `file:${join(folder, `${kind.dialect}.jsonl`)}`],
    ["a syslog server", `syslog://127.0.0.1:${server.port}`],
  ] as const) {
    const scene = await openExportScene(target, kind);
    await fill(scene.service.app.database, entries);
    const took = await seconds(() => scene.export());
    console.log(`${kind.dialect}: ${Math.round(entries / took)} entries per second to ${name}`);
    await scene.end();
  }
  // The columns and indexes of the export against the table without them, by turns.
  const scene = await openExportScene(undefined, kind);
  const db = scene.service.app.database;
  const times: [withMarks: number[], without: number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await db
      .run(sql`create index audit_log_unexported on audit_log (at, id) where exported = 0`)
      .catch(() => 0);
    times[0].push(await seconds(() => write(db, writes)));
    await db.run(sql`drop index audit_log_unexported`);
    times[1].push(await seconds(() => write(db, writes)));
  }
  const [marked, plain] = times.map((each) => Math.min(...each)) as [number, number];
  const each = (total: number) => `${((total / writes) * 1e6).toFixed(0)} µs`;
  console.log(
    `${kind.dialect}: an entry is written in ${each(marked)}, without the export's index in ${each(plain)}: ratio ${(marked / plain).toFixed(3)}`,
  );
  await scene.end();
  await server.stop();
}
rmSync(folder, { recursive: true });
process.exit();
