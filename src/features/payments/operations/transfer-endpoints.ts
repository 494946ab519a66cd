import { z } from "zod";
import { isCurrency } from "../../../base/format/currencies.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type Answer, type BodyCall, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId, line, remark } from "../../../management/common/identifiers.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { writeEvent } from "../../../outbox/write-events.ts";
import { auditTransfer, endingPage, enterTransfer, receiveOn } from "../bank/enter-transfer.ts";
import { findExact } from "../bank/named-payment.ts";
import { OpenPayments } from "../bank/open-payments.ts";
import { shownProposal, shownTransfer, TransferOutput } from "../bank/shown-transfer.ts";
import {
  findReceived,
  lockTransfer,
  settleTransfer,
  type Transfer,
  transfers,
} from "../rows/transfer-rows.ts";
import type { Ended } from "../settling/end-at-provider.ts";
import { bankRef } from "./payment-access.ts";

export const TransferRequest = z
  .strictObject({
    bank_ref: bankRef.describe("The bank's own ID of the transfer: one is recorded once."),
    minor: z.int().min(1).max(1_000_000_000_000).describe("In minor units."),
    currency: z
      .string()
      .refine(isCurrency, "must be a currency of ISO 4217 in use, such as EUR")
      .meta({ accepts: "^[A-Z]{3}$" })
      .describe("The code of ISO 4217."),
    reference: remark(500).describe("What the payer wrote."),
    sender: line(200, 0).default("").describe("As the bank names it."),
    received_at: z.iso.datetime().optional().describe("Now if absent."),
  })
  .meta({
    id: "TransferRequest",
    example: {
      bank_ref: "2026-11-23/0042",
      minor: 9900,
      currency: "EUR",
      reference: "VK7Q2M9XWTA",
      sender: "ACME FLEET GMBH",
    },
  });

export const MatchRequest = z
  .strictObject({
    payment_id: entityId.describe(
      "An open payment. One of a period, or of its use, can be by card unless the card is being charged.",
    ),
  })
  .meta({ id: "MatchRequest", example: { payment_id: "0193a5b0-0000-7000-8000-000000000003" } });

const TransfersQuery = PageQuery.extend({
  state: z.enum(["unmatched", "matched", "returned"]).optional().describe("Only those in this state."),
});

const common = { tag: "Payments", audience: "operator", extension: true } as const;
const ofTransfer = z.object({ id: entityId });
type TransferCall<Body = unknown> = Call<{ id: string }, unknown, unknown, Body>;

export const transferEndpoints = [
  endpoint({
    ...common,
    id: "listTransfers",
    permission: "papers.view",
    method: "GET",
    path: "/payments/transfers",
    summary: "List money that was received, newest first",
    query: TransfersQuery,
    response: z.array(TransferOutput),
    handle: listTransfers,
  }),
  endpoint({
    ...common,
    id: "recordTransfer",
    permission: "payments.decide",
    method: "POST",
    path: "/payments/transfers",
    summary: "Record a transfer that was received",
    description:
      "It is matched if its text has the reference of an open payment, in its currency and of what is due. Otherwise it is unmatched. A transfer that is recorded already is returned as it is.",
    body: TransferRequest,
    response: TransferOutput,
    errors: ["conflict", "unavailable"],
    idempotent: true,
    handle: recordTransfer,
  }),
  endpoint({
    ...common,
    id: "matchTransfer",
    permission: "payments.decide",
    method: "POST",
    path: "/payments/transfers/{id}/match",
    summary: "Match a transfer with a payment",
    params: ofTransfer,
    body: MatchRequest,
    response: TransferOutput,
    errors: ["not_found", "conflict", "unavailable"],
    idempotent: true,
    handle: matchTransfer,
  }),
  endpoint({
    ...common,
    id: "returnTransfer",
    permission: "payments.decide",
    method: "POST",
    path: "/payments/transfers/{id}/return",
    summary: "Record that an unmatched transfer was returned to its sender",
    description: "The money is returned by the operator, in the bank or at the provider.",
    params: ofTransfer,
    response: TransferOutput,
    errors: ["not_found", "conflict"],
    idempotent: true,
    handle: returnTransfer,
  }),
];

function listTransfers({ database }: Context, { query }: QueryCall<typeof TransfersQuery>) {
  return pageAnswer(database, query, {
    rows: transfers,
    path: "/payments/transfers",
    where: query.state === undefined ? sql`minor > 0` : undefined,
    filters: { state: (state) => sql`state = ${state}` },
    order: sql`received_at desc, id`,
    async shown(rows) {
      const unmatched = rows.filter(({ state, provider }) => state === "unmatched" && provider === "manual");
      const open = unmatched.length > 0 ? await OpenPayments.read(database, unmatched) : undefined;
      return rows.map((transfer) => ({
        ...shownTransfer(transfer),
        ...(open &&
          unmatched.includes(transfer) && { proposals: open.proposalsFor(transfer).map(shownProposal) }),
      }));
    },
  });
}

async function recordTransfer(context: Context, call: BodyCall<typeof TransferRequest>): Promise<Answer> {
  const { bank_ref: providerRef, minor, currency, reference, sender, received_at } = call.body;
  const record = async (tx: Queries, ended: Ended): Promise<Answer> => {
    const now = await readClock(tx);
    const matching = await findExact(tx, reference, { minor, currency });
    const transfer = transfers.row({
      id: uuidv7(now),
      provider: "manual",
      providerRef,
      minor,
      currency,
      reference,
      sender,
      paymentId: matching?.id ?? null,
      state: matching ? "matched" : "unmatched",
      receivedAt: received_at === undefined ? now : Date.parse(received_at),
      createdAt: now,
    });
    if (!(await enterTransfer(tx, context, call, transfer)))
      return json(shownTransfer((await findReceived(tx, "manual", providerRef))!));
    if (matching) await receiveOn(tx, context, matching.id, transfer, ended);
    else
      await writeEvent(tx, now, {
        type: "payment.unmatched",
        owner: "operators",
        data: { payment_id: transfer.id, minor, currency, reference },
      });
    return json(shownTransfer(transfer));
  };
  return endingPage(context, (ended) => call.change((tx) => record(tx, ended)));
}

const transferMissing = (id: string) => notFound(`Transfer ${id} not found.`);

/** Locks a transfer that no payment has. Throws 404 and 409. */
async function lockUnmatched(tx: Queries, id: string): Promise<Transfer> {
  const transfer = await lockTransfer(tx, id);
  if (!transfer) throw transferMissing(id);
  if (transfer.state !== "unmatched")
    throw conflict(`The transfer is ${transfer.state} already. Nothing was changed.`);
  return transfer;
}

async function matchTransfer(context: Context, call: TransferCall<z.output<typeof MatchRequest>>) {
  const { payment_id: paymentId } = call.body;
  const match = async (tx: Queries, ended: Ended): Promise<Answer> => {
    const transfer = await lockUnmatched(tx, call.params.id);
    if (transfer.provider !== "manual")
      throw conflict("It was paid by card for another payment: return it at the provider.");
    await receiveOn(tx, context, paymentId, transfer, ended);
    return settled(tx, context, call, "transfer.match", { ...transfer, paymentId, state: "matched" });
  };
  return endingPage(context, (ended) => call.change((tx) => match(tx, ended)));
}

function returnTransfer(context: Context, call: TransferCall): Promise<Answer> {
  return call.change(async (tx) => {
    const transfer = await lockUnmatched(tx, call.params.id);
    return settled(tx, context, call, "transfer.return", { ...transfer, state: "returned" });
  });
}

async function settled(tx: Queries, context: Context, call: Call, action: string, transfer: Transfer) {
  await settleTransfer(tx, transfer);
  await auditTransfer(tx, context, call, action, transfer);
  return json(shownTransfer(transfer));
}
