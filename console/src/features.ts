import { billing } from "./features/billing/feature.ts";
import { brand } from "./features/brand/feature.ts";
import { connectors } from "./features/connectors/feature.ts";
import { mail } from "./features/mail/feature.ts";
import { mcp } from "./features/mcp/feature.ts";
import { offers } from "./features/offers/feature.ts";
import { organizations } from "./features/organizations/feature.ts";
import { papers } from "./features/papers/feature.ts";
import { passkeys } from "./features/passkeys/feature.ts";
import { payments } from "./features/payments/feature.ts";
import { proof } from "./features/proof/feature.ts";
import { signOn } from "./features/sign-on/feature.ts";
import { terms } from "./features/terms/feature.ts";
import { watches } from "./features/watches/feature.ts";
import { webhooks } from "./features/webhooks/feature.ts";
import type { ConsoleFeature } from "./parts/console-feature.ts";

/** The features of the service that have pages, in the order in which their pages are listed. */
export const features: readonly ConsoleFeature[] = [
  mcp,
  webhooks,
  watches,
  offers,
  billing,
  payments,
  papers,
  passkeys,
  terms,
  signOn,
  connectors,
  proof,
  mail,
  organizations,
  brand,
];
