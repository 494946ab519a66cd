import type { Feature } from "./feature.ts";
import { coverage } from "./features/coverage/feature.ts";
import { nhtsaApi } from "./features/nhtsa-api/feature.ts";

/** The optional capabilities. Each is one folder of `src/features/` and one line here. */
export const features: readonly Feature[] = [coverage, nhtsaApi];
