import { describe, expect, test } from "bun:test";
import { randomFor } from "../../tools/demo/random.ts";
import { kinds } from "../harness.ts";
import { startDemo } from "./demo-service.ts";
import { walk, walked } from "./walk.ts";

// Only statements differ on PostgreSQL, not choices: fewer walks suffice.
const counts = { sqlite: 500, postgres: 60 };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`selectors on ${kind.dialect}`, () => {
    const walks = counts[kind.dialect];

    test(`${walks} walks from the years end with a record`, async () => {
      const { service, caller } = await startDemo(kind);
      const failed: string[] = [];
      for (let number = 0; number < walks; number++) {
        const family = walked[number % walked.length]!;
        const { paths, last } = await walk(family, randomFor(7, "walk", number), caller.lookUp);
        // vPIC's selectors offer heavy trucks, for which there are no estimates.
        if (/is a heavy truck, which is not covered/.test(last.text)) continue;
        if (last.status !== 200) failed.push(`${paths.at(-1)} answered ${last.status}: ${last.text}`);
      }
      expect(failed).toEqual([]);
      await service.end();
    });
  });
}
