import { auditContext, recordAudit } from "../../../access/audit.ts";
import { formatMoney } from "../../../base/format/money.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import type { Call } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import { opened } from "../../../running/opened.ts";
import { Payments } from "../payments.ts";
import type { Payment } from "../rows/payment.ts";
import { insertTransfer, type Transfer } from "../rows/transfer-rows.ts";
import { type Ended, endingFirst } from "../settling/end-at-provider.ts";
import { receiveTransfer } from "../settling/receive-transfer.ts";
import { shownTransfer } from "./shown-transfer.ts";

/** Receives the money of a transfer on a payment. Throws 404, 409 and `OpenAtProvider`. */
export const receiveOn = (
  tx: Queries,
  context: Context,
  paymentId: string,
  { minor, currency }: Pick<Transfer, "minor" | "currency">,
  ended: Ended,
) => {
  const receivedOf = ({ state, currency: due }: Payment): number => {
    if (state === "cancelled") throw conflict("The payment is cancelled. Nothing was changed.");
    if (due !== currency)
      throw conflict(
        `${formatMoney(minor, currency)} was received, and the payment is in ${due}. Nothing was changed.`,
      );
    return minor;
  };
  return receiveTransfer(tx, opened(context, Payments).settlement, paymentId, receivedOf, ended);
};

/** Does work that receives money on a payment: the provider ends the payment's page first. */
export const endingPage = <T>(context: Context, work: (ended: Ended) => Promise<T>): Promise<T> =>
  endingFirst(opened(context, Payments).settlement, work);

/** Writes and audits a transfer that has arrived. False if it is recorded already, and nothing was written. */
export async function enterTransfer(
  tx: Queries,
  context: Context,
  call: Call,
  transfer: Transfer,
): Promise<boolean> {
  const isNew = await insertTransfer(tx, transfer);
  if (isNew) await auditTransfer(tx, context, call, "transfer.record", transfer);
  return isNew;
}

export const auditTransfer = (
  tx: Queries,
  context: Context,
  call: Call,
  action: string,
  transfer: Transfer,
) =>
  recordAudit(tx, {
    ...auditContext(context, call),
    action,
    object: `/payments/transfers/${transfer.id}`,
    after: shownTransfer(transfer),
  });
