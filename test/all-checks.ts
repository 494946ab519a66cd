import { loadServices } from "../src/feature.ts";
import { features } from "../src/features.ts";
import { checksWith } from "../src/management/system/checks/checks.ts";
import { datasetChecks } from "../src/vehicles/imports/datasets/readers-check.ts";

/** The checks of the core and of all features. */
export const allChecks = checksWith([datasetChecks, ...(await loadServices(features))]);
