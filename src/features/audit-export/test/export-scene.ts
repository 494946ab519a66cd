import { type Asker, asker } from "../../../../test/callers.ts";
import { embedded, type Kind } from "../../../../test/database/databases.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { type AuditEntry, recordAudit } from "../../../access/audit.ts";
import { sql } from "../../../database/sql.ts";
import type { AuditEntryRecord } from "../../../management/system/audit.ts";
import type { Finding } from "../../../running/check.ts";
import { opened } from "../../../running/opened.ts";
import { AuditExports } from "../audit-exports.ts";
import { allTaken, type Destination, type Outcome } from "../destinations/destination.ts";
import { auditExportCheck } from "../export-check.ts";
import { Exporter } from "../sending/exporter.ts";

/** A service whose audit log is delivered. Its own entries are marked, so that only those of the test wait. */
export interface ExportScene {
  readonly service: TestService;
  readonly operator: Asker;
  /** Writes entries about `/tests/NUMBER`. Resolves to the numbers' IDs. */
  add(count: number, entry?: Partial<AuditEntry>): Promise<string[]>;
  /** The entries as `GET /audit` shows them, oldest first. */
  shown(ids: readonly string[]): Promise<AuditEntryRecord[]>;
  /** Delivers what waits, as the service does by itself. */
  export(): Promise<void>;
  /** The marks of entries, by how many have each. */
  marks(ids: readonly string[]): Promise<Record<number, number>>;
  /** The doctor's finding. */
  check(): Promise<Finding>;
  /** A second process with a destination of its own. */
  exporter(destination: Destination, instance?: string): Exporter;
  end(): Promise<void>;
}

let made = 0;

export async function openExportScene(
  target = "file:/nowhere/audit.jsonl",
  kind: Kind = embedded[0]!,
  settings: Record<string, string> = {},
): Promise<ExportScene> {
  const service = await startService(kind, { VINGATE_AUDIT_EXPORT: target, ...settings });
  const { app } = service;
  await app.database.run(sql`update audit_log set exported = 1`);
  const operator = asker(service, service.operatorHeaders);
  return {
    service,
    operator,
    async add(count, entry = {}) {
      const from = made;
      made += count;
      await app.database.transaction(async (tx) => {
        for (let number = from; number < from + count; number++)
          await recordAudit(
            tx,
            Object.assign(
              {
                at: app.clock() + number,
                actor: { kind: "operator" as const },
                action: "test.create",
                object: `/tests/${number}`,
                address: "203.0.113.9",
                requestId: `request ${number}`,
                after: { number },
              },
              entry,
            ),
          );
      });
      const rows = await app.database.all<{ id: string }>(
        sql`select id from audit_log where exported = 0 order by at desc, id desc limit ${count}`,
      );
      return rows.map(({ id }) => id).toReversed();
    },
    async shown(ids) {
      const { body } = await operator("GET", "/audit?page_size=1000");
      const all = new Map((body as AuditEntryRecord[]).map((entry) => [entry.id, entry]));
      return ids.map((id) => all.get(id)!);
    },
    export: () => opened(app, AuditExports).exporter!.tick(),
    async marks(ids) {
      const rows = await app.database.all<{ id: string; exported: number }>(
        sql`select id, exported from audit_log`,
      );
      const found: Record<number, number> = {};
      for (const { id, exported } of rows) if (ids.includes(id)) found[exported] = (found[exported] ?? 0) + 1;
      return found;
    },
    check: async () =>
      auditExportCheck.run({
        config: app.config,
        clock: app.clock,
        cores: 1,
        database: app.database,
        vinData: undefined,
        serves: true,
        compare: () => Promise.reject(new Error("not compared")),
      }),
    exporter: (destination, instance = "two") =>
      new Exporter(
        Object.assign({}, app, { process: Object.assign({}, app.process, { instance }) }),
        destination,
        "the test",
      ),
    end: () => service.end(),
  };
}

/** A destination of a test: keeps what it got; `answer` decides what becomes of it. */
export class Kept implements Destination {
  readonly batches: (readonly AuditEntryRecord[])[] = [];
  answer: (entries: readonly AuditEntryRecord[], signal: AbortSignal) => Outcome | Promise<Outcome> =
    allTaken;

  get ids(): string[] {
    return this.batches.flat().map(({ id }) => id);
  }

  async send(entries: readonly AuditEntryRecord[], signal: AbortSignal): Promise<Outcome> {
    this.batches.push(entries);
    return this.answer(entries, signal);
  }
}
