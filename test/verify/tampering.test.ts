import { expect, test } from "bun:test";
import { pieces } from "../../verify/src/files.ts";
import { verifyStatement } from "../../verify/src/index.ts";
import { makeStatement } from "./made-statement.ts";
import { filesOf, seeded } from "./model.ts";
import type { Tampering } from "./tampering.ts";
import { tamperings } from "./tamperings.ts";

const cases = tamperings.map((one): readonly [string, Tampering] => [one.name, one]);

test.each(cases)("names %s", async (_, { check, text, change }) => {
  for (let seed = 0; seed < 5; seed++) {
    const random = seeded(seed);
    const made = makeStatement(seed, { subscriptions: 2, days: 6, callsPerDay: 10, seen: true });
    const changed = change(made, (list) => list[Math.floor(random() * list.length)]!);
    const { calls, ...files } = { ...filesOf(made), ...changed };
    const { verdict, findings } = await verifyStatement({ ...files, calls: pieces([calls]) });
    expect([seed, verdict]).toEqual([seed, "fails"]);
    expect(findings).toContainEqual({ check, state: "fails", text: expect.stringMatching(text) });
    expect(findings[0]!.state).toBe("fails");
  }
});
