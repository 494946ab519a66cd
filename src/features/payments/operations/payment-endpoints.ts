import { z } from "zod";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { type Sql, sql } from "../../../database/sql.ts";
import { isOperator } from "../../../http/caller.ts";
import { json, type QueryCall } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { opened } from "../../../running/opened.ts";
import { findSetting, type Seller } from "../../papers/parties/seller.ts";
import { enterTransfer } from "../bank/enter-transfer.ts";
import { cancelPayment } from "../buying/begin-payment.ts";
import { Payments } from "../payments.ts";
import { type Payment, paymentKinds, paymentStates, payments } from "../rows/payment.ts";
import { findPayment, lockPayment, writePayment } from "../rows/payment-rows.ts";
import { lockTopUp } from "../rows/top-up-rows.ts";
import { transfers } from "../rows/transfer-rows.ts";
import { endingFirst } from "../settling/end-at-provider.ts";
import { receiveTransfer } from "../settling/receive-transfer.ts";
import { resolved } from "../settling/refuse-request.ts";
import {
  asked,
  bankRef,
  change,
  changed,
  common,
  minor,
  ofPayment,
  type PaymentCall,
  paymentMissing,
  requireNumbered,
  requirePayment,
} from "./payment-access.ts";
import { PaymentOutput, readShown, shownPayment } from "./schemas.ts";

const PaymentsQuery = PageQuery.extend({
  state: z
    .enum([...paymentStates, "problem"])
    .optional()
    .describe("`problem`: those that an operator must decide. `disputed`: with those of an inquiry."),
  kind: z.enum(paymentKinds).optional().describe("Only payments of this kind."),
  account_id: entityId.optional().describe("For operators."),
  subscription_id: entityId.optional(),
});

export const ReceivedRequest = z
  .strictObject({
    minor: minor.describe("What has arrived now; the rest stays due."),
    bank_ref: bankRef
      .optional()
      .describe("The bank's own ID of the transfer: one is recorded once. 409 if it is recorded already."),
    received_at: z.iso.datetime().optional().describe("When the bank received it. Now if absent."),
  })
  .meta({ id: "ReceivedRequest", example: { minor: 9900 } });

export const paymentEndpoints = [
  endpoint({
    ...common,
    id: "listPayments",
    exported: "payments",
    audience: "customer",
    permission: "papers.view",
    method: "GET",
    path: "/payments",
    summary: "List payments, newest first",
    description: "Customers see their own.",
    query: PaymentsQuery,
    response: z.array(PaymentOutput),
    handle: listPayments,
  }),
  endpoint({
    ...common,
    id: "getPayment",
    audience: "customer",
    permission: "papers.view",
    method: "GET",
    path: "/payments/{id}",
    summary: "Read a payment",
    description: "Also by its reference, and by the number of its invoice or of a credit note.",
    params: ofPayment,
    response: PaymentOutput,
    errors: ["not_found"],
    handle: async (context: Context, call: PaymentCall) =>
      json(await readShown(context.database, await requireNumbered(context, call))),
  }),
  endpoint({
    ...change,
    id: "cancelPayment",
    audience: "customer",
    permission: "plans.change",
    path: "/payments/{id}/cancel",
    summary: "Cancel a payment for which no money has arrived",
    description:
      "The provider ends its page first. 409 while the card is being charged, or a debit is under way that the provider does not end.",
    errors: ["not_found", "conflict", "unavailable"],
    handle: async (context: Context, call: PaymentCall) => {
      await requirePayment(context, call);
      const { settlement } = opened(context, Payments);
      return endingFirst(settlement, (ended) =>
        changed(context, call, "payment.cancel", (tx) =>
          cancelPayment(tx, settlement, call.params.id, ended),
        ),
      );
    },
  }),
  endpoint({
    ...change,
    id: "refreshPayment",
    permission: "payments.decide",
    path: "/payments/{id}/refresh",
    summary: "Read a payment's state from its provider, and apply it",
    errors: ["not_found", "conflict", "unavailable"],
    handle: async (context: Context, call: PaymentCall) => {
      const payment = await requirePayment(context, call);
      const after = await asked(() => opened(context, Payments).settlement.refresh(payment));
      return call.change(async (tx) => json(await readShown(tx, after)));
    },
  }),
  endpoint({
    ...change,
    id: "receivePayment",
    permission: "payments.decide",
    path: "/payments/{id}/received",
    summary: "Record money that has arrived by transfer",
    description:
      "What is paid for begins when all of it has arrived. What a period or its use makes due can arrive by transfer although it was to be paid by card, unless the card is being charged: its page is ended at the provider first.",
    body: ReceivedRequest,
    errors: ["not_found", "conflict", "unavailable"],
    handle: receivePayment,
  }),
  endpoint({
    ...change,
    id: "forgivePayment",
    permission: "payments.decide",
    path: "/payments/{id}/forgive",
    summary: "Forgive the credits that are owed since a payment was reversed",
    handle: (context: Context, call: PaymentCall) =>
      changed(context, call, "payment.forgive", async (tx) => {
        const payment = await lockPayment(tx, call.params.id);
        if (!payment) throw paymentMissing(call.params.id);
        if (payment.owed === payment.collected)
          throw conflict("No credits are owed for this payment. Nothing was changed.");
        await tx.run(sql`update payment set collected = owed where id = ${payment.id}`);
        return { ...payment, collected: payment.owed };
      }),
  }),
  endpoint({
    ...change,
    id: "resolvePayment",
    permission: "payments.decide",
    path: "/payments/{id}/resolve",
    summary: "Note that the problem of a payment is resolved",
    description:
      "What the provider has refused of a saved card is requested again. Whoever was to pay on a page opens another one: nothing can be requested without them.",
    handle: (context: Context, call: PaymentCall) =>
      changed(context, call, "payment.resolve", async (tx) => {
        const read = await findPayment(tx, call.params.id);
        if (read?.kind === "automatic") await lockTopUp(tx, read.subscriptionId);
        const payment = await lockPayment(tx, call.params.id);
        if (!payment) throw paymentMissing(call.params.id);
        const after = await resolved(tx, payment);
        await writePayment(tx, after);
        return after;
      }),
  }),
];

function listPayments({ database }: Context, { query, caller }: QueryCall<typeof PaymentsQuery>) {
  const own = caller.kind === "user" && !isOperator(caller) ? caller.userId : undefined;
  return pageAnswer(database, query, {
    rows: payments,
    path: "/payments",
    where: own === undefined ? sql`created_at >= 0` : sql`created_at >= 0 and account_id = ${own}`,
    filters: {
      state: conditionOf,
      kind: (kind) => sql`kind = ${kind}`,
      account_id: (id) => sql`account_id = ${own ?? id}`,
      subscription_id: (id) => sql`subscription_id = ${id}`,
    },
    async shown(rows) {
      const bank = await findSetting<Seller>(database, "seller");
      return rows.map((one) => shownPayment(one, bank));
    },
  });
}

function conditionOf(state: Payment["state"] | "problem"): Sql {
  if (state === "problem") return sql`problem is not null`;
  // An inquiry waits for an answer as a dispute does.
  return state === "disputed" ? sql`(state = 'disputed' or inquiry = 1)` : sql`state = ${state}`;
}

/** Stores the bank's transfer of money that a payment receives. Throws 404, and 409 if it is stored already. */
async function enterReceived(
  tx: Queries,
  context: Context,
  call: PaymentCall,
  { minor: received, bank_ref, received_at }: z.output<typeof ReceivedRequest>,
): Promise<void> {
  const payment = await findPayment(tx, call.params.id);
  if (!payment) throw paymentMissing(call.params.id);
  const { id, currency, reference } = payment;
  const now = await readClock(tx);
  const transferId = uuidv7(now);
  const transfer = transfers.row({
    id: transferId,
    provider: "manual",
    providerRef: bank_ref ?? transferId,
    minor: received,
    currency,
    reference,
    sender: "",
    paymentId: id,
    state: "matched",
    receivedAt: received_at === undefined ? now : Date.parse(received_at),
    createdAt: now,
  });
  if (!(await enterTransfer(tx, context, call, transfer)))
    throw conflict(`The transfer ${bank_ref} is recorded already. Nothing was changed.`);
}

async function receivePayment(context: Context, call: PaymentCall<z.output<typeof ReceivedRequest>>) {
  const { minor: received, bank_ref, received_at } = call.body;
  const { settlement } = opened(context, Payments);
  return endingFirst(settlement, (ended) =>
    changed(
      context,
      call,
      "payment.receive",
      async (tx) => {
        if (bank_ref !== undefined || received_at !== undefined)
          await enterReceived(tx, context, call, { minor: received, bank_ref, received_at });
        return receiveTransfer(tx, settlement, call.params.id, () => received, ended);
      },
      { minor: received },
    ),
  );
}
