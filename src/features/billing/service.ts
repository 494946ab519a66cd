import type { Service } from "../../feature.ts";
import { accountMoney } from "../../running/account-ports.ts";
import { grantsCredits, subscriptionChanged, timeZoneOf } from "../../running/subscription-ports.ts";
import { plansByVersion } from "../offers/ports.ts";
import { Billing } from "./billing.ts";
import { periodEndpoints } from "./operations/period-endpoints.ts";
import { planEndpoints } from "./operations/plan-endpoints.ts";
import { planMails } from "./plan-mails.ts";
import { planReplaced, planStopped } from "./plans/begin-plan.ts";
import { renewalsEnded } from "./plans/change-plan.ts";
import { capLowered } from "./plans/set-cap.ts";
import { plans } from "./ports.ts";

export const service: Service = {
  operations: [...planEndpoints, ...periodEndpoints],
  after: "deleteGrant",
  mails: planMails,
  restoring: { kinds: [planStopped, planReplaced, renewalsEnded, capLowered] },
  provides: [plans, plansByVersion, accountMoney, grantsCredits, subscriptionChanged, timeZoneOf],
  open: (context) => new Billing(context),
};
