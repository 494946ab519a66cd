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
const writes = 50;
const rounds = 40;

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

const median = (all: number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1]!;

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
  // Two databases by turns, one without the index of waiting entries.
  const scenes = [await openExportScene(undefined, kind), await openExportScene(undefined, kind)] as const;
  const [indexed, bare] = scenes.map(({ service }) => service.app.database) as [Database, Database];
  await bare.run(sql`drop index audit_log_unexported`);
  const times: [indexed: number[], bare: number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    times[0].push(await seconds(() => write(indexed, writes)));
    times[1].push(await seconds(() => write(bare, writes)));
  }
  const [marked, plain] = times.map(median) as [number, number];
  const each = (total: number) => `${((total / writes) * 1e6).toFixed(0)} µs`;
  console.log(
    `${kind.dialect}: an entry is written in ${each(marked)}, without the export's index in ${each(plain)}: ratio ${(marked / plain).toFixed(3)}`,
  );
  for (const scene of scenes) await scene.end();
  await server.stop();
}
rmSync(folder, { recursive: true });
process.exit();
