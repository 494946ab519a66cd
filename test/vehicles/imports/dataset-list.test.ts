import { expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { kinds, startService } from "../../harness.ts";

for (const kind of kinds)
  test(`operators list datasets, current ones first (${kind.dialect})`, async () => {
    const service = await startService(kind);
    try {
      const insert = (state: string, version: string, rows: number) =>
        service.app.database.run(sql`
          insert into dataset (family, state, name, version, source, licence, record_count, checksum, loaded_at)
          values ('lien', ${state}, 'county', ${version}, 'county.csv', 'CC0-1.0', ${rows}, 'abc', ${Date.UTC(2026, 10, 1)})`);
      await insert("previous", "2026-09", 10);
      await insert("current", "2026-10", 12);
      await insert("staged", "2026-11", 14);
      const got = await service.ask("GET", "/datasets", { headers: service.operatorHeaders });
      const common = {
        family: "lien",
        name: "county",
        source: "county.csv",
        licence: "CC0-1.0",
        checksum: "abc",
        reader: 0,
        older_reader: true,
        loaded_at: "2026-11-01T00:00:00.000Z",
        age_days: 20,
        actor: null,
        import: null,
        rejects: null,
        doubtful: null,
        changes: null,
      };
      expect([got.status, got.body]).toEqual([
        200,
        [
          { ...common, state: "current", version: "2026-10", rows: 12 },
          { ...common, state: "previous", version: "2026-09", rows: 10 },
        ],
      ]);
    } finally {
      await service.end();
    }
  });
