import { describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "../../src/database/sql.ts";
import { beginDecisions } from "../../src/decisions/begin.ts";
import { entryAfter, lineOf, readEntries } from "../../src/decisions/entries.ts";
import type { DecisionKind } from "../../src/decisions/kind.ts";
import { logIds } from "../../src/decisions/log-file.ts";
import { kinds } from "../database/databases.ts";
import { until } from "../until.ts";

const [, postgres] = kinds;

const issued: DecisionKind = {
  name: "issued",
  group: "issued",
  shown: "issued",
  unconfirmed: "free",
  replay: async () => 1,
};

describe.skipIf(postgres!.missing)("what a killed process has issued on postgres", () => {
  test("it is not free while the server commits it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vingate-freed-"));
    const fresh = await postgres!.migrated();
    try {
      const [database, server] = [await fresh.open(), await fresh.open()];
      const begin = () =>
        beginDecisions({
          database,
          folder,
          clock: () => 1,
          copy: undefined,
          kinds: [issued],
          epochBegins: async () => undefined,
          endWhenDecided: async () => undefined,
          seal: () => "",
          open: () => "",
          journals: new Set(),
        });
      await (await begin()).decisions.close(database);
      const [id] = logIds(folder);
      const file = join(folder, `${id}.log`);
      const contents = () => readEntries(readFileSync(file, "utf8")).entries;
      const entry = entryAfter(contents().at(-1)!, { at: 1, decisions: [{ kind: "issued", data: {} }] });
      appendFileSync(file, lineOf(entry));
      const committing = Promise.withResolvers<void>();
      const inserted = Promise.withResolvers<void>();
      const commit = server.transaction(async (tx) => {
        await tx.run(sql`insert into decision_seen (log_id, number) values (${id!}, ${entry.number})`);
        inserted.resolve();
        await committing.promise;
      });
      await inserted.promise;
      const begun = begin();
      const waits = sql`select 1 as found from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await until(() => server.get(waits), "the start waits for the commit");
      committing.resolve();
      await commit;
      await (await begun).decisions.close(database);
      expect(contents().filter(({ content }) => "freed" in content)).toEqual([]);
    } finally {
      await fresh.end();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
