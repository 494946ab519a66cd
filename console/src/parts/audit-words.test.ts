import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { auditPhrases } from "./audit-words.ts";

const sources = join(import.meta.dir, "../../../src");
const action =
  /"((?:api|dataset|import|ledger|policy|product|product_api|subscription|system|user|watch|webhook)\.[a-z_]+)"/g;

/** The types of events, which have the same form. */
const events = new Set(
  [...readFileSync(join(sources, "outbox/events.ts"), "utf8").matchAll(/readonly "([a-z.]+)":/g)].map(
    ([, name]) => name,
  ),
);

test("every action of the audit log has a phrase", async () => {
  const written = new Set<string>();
  for await (const file of new Bun.Glob("**/*.ts").scan(sources))
    for (const [, name] of readFileSync(join(sources, file), "utf8").matchAll(action))
      if (!events.has(name)) written.add(name!);
  expect(Object.keys(auditPhrases).sort()).toEqual([...written].sort());
});
