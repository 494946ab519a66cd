import { featureParts } from "../feature-parts.ts";
import { accessMutants } from "./access.ts";
import { addedCreditsMutants } from "./added-credits.ts";
import { attackedMutants } from "./attacked.ts";
import { attackedDoorsMutants } from "./attacked-doors.ts";
import { batchesMutants } from "./batches.ts";
import { callsMutants } from "./calls.ts";
import { chargedMutants } from "./charged.ts";
import { commentMutants } from "./comments.ts";
import { consoleImportMutants } from "./console-import.ts";
import { consoleMappingMutants } from "./console-mappings.ts";
import { creditsMutants } from "./credits.ts";
import { decisionLogMutants } from "./decision-logs.ts";
import { declaredMutants } from "./declared.ts";
import { documentsMadeMutants } from "./documents-made.ts";
import { enteringMutants } from "./entering.ts";
import { entitiesMutants } from "./entities.ts";
import { estimatesMutants } from "./estimates.ts";
import { fileShapesMutants } from "./file-shapes.ts";
import { filesTogetherMutants } from "./files-together.ts";
import { grantMutants } from "./grants.ts";
import { importsMutants } from "./imports.ts";
import { inboxMutants } from "./inbox.ts";
import { installingMutants } from "./installing.ts";
import { journalsMutants } from "./journals.ts";
import { lateCallMutants } from "./late-calls.ts";
import { limitsMutants } from "./limits.ts";
import { makersMutants } from "./makers.ts";
import { mappingMutants } from "./mappings.ts";
import { modelFlaws } from "./model-flaws.ts";
import type { Mutant } from "./mutant.ts";
import { nhtsaFilesMutants } from "./nhtsa-files.ts";
import { otherPeoplesValuesMutants } from "./other-peoples-values.ts";
import { pagesMutants } from "./pages.ts";
import { portsMutants } from "./ports.ts";
import { powerLossesMutants } from "./power-losses.ts";
import { processesMutants } from "./processes.ts";
import { readersNumberMutants } from "./readers-number.ts";
import { readingProofMutants } from "./reading-proof.ts";
import { readingSiblingsMutants } from "./reading-siblings.ts";
import { recallsMutants } from "./recalls.ts";
import { registersMutants } from "./registers.ts";
import { reportsMutants } from "./reports.ts";
import { restoresMutants } from "./restores.ts";
import { searchMutants } from "./search.ts";
import { sharedBoundsMutants } from "./shared-bounds.ts";
import { statementsMutants } from "./statements.ts";
import { storageMutants } from "./storage.ts";
import { strangersMutants } from "./strangers.ts";
import { strangersMailsMutants } from "./strangers-mails.ts";
import { strengthMutants } from "./strength.ts";
import { typedNumberMutants } from "./typed-numbers.ts";
import { vehiclesAbroadMutants } from "./vehicles-abroad.ts";
import { vinDataMutants } from "./vin-data.ts";
import { vinPhotoMutants } from "./vin-photo.ts";
import { vinReadingMutants } from "./vin-reading.ts";

const ofFeatures = await featureParts<{ readonly mutants: readonly Mutant[] }>("mutants.ts");

export const mutants: readonly Mutant[] = [
  ...creditsMutants,
  ...grantMutants,
  ...lateCallMutants,
  ...modelFlaws,
  ...addedCreditsMutants,
  ...inboxMutants,
  ...searchMutants,
  ...installingMutants,
  ...journalsMutants,
  ...powerLossesMutants,
  ...limitsMutants,
  ...batchesMutants,
  ...callsMutants,
  ...chargedMutants,
  ...accessMutants,
  ...strengthMutants,
  ...enteringMutants,
  ...attackedMutants,
  ...strangersMutants,
  ...strangersMailsMutants,
  ...attackedDoorsMutants,
  ...documentsMadeMutants,
  ...sharedBoundsMutants,
  ...decisionLogMutants,
  ...restoresMutants,
  ...reportsMutants,
  ...makersMutants,
  ...recallsMutants,
  ...registersMutants,
  ...nhtsaFilesMutants,
  ...statementsMutants,
  ...storageMutants,
  ...entitiesMutants,
  ...importsMutants,
  ...fileShapesMutants,
  ...filesTogetherMutants,
  ...consoleImportMutants,
  ...consoleMappingMutants,
  ...pagesMutants,
  ...portsMutants,
  ...declaredMutants,
  ...commentMutants,
  ...processesMutants,
  ...vinDataMutants,
  ...estimatesMutants,
  ...typedNumberMutants,
  ...vehiclesAbroadMutants,
  ...vinReadingMutants,
  ...vinPhotoMutants,
  ...mappingMutants,
  ...otherPeoplesValuesMutants,
  ...readingSiblingsMutants,
  ...readersNumberMutants,
  ...readingProofMutants,
  ...ofFeatures.flatMap(({ mutants }) => mutants),
];
