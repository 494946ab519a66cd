import { hourMs } from "../../../base/durations.ts";
import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { readHeld } from "../../../decisions/held.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import {
  type ListedCharge,
  NotThere,
  type PaymentProvider,
  type ProviderListing,
} from "../providers/provider.ts";
import { changed, isOpen, isPaid, type Payment } from "../rows/payment.ts";
import { broughtBack, findPayment, lockPayment, selectPayments, writePayment } from "../rows/payment-rows.ts";
import type { Settlement } from "../settling/settlement.ts";
import { type Listing, noteHandled } from "./listing.ts";
import { keepLost, leaveOutNumbers } from "./lost-charges.ts";

/** The process ends. */
export class Interrupted extends Error {}

/** Handled between two notes of the progress. */
const noted = 20;

/** Lists what the provider took since a backup, and brings each payment that is here to its state. */
export class TakenMoney {
  readonly #context: Context;
  readonly #settlement: Settlement;
  readonly #cards: PaymentProvider;
  readonly #listing: Listing;
  readonly #open: () => boolean;
  #handled = 0;

  constructor(
    context: Context,
    settlement: Settlement,
    { cards, listing, open }: { cards: PaymentProvider; listing: Listing; open: () => boolean },
  ) {
    this.#context = context;
    this.#settlement = settlement;
    this.#cards = cards;
    this.#listing = listing;
    this.#open = open;
  }

  /** Resolves to how many were handled. Each step can be repeated. Throws `Interrupted` and `ProviderFailed`. */
  async match(): Promise<number> {
    const listed = await this.#cards.since(Math.max(0, this.#listing.fromAt - hourMs), () => this.#note());
    for (const charge of listed.charges.toReversed()) await this.#handle(() => this.#placeCharge(charge));
    for (const page of listed.pages.toReversed()) await this.#handle(() => this.#placePage(page));
    for (const ref of refsOf(listed)) await this.#handle(() => this.#placeReturn(ref, listed));
    for (const payment of await this.#changing())
      await this.#handle(() => this.#refresh(payment, payment.providerRef!, false));
    return this.#handled;
  }

  async #note(): Promise<void> {
    if (!this.#open()) throw new Interrupted();
    await noteHandled(this.#context.database, this.#handled);
  }

  async #handle(work: () => Promise<void>): Promise<void> {
    if (!this.#open()) throw new Interrupted();
    await work();
    if (++this.#handled % noted === 0) await this.#note();
  }

  async #findBy(ref: string, id: string | undefined): Promise<Payment | undefined> {
    const { database } = this.#context;
    const [found] = await selectPayments(database, sql`where provider = 'stripe' and provider_ref = ${ref}`);
    return found ?? (id === undefined ? undefined : findPayment(database, id));
  }

  async #placeCharge(charge: ListedCharge): Promise<void> {
    const { ref, paymentId, state } = charge;
    if (paymentId === undefined || state === "failed") return;
    const payment = await this.#findBy(ref, paymentId);
    if (!payment) return this.#keep({ ...charge, paymentId });
    // One that is settled, or that a process settles once it may grant.
    if (isPaid(payment) && payment.providerRef === ref) return;
    await this.#refresh(payment, ref, true);
  }

  /** A page on which a customer can still pay stays that of its payment. */
  async #placePage({ ref, paymentId, state }: ProviderListing["pages"][number]): Promise<void> {
    const payment = state === "open" ? await this.#findBy(ref, paymentId) : undefined;
    if (payment?.provider === "stripe" && isOpen(payment) && payment.providerRef === null)
      await this.#refresh(payment, ref, true);
  }

  /** Places the return of a charge that is older than the listing, too. */
  async #placeReturn(ref: string, { charges }: ProviderListing): Promise<void> {
    const known = await this.#findBy(ref, undefined);
    if (known) return this.#refresh(known, ref, false);
    const seen = await this.#cards.find(ref);
    const { paymentId } = seen;
    if (paymentId === undefined) return;
    const payment = await findPayment(this.#context.database, paymentId);
    if (payment) return this.#refresh(payment, ref, false);
    if (charges.some((one) => one.ref === ref)) return;
    const { state, currency, receivedMinor: minor } = seen;
    await this.#keep({
      ref,
      paymentId,
      state,
      currency,
      minor,
      createdAt: this.#listing.fromAt,
      requestKey: undefined,
      subscriptionId: undefined,
      kind: undefined,
      period: undefined,
    });
  }

  /** What was open or disputed in the backup, and can have changed without anything new. */
  #changing(): Promise<Payment[]> {
    return selectPayments(
      this.#context.database,
      sql`where provider = 'stripe' and provider_ref is not null and next_at <> ${broughtBack}
        and (state in ('requested', 'pending') or dispute = 'open' or inquiry = 1) order by created_at, id`,
    );
  }

  /** `isOwn`: it is the charge of the payment, also if the backup has another one. */
  async #refresh(payment: Payment, ref: string, isOwn: boolean): Promise<void> {
    if (payment.nextAt === broughtBack) return;
    const read = isOwn ? await this.#byCard(payment) : payment;
    const how = { ref, isOwn: isOwn && isOpen(read), isOfRefund: isPaid(read) };
    try {
      await this.#settlement.settle(read, () => this.#cards.find(ref), how);
    } catch (error) {
      // It is of another account of the provider, whose keys were replaced.
      if (!(error instanceof NotThere)) throw error;
    }
  }

  /** A payment that was to come by transfer in the backup, and was paid by card since. */
  async #byCard(payment: Payment): Promise<Payment> {
    if (payment.provider === "stripe" || isPaid(payment)) return payment;
    return this.#context.database.transaction(
      async (tx) => {
        const locked = (await lockPayment(tx, payment.id))!;
        if (locked.provider === "stripe" || isPaid(locked) || locked.receivedMinor > 0) return locked;
        const now = await readClock(tx);
        const after = changed(locked, now, { provider: "stripe", providerRef: null, nextAt: now });
        await writePayment(tx, after);
        return after;
      },
      { repeatable: true },
    );
  }

  async #keep(charge: ListedCharge & { readonly paymentId: string }): Promise<void> {
    const seen = await this.#cards.find(charge.ref);
    if (seen.state === "failed") return;
    const { database, log } = this.#context;
    await database.transaction(
      async (tx) => {
        const now = await readClock(tx);
        await keepLost(tx, charge, seen, now);
        // A payment of another node comes back when that node reads its log.
        const held = await readHeld(tx);
        if (held?.unread.length === 0) await leaveOutNumbers(tx, this.#listing, now);
      },
      { repeatable: true },
    );
    log.warn("a payment was received that is not here", { ref: charge.ref });
  }
}

/** The charges of which something was returned or disputed. */
const refsOf = ({ refunds, disputes }: ProviderListing): ReadonlySet<string> =>
  new Set([...refunds, ...disputes].flatMap(({ chargeRef }) => chargeRef ?? []));
