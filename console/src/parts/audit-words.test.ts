import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { auditPhrases, declaredPhrases } from "./audit-words.ts";

const sources = join(import.meta.dir, "../../../src");
const action =
  /"((?:api|assistant|brand|dataset|import|inbox|ledger|mail|note|organization|papers|payment|payment_method|period|plan|policy|product|product_api|subscription|system|terms|top_up|transfer|user|watch|webhook)\.[a-z_]+)"/g;

/** The types of events, and permissions, which have the same form. */
const others = new Set(
  [...new Bun.Glob("**/{events,permissions}.ts").scanSync(sources)]
    .flatMap((path) => [
      ...readFileSync(join(sources, path), "utf8").matchAll(/^ +(?:readonly )?"([a-z._-]+)":/gm),
    ])
    .map(([, name]) => name),
);

test("every action of the audit log has a phrase", async () => {
  const written = new Set<string>();
  // In tests the same form also names columns.
  for await (const file of new Bun.Glob("**/*.ts").scan(sources))
    for (const [, name] of readFileSync(join(sources, file), "utf8").matchAll(action))
      if (!others.has(name) && !/\/test\/|\/audit\.ts$/.test(file)) written.add(name!);
  const known = [...Object.keys(auditPhrases), ...Object.keys(declaredPhrases)];
  expect(known.sort()).toEqual([...written].sort());
});
