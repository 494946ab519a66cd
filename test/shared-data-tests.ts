import { importGraph, reaching } from "./import-graph.ts";

/** The test files that import `shared-data.ts` when they start, directly or through others. */
export function sharedDataTests(): string[] {
  const files = [...reaching(importGraph(), ["test/shared-data.ts"]).keys()];
  return files.filter((file) => /\.test\.tsx?$/.test(file)).sort();
}
