import { epaSource } from "./epa.ts";
import { bulletinsSource } from "./nhtsa/bulletins.ts";
import { complaintsSource } from "./nhtsa/complaints.ts";
import { investigationsSource } from "./nhtsa/investigations.ts";
import { recallCompletionsSource, recallsSource } from "./nhtsa/recalls.ts";
import { safetyRatingsSource } from "./nhtsa/safety-ratings.ts";
import { recallsCanadaSource } from "./recalls-abroad/recalls-ca.ts";
import { recallsEuropeSource } from "./recalls-abroad/recalls-eu.ts";
import { recallsBritainSource } from "./recalls-abroad/recalls-uk.ts";
import { astraSource } from "./registers/astra.ts";
import { dmrSource } from "./registers/dmr.ts";
import { israelSource } from "./registers/israel.ts";
import { rdwFuelSource, rdwSource } from "./registers/rdw.ts";
import { traficomSource } from "./registers/traficom.ts";
import type { Source } from "./source.ts";

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
