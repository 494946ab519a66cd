import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { isOperator } from "../../../http/caller.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { notFound, unavailable } from "../../../http/errors.ts";
import { entityId, line } from "../../../management/common/identifiers.ts";
import { squeezed } from "../prices/reference.ts";
import { ProviderFailed } from "../providers/provider.ts";
import type { Payment } from "../rows/payment.ts";
import { findPayment } from "../rows/payment-rows.ts";
import { PaymentOutput, readShown } from "./schemas.ts";

export const ofPayment = z.object({ id: entityId });
export type PaymentCall<Body = unknown> = Call<{ id: string }, unknown, unknown, Body>;

/** What a caller gives as an amount. */
export const minor = z.int().min(1).max(1_000_000_000_000).describe("In minor units, with tax.");

/** A bank's own ID of a transfer. Spaces at its ends are no part of it: the same transfer would be recorded twice. */
export const bankRef = line(200).trim().min(1);

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

const maySee = ({ accountId }: Payment, caller: PaymentCall["caller"]): boolean =>
  isOperator(caller) || (caller.kind === "user" && caller.userId === accountId);

/** A payment that the caller may see. Throws 404. */
export async function requirePayment(
  { database }: Context,
  { params: { id }, caller }: PaymentCall,
): Promise<Payment> {
  const payment = await findPayment(database, id);
  if (payment && maySee(payment, caller)) return payment;
  throw paymentMissing(id);
}

/** A payment that the caller may see, by its ID, its reference, or the number of its invoice or a credit note. Throws 404. */
export async function requireNumbered(context: Context, call: PaymentCall): Promise<Payment> {
  const { id } = call.params;
  const { database } = context;
  if (await findPayment(database, id)) return requirePayment(context, call);
  const found = await database.get<{ id: string }>(sql`
    select id from payment where reference = ${squeezed(id)}
    union all select payment_id from paper where number = ${id} and payment_id is not null`);
  if (!found) throw paymentMissing(id);
  const payment = await findPayment(database, found.id);
  if (!payment || !maySee(payment, call.caller)) throw paymentMissing(id);
  return payment;
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
