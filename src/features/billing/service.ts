import type { Service } from "../../feature.ts";
import { Billing } from "./billing.ts";
import { periodEndpoints } from "./operations/period-endpoints.ts";
import { planEndpoints } from "./operations/plan-endpoints.ts";
import { planMails } from "./plan-mails.ts";

export const service: Service = {
  operations: [...planEndpoints, ...periodEndpoints],
  after: "deleteGrant",
  mails: planMails,
  open: (context) => new Billing(context),
};
