import { periodAt, type Quota } from "../../access/policy/quota.ts";
import { minuteMs } from "../../base/durations.ts";
import type { Timing } from "../../base/timing.ts";
import { WaitingCalls } from "../sharing/waiting-calls.ts";
import type { AcquiredQuota, Amounts, QuotaLease, QuotaRequest } from "./quota-rows.ts";

/** A call counted against its subscription's quota before it is answered. */
export interface QuotaReservation {
  /** Counts the bytes of an answer while its record is not written yet: the next call must not use them again. */
  use(bytes: number): void;
  /**
   * Ends it, once: when the call's record is written, or when there will be none. A call answered with 200 or
   * 404 has used one call and its body's bytes; any other releases its reservation.
   */
  settle(answered: boolean): void;
}

/** A request for more, with what it was based on. */
export interface SentQuotaRequest {
  readonly ask: QuotaRequest;
  readonly debt: number;
  readonly drops: number;
}

const refusedMs = minuteMs;

/** A subscription's quota in one period, as leased to this node. */
export class LeasedQuota {
  readonly name: string;
  readonly part: QuotaLease;
  readonly waiting: WaitingCalls<QuotaReservation>;
  /** The journal that holds the lease. */
  journalId: string | undefined;
  /** When a call came, and when the database last replied for it; monotonic. */
  usedAt = 0;
  answeredAt = Number.NEGATIVE_INFINITY;
  /** The wall clock at the last call. */
  calledAt = 0;
  #quota: Quota;
  /** Leased and unused. A call that crosses the bandwidth makes bytes negative. */
  #calls = 0;
  #bytes = 0;
  /** Reserved by calls whose records are not written. */
  #inFlight = { calls: 0, bytes: 0 };
  /** Answered, and possibly not in the rollups yet. */
  #unapplied = { calls: 0, bytes: 0 };
  /** Calls made without a quota may be missing from the rollups too. */
  #unseen = true;
  #low: Amounts = { calls: 0, bytes: 0 };
  #refusedUntil = Number.NEGATIVE_INFINITY;
  /** Whether nothing was left and no other journal had any when the database last replied. */
  #allHere = { calls: false, bytes: false };
  /** How often the lease was dropped: the remainder in a reply to an earlier request is then ignored. */
  #drops = 0;
  readonly #settled: (account: LeasedQuota) => void;

  constructor(
    subscriptionId: string,
    quota: Quota,
    now: number,
    timing: Timing,
    settled: (account: LeasedQuota) => void,
  ) {
    const { start, end } = periodAt(quota.renewal, now);
    this.name = nameOf(subscriptionId, quota, now);
    this.#quota = quota;
    this.part = { subscriptionId, start, end: end ?? Number.MAX_SAFE_INTEGER };
    this.waiting = new WaitingCalls(timing);
    this.#settled = settled;
  }

  get quota(): Quota {
    return this.#quota;
  }

  /** Whether a call at `now` under this quota belongs to this period. */
  covers(quota: Quota, now: number): boolean {
    return quota.renewal === this.#quota.renewal && now >= this.part.start && now < this.part.end;
  }

  /** Applies a quota that may have changed; what was leased under the previous one no longer counts. */
  adopt(quota: Quota): void {
    const { calls, bandwidth_kb } = this.#quota;
    if (quota.calls === calls && quota.bandwidth_kb === bandwidth_kb) return;
    this.#quota = quota;
    this.review();
  }

  holds({ subscriptionId, start, end }: QuotaLease): boolean {
    const { part } = this;
    return part.subscriptionId === subscriptionId && part.start === start && part.end === end;
  }

  get affords(): boolean {
    return !this.#lacksCalls && !this.#lacksBytes;
  }

  /** Whether more should be acquired before the rest is used. */
  get runsLow(): boolean {
    const { calls, bytes } = this.#low;
    return (calls > 0 && this.#calls < calls) || (bytes > 0 && this.#bytes < bytes);
  }

  /** Whether nothing is leased and no call is in flight. */
  get isEmpty(): boolean {
    const { calls, bytes } = this.#keep;
    return calls === 0 && bytes === 0 && this.#inFlight.calls === 0;
  }

  /** Whether it is certain that no call is left. What the database replied counts for a minute. */
  refuses(monotonic: number): boolean {
    return monotonic < this.#refusedUntil || (this.#isUsedUp && monotonic < this.answeredAt + refusedMs);
  }

  /** Reserves a call. One that ends after the journal has changed releases nothing. */
  begin(): QuotaReservation {
    const { journalId } = this;
    this.#calls -= 1;
    this.#inFlight.calls += 1;
    let open = true;
    let used = 0;
    return {
      use: (bytes) => {
        if (journalId !== this.journalId) return;
        used += bytes;
        this.#bytes -= bytes;
        this.#inFlight.bytes += bytes;
      },
      settle: (answered) => {
        if (!open) throw new Error("a call is settled once");
        open = false;
        if (journalId !== this.journalId) return;
        this.#inFlight.calls -= 1;
        this.#inFlight.bytes -= used;
        // Bytes of an answer without a record are leased again: part of them may be beyond the bandwidth.
        if (answered) {
          this.#unapplied.calls += 1;
          this.#unapplied.bytes += used;
        } else this.#calls += 1;
        this.#settled(this);
      },
    };
  }

  /** Calls go to another journal now: what the previous one held ended with it. */
  bind(journalId: string | undefined): void {
    if (journalId === this.journalId) return;
    this.journalId = journalId;
    this.drop();
    this.#inFlight = { calls: 0, bytes: 0 };
    this.#unapplied = { calls: 0, bytes: 0 };
  }

  /** Drops the leased part, and an earlier refusal. */
  drop(): void {
    this.#drops += 1;
    this.#calls = 0;
    this.#bytes = 0;
    this.#allHere = { calls: false, bytes: false };
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
  }

  /** Called when a policy may have changed: everything is requested again. */
  review(): void {
    this.drop();
    this.#unseen = true;
  }

  /** Whether the rollups may lack calls of this node. */
  get needsApply(): boolean {
    return this.#unseen || this.#unapplied.calls > 0;
  }

  /** Calls answered so far; they are applied once everything written so far is. */
  get answered(): Amounts {
    return { ...this.#unapplied };
  }

  applied({ calls, bytes }: Amounts): void {
    this.#unseen = false;
    this.#unapplied.calls -= calls;
    this.#unapplied.bytes -= bytes;
  }

  ask(how: Pick<QuotaRequest, "acquiresNothing" | "isEnding">): SentQuotaRequest {
    const { calls, bandwidth_kb } = this.#quota;
    const waiting = this.waiting.length;
    const ask = {
      ...this.part,
      keep: this.#keep,
      need: {
        calls: calls === undefined ? 0 : Math.max(0, waiting - this.#calls),
        bytes: waiting > 0 && this.#lacksBytes ? 1 : 0,
      },
      most: {
        ...(calls !== undefined && { calls }),
        ...(bandwidth_kb !== undefined && { bytes: bandwidth_kb * 1024 }),
      },
      ...how,
    };
    return { ask, debt: Math.max(0, -this.#bytes), drops: this.#drops };
  }

  /**
   * Updates from the database's reply, and serves waiting calls. Returns true if the others must be refused.
   */
  update(
    { amount, left, pending }: AcquiredQuota,
    { debt, drops }: SentQuotaRequest,
    monotonic: number,
  ): boolean {
    const current = drops === this.#drops;
    this.#calls += amount.calls;
    // What was answered beyond the bandwidth counts as used by now.
    this.#bytes += amount.bytes + (current ? debt : 0);
    this.#low = {
      calls: left.calls > 0 && amount.calls > 0 ? Math.ceil(this.#calls / 2) : 0,
      bytes: left.bytes > 0 && amount.bytes > 0 ? Math.ceil(this.#bytes / 2) : 0,
    };
    this.#allHere = {
      calls: current && left.calls === 0 && pending.calls === 0,
      bytes: current && left.bytes === 0 && pending.bytes === 0,
    };
    this.serve();
    if (this.waiting.length === 0 || !this.#isUsedUp) return false;
    this.#refusedUntil = monotonic + refusedMs;
    return true;
  }

  serve(): void {
    while (this.waiting.length > 0 && this.affords) this.waiting.serve(this.begin());
  }

  get #isUsedUp(): boolean {
    // A call in flight may still release its reservation.
    const noCalls = this.#lacksCalls && this.#inFlight.calls === 0 && this.#allHere.calls;
    return noCalls || (this.#lacksBytes && this.#allHere.bytes);
  }

  get #lacksCalls(): boolean {
    return this.#quota.calls !== undefined && this.#calls <= 0;
  }

  get #lacksBytes(): boolean {
    return this.#quota.bandwidth_kb !== undefined && this.#bytes <= 0;
  }

  /** What may still be used, or was used and may not be in the rollups yet. */
  get #keep(): Amounts {
    const { calls, bandwidth_kb } = this.#quota;
    return {
      calls: calls === undefined ? 0 : this.#calls + this.#inFlight.calls + this.#unapplied.calls,
      bytes:
        bandwidth_kb === undefined
          ? 0
          : Math.max(0, this.#bytes) + this.#inFlight.bytes + this.#unapplied.bytes,
    };
  }
}

/** The key of a subscription's quota in the period of a moment. */
export function nameOf(subscriptionId: string, quota: Quota, now: number): string {
  return `${subscriptionId}/${quota.renewal}/${periodAt(quota.renewal, now).start}`;
}
