import type { Service } from "../../feature.ts";
import { hasPaid, keptOfClosed, moneyOf, withTax } from "../../running/account-ports.ts";
import { searches } from "../../running/searches.ts";
import { lettersCheck } from "./letters-check.ts";
import { billingDetailsEndpoints } from "./operations/details-endpoints.ts";
import { einvoiceEndpoints } from "./operations/einvoice-endpoints.ts";
import { gapEndpoint } from "./operations/gap-endpoint.ts";
import { lettersEndpoint } from "./operations/letters-endpoint.ts";
import { monthEndpoints } from "./operations/month-endpoints.ts";
import { paperEndpoints } from "./operations/paper-endpoints.ts";
import { revenueEndpoint } from "./operations/revenue-endpoints.ts";
import { setupEndpoints } from "./operations/setup-endpoints.ts";
import { taxIdEndpoints } from "./operations/tax-id-endpoints.ts";
import { Papers } from "./papers.ts";
import { papersRestoring } from "./papers-restoring.ts";

export const service: Service = {
  operations: [
    gapEndpoint,
    lettersEndpoint,
    ...monthEndpoints,
    revenueEndpoint,
    ...paperEndpoints,
    ...einvoiceEndpoints,
    ...setupEndpoints,
    ...billingDetailsEndpoints,
    ...taxIdEndpoints,
  ],
  checks: [lettersCheck],
  after: "extendPeriod",
  restoring: papersRestoring,
  provides: [moneyOf, withTax, hasPaid, keptOfClosed, searches],
  open: (context) => new Papers(context),
};
