import { describe, expect, test } from "bun:test";
import { randomFor } from "../../tools/demo/random.ts";
import { kinds } from "../harness.ts";
import { startDemo } from "./demo-service.ts";
import { walk, walked } from "./walk.ts";

// PostgreSQL takes a smaller set and fewer walks: what differs between the two are statements, not choices.
const sizes = { sqlite: { walks: 500, vehicles: 1200 }, postgres: { walks: 60, vehicles: 400 } };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`selectors on ${kind.dialect}`, () => {
    const { walks, vehicles } = sizes[kind.dialect];

    test(`${walks} walks from the years end with an answer`, async () => {
      const { service, caller } = await startDemo(kind, vehicles);
      const failed: string[] = [];
      for (let number = 0; number < walks; number++) {
        const family = walked[number % walked.length]!;
        const { paths, last } = await walk(family, randomFor(7, "walk", number), caller.look);
        // vPIC's selectors know heavy trucks too; that there are no estimates for them is said at the end.
        if (/is a heavy truck, which is not covered/.test(last.text)) continue;
        if (last.status !== 200) failed.push(`${paths.at(-1)} answered ${last.status}: ${last.text}`);
      }
      expect(failed).toEqual([]);
      await service.end();
    });
  });
}
