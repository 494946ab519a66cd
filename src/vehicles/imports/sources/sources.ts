import { bulletinsSource } from "./bulletins.ts";
import { complaintsSource } from "./complaints.ts";
import { epaSource } from "./epa.ts";
import { investigationsSource } from "./investigations.ts";
import { recallCompletionsSource, recallsSource } from "./recalls.ts";
import { safetyRatingsSource } from "./safety-ratings.ts";
import type { Source } from "./source.ts";

/** All public sources, and recall completions. */
export const sources: readonly Source[] = [
  epaSource,
  recallsSource,
  recallCompletionsSource,
  safetyRatingsSource,
  complaintsSource,
  investigationsSource,
  bulletinsSource,
];
