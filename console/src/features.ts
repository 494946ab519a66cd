import { billing } from "./features/billing/feature.ts";
import { mcp } from "./features/mcp/feature.ts";
import { offers } from "./features/offers/feature.ts";
import { proof } from "./features/proof/feature.ts";
import { watches } from "./features/watches/feature.ts";
import { webhooks } from "./features/webhooks/feature.ts";
import type { ConsoleFeature } from "./parts/console-feature.ts";

/** The features of the service that have pages, in the order in which their pages are listed. */
export const features: readonly ConsoleFeature[] = [mcp, webhooks, watches, offers, billing, proof];
