import { z } from "zod";
import { actorName } from "../../../access/audit.ts";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { wireOf } from "../../../entities/wire.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Answer, type BodyCall, json, type QueryCall } from "../../../http/endpoint.ts";
import { InvalidRequest, notFound } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { payments } from "../rows/payment.ts";
import { isToSend, lockRefund, noteSent, refunds, type StoredRefund } from "../rows/refund-rows.ts";
import { common } from "./payment-access.ts";

const moment = z.iso.datetime();

export const RefundTransfer = z
  .object({
    id: z.string(),
    payment_id: z.string().describe("The payment of which it returns money."),
    account_id: z.string().describe("The user who paid."),
    minor: z.int().describe("What is sent, in minor units."),
    currency: z.string().describe("The code of ISO 4217."),
    recipient: z.string().describe("Whose bank account it is; empty if it is not known."),
    account: z.string().describe("The IBAN, or another number where there are none."),
    reference: z
      .string()
      .describe("What the transfer names: the number of its credit note, or the payment's reference."),
    paper_id: z.string().nullable().describe("Its credit note; null if the payment has no invoice."),
    reason: z.string().describe("On the credit note."),
    state: z.enum(["open", "sent"]).describe("`open`: an operator has not sent it yet."),
    created_at: moment,
    sent_at: moment.nullable().describe("When it was sent; null while it is open."),
    sent_by: z.string().nullable().describe("Who noted that it was sent; for operators."),
  })
  .meta({ id: "RefundTransfer" });

const RefundsQuery = PageQuery.extend({
  state: z.enum(["open", "sent"]).optional().describe("Only those in this state."),
  payment_id: entityId.optional().describe("Only those of this payment."),
  account_id: entityId.optional().describe("For operators."),
});

export const SentRequest = z
  .strictObject({ sent_at: moment.optional().describe("When the bank sent it. Now if absent.") })
  .meta({ id: "SentRefundRequest", example: { sent_at: "2026-11-23T00:00:00Z" } });

export const refundTransferEndpoints = [
  endpoint({
    ...common,
    id: "listRefundTransfers",
    exported: "refunds",
    audience: "customer",
    permission: "papers.view",
    method: "GET",
    path: "/payments/refunds",
    summary: "List refunds by transfer, newest first",
    description:
      "They return money that a payment provider does not return. An operator sends each in the bank. Customers see their own.",
    query: RefundsQuery,
    response: z.array(RefundTransfer),
    handle: listRefunds,
  }),
  endpoint({
    ...common,
    id: "noteRefundSent",
    audience: "operator",
    permission: "payments.decide",
    method: "POST",
    path: "/payments/refunds/{id}/sent",
    summary: "Note that a refund by transfer was sent",
    description: "The operator sends it in the bank. One that is noted already is returned as it is.",
    params: z.object({ id: entityId }),
    body: SentRequest,
    response: RefundTransfer,
    errors: ["not_found"],
    idempotent: true,
    handle: noteRefundSent,
  }),
];

const isTransfer = sql`reference is not null`;

function listRefunds({ database }: Context, { query, caller }: QueryCall<typeof RefundsQuery>) {
  const own = caller.kind === "user" && !isOperator(caller) ? caller.userId : undefined;
  const ofAccount = (id: string) => sql`payment_id in (select id from payment where account_id = ${id})`;
  return pageAnswer(database, query, {
    rows: refunds,
    path: "/payments/refunds",
    where: own === undefined ? isTransfer : sql`${isTransfer} and ${ofAccount(own)}`,
    filters: {
      state: (state) => (state === "open" ? isToSend : sql`sent_at is not null`),
      payment_id: (id) => sql`payment_id = ${id}`,
      account_id: (id) => ofAccount(own ?? id),
    },
    async shown(rows) {
      const shown = await shownRefunds(database, rows);
      return own === undefined ? shown : shown.map((one) => ({ ...one, sent_by: null }));
    },
  });
}

async function shownRefunds(
  db: Queries,
  rows: readonly StoredRefund[],
): Promise<z.output<typeof RefundTransfer>[]> {
  if (rows.length === 0) return [];
  const found = await payments.findAll(
    db,
    [...new Set(rows.map(({ paymentId }) => paymentId))].map((id) => [id]),
  );
  const of = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => {
    const { accountId, currency } = of.get(row.paymentId)!;
    const { id, paymentId, minor, paperId, reason, createdAt, sentAt, sentBy } = row;
    const [recipient, account, reference] = [row.recipient ?? "", row.account ?? "", row.reference ?? ""];
    return {
      ...wireOf({
        id,
        paymentId,
        accountId,
        minor,
        currency,
        recipient,
        account,
        reference,
        paperId,
        reason,
      }),
      state: sentAt === null ? "open" : "sent",
      created_at: isoTime(createdAt),
      sent_at: sentAt === null ? null : isoTime(sentAt),
      sent_by: sentBy,
    };
  });
}

type SentCall = BodyCall<typeof SentRequest, { id: string }>;

function noteRefundSent(context: Context, call: SentCall): Promise<Answer> {
  const { id } = call.params;
  return auditedChange(context, call, "payment.refund_sent", `/payments/refunds/${id}`, async (tx) => {
    const refund = await lockRefund(tx, id);
    if (!refund || refund.reference === null) throw notFound(`Refund ${id} not found.`);
    if (refund.sentAt !== null) return json((await shownRefunds(tx, [refund]))[0]);
    const sent = { sentAt: sentAtOf(call, await readClock(tx), refund), sentBy: actorName(call.caller) };
    await noteSent(tx, id, sent);
    return { after: (await shownRefunds(tx, [{ ...refund, ...sent }]))[0] };
  });
}

/** Throws 422 for a time in which it cannot have been sent: a bank's day can begin before the refund, and end after now. */
function sentAtOf({ body: { sent_at: given } }: SentCall, now: number, { createdAt }: StoredRefund): number {
  if (given === undefined) return now;
  const at = Date.parse(given);
  if (at > now + dayMs || at < createdAt - dayMs)
    throw new InvalidRequest(["body", "sent_at"], "must be a time from the refund until now", given);
  return at;
}
