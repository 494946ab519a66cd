import { astraSource } from "./astra.ts";
import { bulletinsSource } from "./bulletins.ts";
import { complaintsSource } from "./complaints.ts";
import { dmrSource } from "./dmr.ts";
import { epaSource } from "./epa.ts";
import { investigationsSource } from "./investigations.ts";
import { israelSource } from "./israel.ts";
import { rdwFuelSource, rdwSource } from "./rdw.ts";
import { recallCompletionsSource, recallsSource } from "./recalls.ts";
import { recallsCanadaSource } from "./recalls-ca.ts";
import { recallsEuropeSource } from "./recalls-eu.ts";
import { recallsBritainSource } from "./recalls-uk.ts";
import { safetyRatingsSource } from "./safety-ratings.ts";
import type { Source } from "./source.ts";
import { traficomSource } from "./traficom.ts";

/** All public sources, and recall completions. */
export const sources: readonly Source[] = [
  epaSource,
  recallsSource,
  recallCompletionsSource,
  recallsCanadaSource,
  recallsBritainSource,
  recallsEuropeSource,
  rdwSource,
  rdwFuelSource,
  dmrSource,
  israelSource,
  astraSource,
  traficomSource,
  safetyRatingsSource,
  complaintsSource,
  investigationsSource,
  bulletinsSource,
];
