import { importGraph, reaching } from "./import-graph.ts";

/** The test files that import `shared-data.ts` when they start, directly or through others. */
export async function sharedDataTests(): Promise<string[]> {
  return [...reaching(await importGraph(), ["test/shared-data.ts"]).keys()].sort();
}
