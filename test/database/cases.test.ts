import { describe, test } from "bun:test";
import { cases } from "./cases.ts";
import { kinds } from "./databases.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the database layer on ${kind.dialect}`, () => {
    for (const { name, run } of cases) {
      test(name, async () => {
        const fresh = await kind.fresh();
        try {
          await run(fresh);
        } finally {
          await fresh.end();
        }
      }, 180_000);
    }
  });
}
