import { dayMs, minuteMs } from "../../../base/durations.ts";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { RepeatedWork } from "../../../running/repeated-work.ts";
import { label, type Sample } from "../../../telemetry/metrics/families.ts";
import { type PaymentProvider, type ProviderEvent, ProviderFailed } from "../providers/provider.ts";
import { readWay } from "../selling.ts";
import { type EventOutcome, isOfMode } from "../settling/apply-event.ts";
import type { Settlement } from "../settling/settlement.ts";
import { findOwnProblems, ownProblems, readProblems, setupProblems, writeProblems } from "./problems.ts";
import {
  beginState,
  claimReading,
  findLastCharge,
  type Heard,
  noteHeard,
  readAgainAt,
  readState,
} from "./provider-state.ts";
import { readBalance } from "./read-balance.ts";
import { readEvents, readEveryMs } from "./read-events.ts";

const everyMs = minuteMs;
/** How long after a provider did not answer it is tried again. */
const againMs = 10 * minuteMs;

const nothing: Heard = { heardAt: null, mixedAt: null, refusedSince: null, refusedAt: null, refused: 0 };

/** Where Stripe's events come. */
export const endpointUrl = (publicUrl: string): string => `${publicUrl}/payments/stripe/events`;

/** Watches how reports of the provider reach this service: counts events, reads those missed and its balance, and finds what is wrong. */
export class ProviderWatch {
  readonly #context: Context;
  readonly #settlement: Settlement;
  readonly #watching: RepeatedWork;
  readonly #outcomes = new Map<EventOutcome | "refused", number>();
  #heard: Heard = nothing;
  #isAsked = false;

  constructor(context: Context, settlement: Settlement) {
    this.#context = context;
    this.#settlement = settlement;
    this.#watching = new RepeatedWork({
      everyMs,
      held: context.held,
      work: (open) => this.#work(open),
      failed: (error) =>
        context.log.warn("cannot watch the payment provider; it will be retried", errorFields(error)),
    });
  }

  start(): void {
    this.#watching.start();
    void this.watch();
  }

  /** Does all that is due, once at a time. */
  watch(): Promise<void> {
    return this.#watching.run();
  }

  stop(): Promise<void> {
    return this.#watching.stop();
  }

  /** An event came whose signature is wrong. It is noted later: anybody can send one. */
  refused(now: number): void {
    this.#count("refused");
    const { refusedSince, refused } = this.#heard;
    this.#heard = { ...this.#heard, refusedSince: refusedSince ?? now, refusedAt: now, refused: refused + 1 };
  }

  /** A signed event came. */
  heard(cards: PaymentProvider, event: ProviderEvent, now: number): void {
    const mixedAt = isOfMode(cards, event) ? this.#heard.mixedAt : now;
    this.#heard = { ...nothing, heardAt: now, mixedAt };
  }

  applied(outcome: EventOutcome): void {
    this.#count(outcome);
  }

  samples(): Sample[] {
    return [...this.#outcomes].map(
      ([outcome, count]): Sample => ["vingate_payment_events_total", label("outcome", outcome), count],
    );
  }

  async sharedSamples(): Promise<Sample[]> {
    const problems = await readProblems(this.#context.database);
    return problems.map(
      ({ code }): Sample => ["vingate_payment_provider_problem", label("problem", code), 1],
    );
  }

  #count(outcome: EventOutcome | "refused"): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  async #work(open: () => boolean): Promise<void> {
    const { database, clock, config } = this.#context;
    const { cards } = this.#settlement;
    const now = clock();
    if (cards) {
      await beginState(database, now - 3 * dayMs);
      await this.#note();
      await this.#ask(cards, now, open);
    }
    const { way: payments } = await readWay(database, config);
    const state = await readState(database);
    const own = await findOwnProblems(database, { payments, isLive: cards?.isLive }, state, now);
    await writeProblems(database, ownProblems, own, now);
    if (!cards) await writeProblems(database, setupProblems, [], now);
  }

  async #note(): Promise<void> {
    const heard = this.#heard;
    if (heard === nothing) return;
    this.#heard = nothing;
    await noteHeard(this.#context.database, heard);
  }

  /** Inspects the provider once an hour, at a start, and after a response that refused the key. */
  async #ask(cards: PaymentProvider, now: number, open: () => boolean): Promise<void> {
    const { database, config, log } = this.#context;
    const isDue = await claimReading(database, now, now + readEveryMs);
    if (!isDue && this.#isAsked && !cards.isRefused) return;
    try {
      const found = await cards.inspect(endpointUrl(config.publicUrl), await findLastCharge(database));
      this.#isAsked = true;
      await writeProblems(database, setupProblems, found, now);
      if (!isDue || found.some(({ code }) => code === "key_refused")) return;
      const applied = await readEvents(
        this.#context,
        this.#settlement,
        cards,
        (await readState(database))!,
        open,
      );
      // A key that may not read the balance is a problem that is found above, and no failure.
      if (!found.some(({ code }) => code === "key_cannot_read"))
        await readBalance(this.#context, cards, open);
      if (applied > 0) log.warn("events of the payment provider had not come, and were read", { applied });
    } catch (error) {
      if (isDue) await readAgainAt(database, now + againMs);
      if (!(error instanceof ProviderFailed)) throw error;
      log.warn("the payment provider cannot be asked; it will be retried", errorFields(error));
    }
  }
}
