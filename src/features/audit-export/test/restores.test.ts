import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asker, signedIn } from "../../../../test/callers.ts";
import { resumeWorld, startWorld, type World } from "../../../../test/decisions/world.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { recordAudit } from "../../../access/audit.ts";
import { minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { AuditExports } from "../audit-exports.ts";

const exportDue = ({ service }: World) => opened(service.app, AuditExports).exporter!.tick();

const add = ({ service: { app } }: World, object: string) =>
  app.database.transaction((tx) =>
    recordAudit(tx, {
      at: app.clock(),
      actor: { kind: "operator" },
      action: "test.create",
      object,
      address: "203.0.113.9",
      requestId: "test",
    }),
  );

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores of the audit export on ${kind.dialect}`, () => {
    for (const messages of ["drop", "send"] as const)
      test(`an entry is exported once, and "${messages}" holds for those that waited`, async () => {
        const folder = mkdtempSync(join(tmpdir(), "vingate-export-"));
        const file = join(folder, "audit.jsonl");
        const world = await startWorld(kind, { VINGATE_AUDIT_EXPORT: `file:${file}` });
        try {
          const account = await signUp(world.service);
          await exportDue(world);
          await add(world, "/tests/sent");
          await world.service.app.database.run(sql`update audit_export set until = 0`);
          const point = await world.point();
          await exportDue(world);
          world.service.advance(2 * minuteMs);
          const customer = asker(world.service, await signedIn(world.service, account));
          const path = `/subscriptions/${account.subscriptionId}/regeneratePrimaryKey`;
          expect((await customer("POST", path)).status).toBe(200);
          // One that no log names: it was not exported.
          const entries = point.get("audit_log")!.rows as object[];
          entries.push({ ...entries.at(-1), id: "waits", object: "/tests/waits" });
          await world.goBack(point);
          world.service.advance(minuteMs);
          await add(world, "/tests/new");
          await exportDue(world);
          const linesOf = (object: string) =>
            readFileSync(file, "utf8")
              .split("\n")
              .filter((line) => line.includes(`"${object}"`)).length;
          const exported = () => ["/tests/sent", "/tests/waits", "/tests/new"].map(linesOf);
          expect(exported()).toEqual([1, 0, 0]);
          await resumeWorld(world, messages);
          await exportDue(world);
          expect(exported()).toEqual([1, messages === "send" ? 1 : 0, 1]);
        } finally {
          await world.end();
          rmSync(folder, { recursive: true, force: true });
        }
      });
  });
