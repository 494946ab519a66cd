import { expect, test } from "bun:test";
import { install } from "../../../../test/torture/installation.ts";
import { until } from "../../../../test/until.ts";
import { recordAudit } from "../../../access/audit.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type SyslogServer, startSyslogServer } from "./syslog-server.ts";

const entries = 2500;

async function fill(db: Database): Promise<void> {
  const actor = { kind: "operator" } as const;
  await db.transaction(async (tx) => {
    for (let number = 0; number < entries; number++)
      await recordAudit(tx, {
        at: Date.now(),
        actor,
        action: "test.kill",
        object: `/kills/${number}`,
        address: "::1",
        requestId: "r",
      });
  });
}

const killed = ({ messages }: SyslogServer): string[] =>
  messages.filter(({ id }) => id === "test.kill").map(({ text }) => JSON.parse(text).object as string);

test("entries survive kills of the process that delivers them", async () => {
  const server = await startSyslogServer();
  const service = await install({
    dialect: "sqlite",
    nodes: 1,
    settings: { VINGATE_AUDIT_EXPORT: `syslog://127.0.0.1:${server.port}` },
  });
  const db = await service.open();
  try {
    await fill(db);
    for (let kills = 0; kills < 2; kills++) {
      const before = killed(server).length;
      await until(() => killed(server).length > before, "entries arrive");
      await Promise.all(service.nodes.map((node) => node.end("SIGKILL")));
      await Promise.all(service.nodes.map((node) => node.startAgain()));
    }
    await until(async () => {
      const row = await db.get<{ waiting: number }>(
        sql`select count(*) as waiting from audit_log where exported = 0`,
      );
      return row!.waiting === 0;
    }, "all entries are marked");
    const arrived = killed(server);
    expect(new Set(arrived).size).toBe(entries);
    // Each kill repeats at most the batch that was under way.
    expect(arrived.length).toBeLessThanOrEqual(entries + 2 * 500);
  } finally {
    await db.close();
    await service.end();
    await server.stop();
  }
});
