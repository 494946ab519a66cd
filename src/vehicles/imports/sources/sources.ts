import { epaSource } from "./epa.ts";
import { recallCompletionsSource, recallsSource } from "./recalls.ts";
import type { Source } from "./source.ts";

/** All public sources, and recall completions. */
export const sources: readonly Source[] = [epaSource, recallsSource, recallCompletionsSource];
