import { describe, expect, test } from "bun:test";
import { minuteMs } from "../../../src/base/durations.ts";
import type { Queries } from "../../../src/database/database.ts";
import { migrate } from "../../../src/database/migrate.ts";
import type { KeySlot } from "../../../src/http/caller.ts";
import { NotedKeyUse, readKeyUse } from "../../../src/metering/usage/key-use.ts";
import { kinds } from "../../database/databases.ts";
import { migrations } from "../../database/migrations.ts";
import { callOf, start } from "../test-nodes.ts";

const callsOf = (subscription: string, ...calls: readonly (readonly [at: number, key: KeySlot])[]) =>
  calls.map(([at, key], index) => ({
    seq: index + 1,
    call: callOf(subscription, 1, { at: start + at, key }),
  }));

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the use of keys on ${kind.dialect}`, () => {
    test("is recorded to the minute and rewritten only when newer", async () => {
      const fresh = await kind.fresh();
      const db = await fresh.open();
      await migrate(db, migrations);
      const noted = new NotedKeyUse();
      let written = 0;
      const write = (records: ReturnType<typeof callsOf>) =>
        db.transaction((tx) => {
          const counting: Queries = {
            dialect: tx.dialect,
            all: (statement) => tx.all(statement),
            get: (statement) => tx.get(statement),
            run: (statement) => {
              written += 1;
              return tx.run(statement);
            },
          };
          noted.begin();
          return noted.write(counting, records);
        });
      const readMinutes = async () =>
        [...(await readKeyUse(db, "s"))].map(([slot, minute]) => [slot, (minute - start) / minuteMs]).sort();

      await write(callsOf("s", [30_000, "primary"], [70_000, "primary"], [5000, "secondary"]));
      noted.committed();
      expect([await readMinutes(), written]).toEqual([
        [
          ["primary", 1],
          ["secondary", 0],
        ],
        2,
      ]);
      await write(callsOf("s", [80_000, "primary"], [10_000, "primary"], [6000, "secondary"]));
      noted.committed();
      expect(written).toBe(2);
      // Its transaction is rolled back; the next one has nothing to record.
      await expect(
        db.transaction(async (tx) => {
          noted.begin();
          await noted.write(tx, callsOf("s", [120_000, "primary"]));
          throw new Error("rolled back");
        }),
      ).rejects.toThrow("rolled back");
      noted.begin();
      noted.committed();
      await write(callsOf("s", [121_000, "primary"]));
      noted.committed();
      expect([(await readMinutes())[0], written]).toEqual([["primary", 2], 3]);
      noted.forget();
      await write(callsOf("s", [60_000, "primary"]));
      expect([(await readMinutes())[0], written]).toEqual([["primary", 2], 4]);
      await fresh.end();
    });
  });
