import type { Service } from "../../feature.ts";
import { billingDetailsEndpoints } from "./operations/details-endpoints.ts";
import { paperEndpoints } from "./operations/paper-endpoints.ts";
import { setupEndpoints } from "./operations/setup-endpoints.ts";
import { Papers } from "./papers.ts";

export const service: Service = {
  operations: [...paperEndpoints, ...setupEndpoints, ...billingDetailsEndpoints],
  after: "extendPeriod",
  open: (context) => new Papers(context),
};
