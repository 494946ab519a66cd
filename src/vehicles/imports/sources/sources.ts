import { epaSource } from "./epa.ts";
import { recallCompletionsSource, recallsSource } from "./recalls.ts";
import { recallsCanadaSource } from "./recalls-ca.ts";
import { recallsEuropeSource } from "./recalls-eu.ts";
import { recallsBritainSource } from "./recalls-uk.ts";
import type { Source } from "./source.ts";

/** All public sources, and recall completions. */
export const sources: readonly Source[] = [
  epaSource,
  recallsSource,
  recallCompletionsSource,
  recallsCanadaSource,
  recallsBritainSource,
  recallsEuropeSource,
];
