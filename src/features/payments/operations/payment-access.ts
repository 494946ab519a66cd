import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { notFound, unavailable } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { ProviderFailed } from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { PaymentOutput, readShown } from "./schemas.ts";

export const ofPayment = z.object({ id: entityId });
export type PaymentCall<Body = unknown> = Call<{ id: string }, unknown, unknown, Body>;

/** What a caller gives as an amount. */
export const minor = z.int().min(1).max(1_000_000_000_000).describe("In minor units, with tax.");

export const common = { tag: "Payments", extension: true } as const;
/** What operators do with a payment. */
export const change = {
  ...common,
  audience: "operator",
  method: "POST",
  params: ofPayment,
  response: PaymentOutput,
  errors: ["not_found", "conflict"],
  idempotent: true,
} as const;

export const paymentMissing = (id: string) => notFound(`Payment ${id} not found.`);

/** A payment that the caller may see. Throws 404. */
export async function requirePayment(
  { database }: Context,
  { params: { id }, caller }: PaymentCall,
): Promise<Payment> {
  const payment = await findPayment(database, id);
  if (payment && (isOperator(caller) || (caller.kind === "user" && caller.userId === payment.accountId)))
    return payment;
  throw paymentMissing(id);
}

/** Changes a payment in the call's transaction. */
export function changed(
  context: Context,
  call: PaymentCall,
  action: string,
  work: (tx: Queries) => Promise<Payment>,
  noted: object = {},
): Promise<Answer> {
  return call.change(async (tx) => {
    const after = await readShown(tx, await work(tx));
    await audit(tx, context, call, action, { state: after.state, ...noted });
    return json(after);
  });
}

/** Writes the audit entry of a payment. */
export const audit = (tx: Queries, context: Context, call: PaymentCall, action: string, after: object) =>
  recordAudit(tx, { ...auditContext(context, call), action, object: `/payments/${call.params.id}`, after });

/** Work that needs the provider. Throws 503 if it does not answer. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    throw unavailable("The payment provider does not answer. Try again later.");
  }
}
