import { dayMs } from "../../../../base/durations.ts";
import { Balance, disputeFee, feeOf } from "./balance.ts";
import type { Charge, Dispute, FakeEvent, Intent, Refund, Session } from "./objects.ts";
import { shownDispute, shownIntent, shownRefund, shownSession } from "./objects.ts";

/** A recorded request. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly key: string | null;
}

/** A card that customers pay with. */
export interface FakeCard {
  readonly customer: string;
  readonly method: string;
  readonly last4: string;
}

/** A webhook endpoint, as its owner has entered it. */
export interface Endpoint {
  readonly id: string;
  readonly created: number;
  readonly enabled_events: readonly string[];
  readonly status: string;
}

/** A debit of a bank account, which takes days. */
export interface SlowDebit {
  readonly days: number;
  /** The code with which it fails; undefined if it succeeds. */
  readonly fails?: string;
}

interface RunningDebit extends SlowDebit {
  readonly intent: Intent;
  /** Milliseconds UTC. */
  readonly until: number;
  readonly last4: string;
}

export const newEndpoint = (events: readonly string[]): Endpoint & Readonly<Record<string, unknown>> => ({
  object: "webhook_endpoint",
  livemode: false,
  id: "we_1",
  created: 1,
  api_version: null,
  enabled_events: events,
  metadata: {},
  status: "enabled",
  url: "https://vingate.example/payments/stripe/events",
});

const debitDetails = (last4: string) => ({ type: "sepa_debit", sepa_debit: { last4 } });

/** What Stripe has: intents, pages, refunds, disputes, events and a balance, with what customers and banks do to them. */
export class Holdings {
  readonly intents = new Map<string, Intent>();
  readonly sessions = new Map<string, Session>();
  readonly refunds: Refund[] = [];
  readonly disputes: Dispute[] = [];
  readonly balance = new Balance();
  /** All that were sent, in their order. */
  readonly events: FakeEvent[] = [];
  /** Where events are sent, and which. */
  readonly endpoints: Endpoint[] = [newEndpoint(["*"])];
  /** Stripe's clock, milliseconds UTC. It can differ from the service's. */
  clock: () => number = Date.now;
  /** That of the next page. */
  card: FakeCard = { customer: "cus_1", method: "pm_1", last4: "4242" };
  /** What customers pay with on pages and by saved methods is debited slowly; undefined for cards. */
  slow: SlowDebit | undefined;
  /** Whether debits under way can be canceled: rarely at Stripe. */
  cancelsDebits = false;
  #running: RunningDebit[] = [];
  readonly #taken = new Set<string>();
  #number = 0;

  /** A new ID. */
  next(prefix: string): string {
    return `${prefix}_${++this.#number}`;
  }

  get seconds(): number {
    return Math.floor(this.clock() / 1000);
  }

  /** The customer pays on the page of a session, in the amount that it shows unless another is given. */
  pay(sessionId: string, amount?: number, currency?: string): Intent {
    const session = this.sessions.get(sessionId)!;
    const { customer, method, last4 } = this.card;
    const intent = this.newIntent(session.amount, currency ?? session.currency, session.intentMetadata);
    Object.assign(intent, {
      customer: session.customer ?? customer,
      payment_method: method,
      setup_future_usage: "off_session",
    });
    session.status = "complete";
    session.intent = intent;
    if (this.slow) this.debit(intent, last4);
    else this.succeed(intent, amount ?? session.amount, last4);
    this.event("checkout.session.completed", shownSession(session, false));
    return intent;
  }

  /** The page of a session ends unpaid. */
  expire(sessionId: string): void {
    const session = this.sessions.get(sessionId)!;
    session.status = "expired";
    this.event("checkout.session.expired", shownSession(session, false));
  }

  /** The only session of a payment. */
  sessionOf(paymentId: string): Session {
    return [...this.sessions.values()].find(({ metadata }) => metadata.payment_id === paymentId)!;
  }

  intentOf(paymentId: string): Intent {
    return [...this.intents.values()].findLast(({ metadata }) => metadata.payment_id === paymentId)!;
  }

  newIntent(
    amount: number,
    currency: string,
    metadata: Readonly<Record<string, string>>,
    id = this.next("pi"),
  ): Intent {
    const intent: Intent = {
      id,
      created: this.seconds,
      status: "requires_payment_method",
      amount,
      amount_received: 0,
      currency,
      customer: null,
      payment_method: null,
      setup_future_usage: null,
      metadata,
      last_payment_error: null,
      latest_charge: null,
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  succeed(
    intent: Intent,
    amount: number,
    last4: string,
    details: object = { type: "card", card: { brand: "visa", last4 } },
  ): void {
    intent.status = "succeeded";
    intent.amount_received = amount;
    const charge = this.#chargeOf(intent, amount, details);
    intent.latest_charge = charge;
    const { currency } = intent;
    const source = { charge, of: intent };
    this.#move({ type: "charge", currency, amount, fee: feeOf(amount), source });
    this.event("payment_intent.succeeded", shownIntent(intent, false));
  }

  /** A bank account is debited: the intent is `processing` for some days. */
  debit(intent: Intent, last4: string): void {
    const slow = this.slow!;
    intent.status = "processing";
    intent.latest_charge = this.#chargeOf(intent, intent.amount, debitDetails(last4));
    this.#running.push({ ...slow, intent, last4, until: this.clock() + slow.days * dayMs });
    this.event("payment_intent.processing", shownIntent(intent, false));
  }

  /** Debits whose days are over succeed or fail. Resolves to their intents. */
  passDebits(): Intent[] {
    const over = this.#running.filter(({ until }) => until <= this.clock());
    this.#running = this.#running.filter((one) => !over.includes(one));
    const running = over.filter(({ intent }) => intent.status === "processing");
    for (const { intent, fails, last4 } of running) {
      if (fails === undefined) this.succeed(intent, intent.amount, last4, debitDetails(last4));
      else this.#fail(intent, fails);
      const session = [...this.sessions.values()].find((one) => one.intent === intent);
      const outcome = fails === undefined ? "succeeded" : "failed";
      if (session) this.event(`checkout.session.async_payment_${outcome}`, shownSession(session, false));
    }
    return running.map(({ intent }) => intent);
  }

  #fail(intent: Intent, code: string): void {
    intent.status = "requires_payment_method";
    intent.last_payment_error = { code, decline_code: null };
    this.event("payment_intent.payment_failed", shownIntent(intent, false));
  }

  #chargeOf(intent: Intent, amount: number, details: object): Charge {
    return {
      id: this.next("ch"),
      intent: intent.id,
      created: this.seconds,
      amount,
      amount_refunded: 0,
      disputed: false,
      payment_method_details: details,
    };
  }

  /** Money goes back, by this service or by hand. */
  refund(intentId: string, amount: number, metadata: Readonly<Record<string, string>> = {}): Refund {
    const intent = this.intents.get(intentId)!;
    intent.latest_charge!.amount_refunded += amount;
    const { currency } = intent;
    const id = this.next("re");
    const refund = {
      id,
      created: this.seconds,
      intent: intentId,
      amount,
      currency,
      metadata,
      status: "succeeded",
    };
    this.refunds.push(refund);
    this.#move({ type: "refund", currency, amount: -amount, source: { refund } });
    this.event("refund.created", shownRefund(refund));
    return refund;
  }

  /** The bank does not take a refund: its money is back at Stripe. */
  failRefund(id: string): void {
    const refund = this.refunds.find((one) => one.id === id)!;
    refund.status = "failed";
    const { amount, currency } = refund;
    this.#move({ type: "refund_failure", currency, amount, source: { refund } });
    this.intents.get(refund.intent)!.latest_charge!.amount_refunded -= refund.amount;
    for (const type of ["refund.updated", "charge.refund.updated"]) this.event(type, shownRefund(refund));
  }

  /** `amount`: what of it is disputed; all unless it is given. */
  dispute(intentId: string, status: string, amount?: number): void {
    const intent = this.intents.get(intentId)!;
    intent.latest_charge!.disputed = true;
    const known = this.disputes.find((one) => one.intent === intentId);
    if (known) known.status = status;
    const { currency } = intent;
    const one = known ?? {
      id: this.next("dp"),
      created: this.seconds,
      intent: intentId,
      status,
      amount: amount ?? intent.amount_received,
      currency,
      dueBy: this.seconds + 14 * 86_400,
    };
    if (!known) this.disputes.push(one);
    this.#moveDispute(one);
    const type = !known
      ? "created"
      : ["won", "lost", "warning_closed"].includes(status)
        ? "closed"
        : "updated";
    this.event(`charge.dispute.${type}`, shownDispute(one));
  }

  /** Its money is taken while it is open, with a fee, and returned if it is won. */
  #moveDispute(dispute: Dispute): void {
    const { id, status, amount, currency } = dispute;
    const isTaken = this.#taken.has(id);
    const source = { dispute };
    const moved = { type: "adjustment", currency, source } as const;
    if (!isTaken && ["needs_response", "under_review", "lost"].includes(status)) {
      this.#taken.add(id);
      this.#move({ ...moved, category: "dispute", amount: -amount, fee: disputeFee });
    } else if (isTaken && status === "won") {
      this.#taken.delete(id);
      this.#move({ ...moved, category: "dispute_reversal", amount });
    }
  }

  #move(movement: Omit<Parameters<Balance["move"]>[0], "created">): void {
    this.balance.move({ ...movement, created: this.seconds });
  }

  event(type: string, object: object): void {
    this.events.push({ id: this.next("evt"), created: this.seconds, type, object });
  }
}
