import type { Service } from "../../feature.ts";
import { paymentMails } from "./mails.ts";
import { buyEndpoints } from "./operations/buy-endpoints.ts";
import { eventEndpoint } from "./operations/event-endpoint.ts";
import { paymentEndpoints } from "./operations/payment-endpoints.ts";
import { refundEndpoints } from "./operations/refund-endpoints.ts";
import { topUpEndpoints } from "./operations/top-up-endpoints.ts";
import { transferEndpoints } from "./operations/transfer-endpoints.ts";
import { paymentCheck } from "./payment-check.ts";
import { Payments } from "./payments.ts";
import { paymentsKept } from "./rows/payment-rows.ts";
import { refundsKept } from "./rows/refund-rows.ts";
import { transfersKept } from "./rows/transfer-rows.ts";
import { withdrawnKinds } from "./rows/withdrawn.ts";

export const service: Service = {
  operations: [
    ...buyEndpoints,
    ...transferEndpoints,
    ...paymentEndpoints,
    ...refundEndpoints,
    eventEndpoint,
    ...topUpEndpoints,
  ],
  mails: paymentMails,
  checks: [paymentCheck],
  restoring: { kinds: [paymentsKept, refundsKept, transfersKept, ...withdrawnKinds] },
  open: (context) => new Payments(context),
};
