import { z } from "zod";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type Call, json } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import { line } from "../../../management/common/identifiers.ts";
import { leftOf } from "../../../metering/credits/grants/grant.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { readGrants } from "../../../metering/credits/grants/read-grants.ts";
import { opened } from "../../../running/opened.ts";
import { ibanRefusal } from "../../papers/parties/form-faults.ts";
import { plainAccount } from "../bank/bank-line.ts";
import { Payments } from "../payments.ts";
import type { Payment } from "../rows/payment.ts";
import { lockPayment } from "../rows/payment-rows.ts";
import type { Refund } from "../rows/refund-rows.ts";
import {
  makeRefund,
  refundable,
  refundedBy,
  requestRefund,
  returnedWith,
} from "../settling/refund-payment.ts";
import { findPayer, requireRecipient } from "../settling/refund-transfer.ts";
import { creditsFor, readPaidDebts } from "../settling/reverse-payment.ts";
import {
  asked,
  audit,
  change,
  common,
  minor,
  ofPayment,
  type PaymentCall,
  paymentMissing,
  requirePayment,
} from "./payment-access.ts";
import { RefundPreview, readShown } from "./schemas.ts";

export const RefundRequest = z
  .strictObject({
    minor,
    reason: line(200).trim().min(1).describe("On the credit note."),
    by: z
      .enum(["provider", "transfer"])
      .optional()
      .describe(
        "Who returns it: the provider of a card, or an operator by transfer. If omitted, as it was paid. `transfer` is for cards whose provider cannot return it any more.",
      ),
    iban: line(50)
      .refine((text) => ibanRefusal(text) === undefined, { error: ({ input }) => ibanRefusal(String(input)) })
      .optional()
      .describe(
        "Of a refund by transfer: where it goes. If omitted, to the account that paid, if the bank named it.",
      ),
    account: line(100)
      .refine((text) => text.trim() !== "" && !/[\p{Cc}\p{Cf}]/u.test(text), {
        error: "must be a text of one line, without control characters",
      })
      .optional()
      .describe("In place of an IBAN where there are none: the bank and the account."),
  })
  .refine(({ iban, account }) => iban === undefined || account === undefined, {
    path: ["account"],
    error: "must be left out with an IBAN",
  })
  .meta({ id: "RefundRequest", example: { minor: 3000, reason: "Requested by customer" } });

export const refundEndpoints = [
  endpoint({
    ...common,
    id: "previewRefund",
    audience: "operator",
    permission: "payments.decide",
    method: "GET",
    path: "/payments/{id}/refund",
    summary: "Read what a refund of a payment would do",
    params: ofPayment,
    query: z.object({
      minor: z.coerce.number().int().min(1).max(1_000_000_000_000).describe("In minor units, with tax."),
    }),
    response: RefundPreview,
    errors: ["not_found"],
    readsUsage: true,
    handle: previewRefund,
  }),
  endpoint({
    ...change,
    id: "refundPayment",
    permission: "payments.decide",
    path: "/payments/{id}/refund",
    summary: "Return money of a payment, in whole or in part",
    description:
      "Credits are removed for the part that is returned, rounded down; what is spent already is owed. A credit note corrects the invoice. What was paid by transfer is sent by an operator: `GET /payments/refunds` lists what is open.",
    body: RefundRequest,
    errors: ["not_found", "conflict", "unavailable"],
    readsUsage: true,
    handle: refundPayment,
  }),
];

async function previewRefund(context: Context, call: Call<{ id: string }, { minor: number }>) {
  const payment = await requirePayment(context, call);
  const { database } = context;
  const most = await refundable(database, payment);
  const { minor: wanted } = call.query;
  const grants = await readGrants(database, payment.subscriptionId);
  const grant = grants.find(({ id }) => id === payment.grantId);
  const left = grant && grant.state !== "closed" ? leftOf(grant) : 0;
  const spent = (grant?.spent ?? 0) + (await readPaidDebts(database, payment.id));
  const reversed = refundedBy(payment, await returnedWith(database, payment, wanted));
  const taken = creditsFor(payment, reversed) - payment.removed - payment.owed;
  const removed = Math.min(taken, left);
  return json({
    minor: wanted,
    minor_max: most,
    credits_left: left,
    credits_removed: removed,
    credits_owed:
      payment.owed - payment.collected + Math.min(taken - removed, Math.max(0, spent - payment.owed)),
    corrects: payment.paperId,
    by: payment.provider === "manual" ? "transfer" : "provider",
    ...(await findPayer(database, payment)),
  } satisfies z.output<typeof RefundPreview>);
}

async function refundPayment(context: Context, call: PaymentCall<z.output<typeof RefundRequest>>) {
  const payment = await requirePayment(context, call);
  const { settlement } = opened(context, Payments);
  const { minor: wanted, reason } = call.body;
  const refund = { id: uuidv7(context.clock()), paymentId: payment.id, minor: wanted, reason };
  const answer = await call.change(async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    if (!locked) throw paymentMissing(payment.id);
    const to = await recipientOf(tx, locked, call.body);
    await requestRefund(tx, locked, { ...refund, ...to }, await readClock(tx));
    await audit(tx, context, call, "payment.refund", {
      minor: wanted,
      reason,
      ...(to.account !== null && to),
    });
    return json(await readShown(tx, locked));
  });
  const begun = await context.database.get(
    sql`select 1 as found from payment_refund where id = ${refund.id}`,
  );
  // A repeated request has begun none.
  if (!begun) return answer;
  return json(await readShown(context.database, await asked(() => makeRefund(settlement, payment, refund))));
}

/** Where a refund by transfer goes; nulls for one that the provider makes. Throws 409. */
async function recipientOf(
  tx: Queries,
  payment: Payment,
  { by, iban, account }: z.output<typeof RefundRequest>,
): Promise<Pick<Refund, "account" | "recipient">> {
  const isManual = payment.provider === "manual";
  if (isManual && by === "provider")
    throw conflict("It was paid by transfer, and is returned so. Nothing was changed.");
  if (!isManual && by !== "transfer") {
    if (iban === undefined && account === undefined) return { account: null, recipient: null };
    throw conflict(
      "It was paid by card, and its provider returns it there. Leave out the account, or send `by`: `transfer`. Nothing was changed.",
    );
  }
  return requireRecipient(tx, payment, iban === undefined ? account?.trim() : plainAccount(iban));
}
