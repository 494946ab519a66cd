import { featureParts } from "../../feature-parts.ts";
import { grantHistories } from "../grants/source.ts";
import { meteringHistories } from "../metering/source.ts";
import type { HistorySource } from "./source.ts";

const ofFeatures = await featureParts<{ readonly histories: readonly HistorySource[] }>("model-histories.ts");

/** The histories of all models, those of features too. */
export const sources: readonly HistorySource[] = [
  meteringHistories as HistorySource,
  grantHistories as HistorySource,
  ...ofFeatures.flatMap(({ histories }) => histories),
];
