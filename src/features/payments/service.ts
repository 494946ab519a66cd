import type { Service } from "../../feature.ts";
import { accountTaken, hasPaid, objectsOf } from "../../running/account-ports.ts";
import { searches } from "../../running/searches.ts";
import { subscriptionMoves } from "../../running/subscription-ports.ts";
import { paying, plans } from "../billing/ports.ts";
import { whyNotSold } from "../offers/ports.ts";
import { invoicesOfText, movedMoney } from "../papers/ports.ts";
import { paymentMails } from "./mails.ts";
import { bankEndpoint } from "./operations/bank-endpoint.ts";
import { buyEndpoints } from "./operations/buy-endpoints.ts";
import { eventEndpoint } from "./operations/event-endpoint.ts";
import { lineEndpoints } from "./operations/line-endpoints.ts";
import { paymentEndpoints } from "./operations/payment-endpoints.ts";
import { providerEndpoints } from "./operations/provider-endpoints.ts";
import { refundEndpoints } from "./operations/refund-endpoints.ts";
import { refundTransferEndpoints } from "./operations/refund-transfer-endpoints.ts";
import { restoredEndpoints } from "./operations/restored-endpoints.ts";
import { paymentSettingsEndpoints } from "./operations/settings-endpoints.ts";
import { topUpEndpoints } from "./operations/top-up-endpoints.ts";
import { transferEndpoints } from "./operations/transfer-endpoints.ts";
import { paymentCheck } from "./payment-check.ts";
import { Payments } from "./payments.ts";
import { providerCheck } from "./provider-check.ts";
import { paymentsRestoring } from "./restored/payments-restoring.ts";

export const service: Service = {
  operations: [
    ...buyEndpoints,
    ...transferEndpoints,
    bankEndpoint,
    ...providerEndpoints,
    ...paymentSettingsEndpoints,
    ...refundTransferEndpoints,
    ...lineEndpoints,
    ...restoredEndpoints,
    ...paymentEndpoints,
    ...refundEndpoints,
    eventEndpoint,
    ...topUpEndpoints,
  ],
  mails: paymentMails,
  checks: [paymentCheck, providerCheck],
  restoring: paymentsRestoring,
  provides: [
    whyNotSold,
    paying,
    hasPaid,
    objectsOf,
    accountTaken,
    subscriptionMoves,
    searches,
    movedMoney,
    invoicesOfText,
  ],
  needs: [plans],
  open: (context) => new Payments(context),
};
