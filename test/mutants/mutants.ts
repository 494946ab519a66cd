import { featureParts } from "../feature-parts.ts";
import { accessMutants } from "./access.ts";
import { batchesMutants } from "./batches.ts";
import { callsMutants } from "./calls.ts";
import { chargedMutants } from "./charged.ts";
import { creditsMutants } from "./credits.ts";
import { decisionLogMutants } from "./decision-logs.ts";
import { grantMutants } from "./grants.ts";
import { importsMutants } from "./imports.ts";
import { journalsMutants } from "./journals.ts";
import { limitsMutants } from "./limits.ts";
import { makersMutants } from "./makers.ts";
import type { Mutant } from "./mutant.ts";
import { nhtsaFilesMutants } from "./nhtsa-files.ts";
import { pagesMutants } from "./pages.ts";
import { recallsMutants } from "./recalls.ts";
import { registersMutants } from "./registers.ts";
import { reportsMutants } from "./reports.ts";
import { restoresMutants } from "./restores.ts";
import { statementsMutants } from "./statements.ts";
import { storageMutants } from "./storage.ts";
import { strengthMutants } from "./strength.ts";
import { valuesMutants } from "./values.ts";

const ofFeatures = await featureParts<{ readonly mutants: readonly Mutant[] }>("mutants.ts");

export const mutants: readonly Mutant[] = [
  ...creditsMutants,
  ...grantMutants,
  ...journalsMutants,
  ...limitsMutants,
  ...batchesMutants,
  ...callsMutants,
  ...chargedMutants,
  ...accessMutants,
  ...strengthMutants,
  ...decisionLogMutants,
  ...restoresMutants,
  ...reportsMutants,
  ...makersMutants,
  ...recallsMutants,
  ...registersMutants,
  ...nhtsaFilesMutants,
  ...statementsMutants,
  ...storageMutants,
  ...importsMutants,
  ...pagesMutants,
  ...valuesMutants,
  ...ofFeatures.flatMap(({ mutants }) => mutants),
];
