import { join } from "node:path";
import { Glob } from "bun";
import { accessMutants } from "./access.ts";
import { callsMutants } from "./calls.ts";
import { creditsMutants } from "./credits.ts";
import { journalsMutants } from "./journals.ts";
import { limitsMutants } from "./limits.ts";
import type { Mutant } from "./mutant.ts";
import { reportsMutants } from "./reports.ts";

const root = join(import.meta.dir, "../..");

async function ofFeatures(): Promise<Mutant[]> {
  const files = [...new Glob("src/features/*/test/mutants.ts").scanSync(root)].sort();
  const lists = await Promise.all(
    files.map(async (file) => ((await import(join(root, file))) as { mutants: readonly Mutant[] }).mutants),
  );
  return lists.flat();
}

export const mutants: readonly Mutant[] = [
  ...creditsMutants,
  ...journalsMutants,
  ...limitsMutants,
  ...callsMutants,
  ...accessMutants,
  ...reportsMutants,
  ...(await ofFeatures()),
];
