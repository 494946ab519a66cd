import { epaSource } from "./epa.ts";
import type { Source } from "./source.ts";

/** Every public table that records are made from. */
export const sources: readonly Source[] = [epaSource];
