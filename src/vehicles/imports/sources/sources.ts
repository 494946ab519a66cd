import { epaSource } from "./epa.ts";
import { recallCompletionsSource, recallsSource } from "./recalls.ts";
import type { Source } from "./source.ts";

/** Every table that records are made from, beside a business's own. */
export const sources: readonly Source[] = [epaSource, recallsSource, recallCompletionsSource];
