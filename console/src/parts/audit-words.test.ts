import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { auditPhrases } from "./audit-words.ts";

const sources = join(import.meta.dir, "../../../src");
const action =
  /"((?:api|dataset|import|ledger|policy|product|product_api|subscription|system|user)\.[a-z_]+)"/g;

test("every action of the audit log has a phrase", async () => {
  const written = new Set<string>();
  for await (const file of new Bun.Glob("**/*.ts").scan(sources))
    for (const [, name] of readFileSync(join(sources, file), "utf8").matchAll(action)) written.add(name!);
  expect(Object.keys(auditPhrases).sort()).toEqual([...written].sort());
});
