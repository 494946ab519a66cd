import { uuidv7 } from "../../../base/ids.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { type Call, json } from "../../../http/endpoint.ts";
import { ApiError, conflict } from "../../../http/errors.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { noteOtherRef, transfers } from "../rows/transfer-rows.ts";
import type { BankFile } from "./bank-line.ts";
import { endingPage, enterTransfer, receiveOn } from "./enter-transfer.ts";
import { isExactlyDue } from "./named-payment.ts";
import type { PlannedLine } from "./plan-lines.ts";

/** How much of a text of a bank is kept. */
const referenceMax = 500;
/** Transfers without a payment are written some at a time. */
const atOnce = 100;

/** Each transaction checks that the caller still may. */
async function changing<T>(call: Call, work: (tx: Queries) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await call.change(async (tx) => {
    result = await work(tx);
    return json({});
  });
  return result as T;
}

interface Recording {
  readonly format: BankFile["format"];
  /** Whether money that may be for no payment is recorded, too. */
  readonly withUnknown: boolean;
}

/**
 * Records the lines of a plan: each that is matched in a transaction of its own, since it grants credits and issues an
 * invoice. What an ended import has not recorded, the same file records again.
 */
export async function recordLines(
  context: Context,
  call: Call,
  plan: readonly PlannedLine[],
  { format, withUnknown }: Recording,
): Promise<readonly PlannedLine[]> {
  const done = new Map<PlannedLine, PlannedLine>();
  for (const one of plan)
    if (one.outcome === "matched") done.set(one, await recordMatched(context, call, one, format));
  const rest = plan.filter(
    ({ outcome, note, refundId }) =>
      (outcome === "proposed" && refundId === null) ||
      (outcome === "unknown" && (withUnknown || note !== null)) ||
      note === "recorded_by_hand" ||
      note === "other_format",
  );
  for (let from = 0; from < rest.length; from += atOnce) {
    const part = rest.slice(from, from + atOnce);
    const recorded = await changing(call, async (tx) => {
      const all: PlannedLine[] = [];
      for (const one of part)
        all.push(
          one.note === "other_format"
            ? await noteOther(tx, one)
            : await enter(tx, context, call, one, format),
        );
      return all;
    });
    for (const [index, one] of part.entries()) done.set(one, recorded[index]!);
  }
  return plan.map((one) => done.get(one) ?? one);
}

async function noteOther(tx: Queries, one: PlannedLine): Promise<PlannedLine> {
  await noteOtherRef(tx, one.transferId!, one.ref);
  return one;
}

/** What can have changed since the plan leaves the transfer without a payment. */
async function recordMatched(
  context: Context,
  call: Call,
  one: PlannedLine,
  format: BankFile["format"],
): Promise<PlannedLine> {
  try {
    return await endingPage(context, (ended) =>
      changing(call, async (tx) => {
        const entered = await enter(tx, context, call, one, format);
        if (entered.outcome !== "matched") return entered;
        const payment = await findPayment(tx, one.paymentId!);
        if (!payment || !isExactlyDue(payment, one.line)) throw conflict("The payment has changed since.");
        await receiveOn(tx, context, payment.id, one.line, ended);
        return entered;
      }),
    );
  } catch (error) {
    if (!(error instanceof ApiError && (error.code === "conflict" || error.code === "not_found")))
      throw error;
    const left: PlannedLine = { ...one, outcome: "unknown", note: "not_open", paymentId: null };
    return changing(call, (tx) => enter(tx, context, call, left, format));
  }
}

/** Writes the transfer of a line, if no other import has written it. */
async function enter(
  tx: Queries,
  context: Context,
  call: Call,
  one: PlannedLine,
  format: BankFile["format"],
): Promise<PlannedLine> {
  const now = await readClock(tx);
  const { line, ref, paymentId } = one;
  const transfer = transfers.row({
    id: uuidv7(now),
    provider: "manual",
    providerRef: ref,
    minor: line.minor,
    currency: line.currency,
    reference: line.text.slice(0, referenceMax).toWellFormed(),
    sender: line.sender,
    senderAccount: line.senderAccount,
    ownAccount: line.account,
    source: format,
    sourceLine: line.at,
    paymentId,
    state: paymentId === null ? "unmatched" : "matched",
    receivedAt: Date.parse(`${line.day}T00:00:00Z`),
    createdAt: now,
  });
  const isNew = await enterTransfer(tx, context, call, transfer);
  if (isNew) return { ...one, transferId: transfer.id };
  return { ...one, outcome: "known", note: "recorded", paymentId: null, proposals: [] };
}
