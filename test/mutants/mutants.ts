import { featureParts } from "../feature-parts.ts";
import { accessMutants } from "./access.ts";
import { callsMutants } from "./calls.ts";
import { creditsMutants } from "./credits.ts";
import { journalsMutants } from "./journals.ts";
import { limitsMutants } from "./limits.ts";
import type { Mutant } from "./mutant.ts";
import { reportsMutants } from "./reports.ts";
import { valuesMutants } from "./values.ts";

const ofFeatures = await featureParts<{ readonly mutants: readonly Mutant[] }>("mutants.ts");

export const mutants: readonly Mutant[] = [
  ...creditsMutants,
  ...journalsMutants,
  ...limitsMutants,
  ...callsMutants,
  ...accessMutants,
  ...reportsMutants,
  ...valuesMutants,
  ...ofFeatures.flatMap(({ mutants }) => mutants),
];
