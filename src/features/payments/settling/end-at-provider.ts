import { never } from "../../../base/clock.ts";
import { conflict, unavailable } from "../../../http/errors.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { Declined, ProviderFailed } from "../providers/provider.ts";
import { changed, isOpen, isUnderWay, type Payment } from "../rows/payment.ts";
import { lockPayment, writePayment } from "../rows/payment-rows.ts";
import type { Settlement } from "./settlement.ts";

/** The provider's ID of a page or a charge that it has ended; undefined for none. */
export type Ended = string | undefined;

/** Something else cannot be done with a payment before its provider has ended its page or its charge. */
export class OpenAtProvider extends Error {
  readonly payment: Payment;
  constructor(payment: Payment) {
    super(`payment ${payment.id} is open at its provider`);
    this.payment = payment;
  }
}

const debited = "It is being debited: the bank moves the money already. Wait for the result.";

/**
 * 409 while the card is charged: a charge whose result is not known yet may have succeeded. Throws `OpenAtProvider` if the
 * provider has a page or a charge of it that it has not ended. Without a provider, only a debit prevents it.
 */
export function requireEnded({ cards }: Settlement, payment: Payment, ended: Ended): void {
  const { provider, providerRef, debitAt } = payment;
  if (isUnderWay(payment))
    throw conflict("The card is being charged. Wait for the result. Nothing was changed.");
  if (!cards && debitAt !== null) throw conflict(`${debited} Nothing was changed.`);
  if (cards && isOpen(payment) && provider === "stripe" && providerRef !== null && providerRef !== ended)
    throw new OpenAtProvider(payment);
}

/**
 * Does work that may throw `OpenAtProvider` with nothing changed. Then the provider ends the page or the charge, and the
 * work is repeated. 409 if the provider does not end it, since money may be on its way; 503 if it does not answer.
 */
export async function endingFirst<T>(settlement: Settlement, work: (ended: Ended) => Promise<T>): Promise<T> {
  try {
    return await work(undefined);
  } catch (error) {
    if (!(error instanceof OpenAtProvider)) throw error;
    const ended = await endAtProvider(settlement, error.payment);
    return work(ended).catch(refuse);
  }
}

/** Not ended, or another page was opened since. */
function refuse(error: unknown): never {
  if (!(error instanceof OpenAtProvider)) throw error;
  throw conflict(
    error.payment.debitAt === null
      ? "The payment provider does not end the payment page: money may be on its way. Nothing was changed. Try again in a minute."
      : `${debited} Nothing was changed.`,
  );
}

async function endAtProvider(settlement: Settlement, payment: Payment): Promise<Ended> {
  try {
    if (await isEnded(settlement, payment)) return payment.providerRef!;
    // Its state has changed, or it was a debit, whose credits are taken back.
    await settlement.refresh(payment);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    throw unavailable("The payment provider does not answer. Nothing was changed. Try again later.");
  }
}

/** Ends a page. False for what is not ended, and for a debit: its state must be fetched. Throws `ProviderFailed`. */
async function isEnded(settlement: Settlement, { providerRef, debitAt }: Payment): Promise<boolean> {
  try {
    await settlement.requireCards().end(providerRef!);
    return debitAt === null;
  } catch (error) {
    if (error instanceof Declined) return false;
    throw error;
  }
}

/** Ends a page that no one was led to. If the provider does not answer, it expires within a day. */
export async function endUnused({ cards }: Settlement, ref: string): Promise<void> {
  await cards?.end(ref).catch((error: unknown) => {
    if (!(error instanceof Declined || error instanceof ProviderFailed)) throw error;
  });
}

/**
 * Ends a payment that is for nothing any more, at its provider first. What the provider does not end waits for its
 * outcome. Throws `ProviderFailed`.
 */
export async function endOver(settlement: Settlement, read: Payment, failure: string): Promise<void> {
  if (!(await isEnded(settlement, read))) return void (await settlement.refresh(read));
  await settlement.database.transaction(
    async (tx) => {
      const payment = await lockPayment(tx, read.id);
      if (!payment || !isOpen(payment) || payment.updatedAt !== read.updatedAt) return;
      const ended = {
        state: "cancelled",
        nextAt: never,
        failure,
        providerRef: null,
        checkoutUrl: null,
      } as const;
      await writePayment(tx, changed(payment, await readClock(tx), ended));
    },
    { repeatable: true },
  );
}
