import { features } from "../../src/features.ts";

/** The scripts that a configuration has, for imports without one. */
export const datasetFits: readonly string[] = features.flatMap(({ datasetFit = [] }) => datasetFit);
