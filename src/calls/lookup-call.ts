import { type Assistant, limitName, type TakenCredits } from "../access/keys/key-access.ts";
import { isAnswer, isCharged } from "../access/policy/charged.ts";
import type { QuotaReservation } from "../metering/quotas/leased-quota.ts";
import { CreditReservation } from "../metering/reservation.ts";
import { recordedSource } from "../metering/usage/call-source.ts";
import type { CallRecord } from "../metering/usage/usage.ts";
import { countsTowardsQuota } from "../metering/usage/usage-aggregate.ts";
import { type AfterRecord, afterRecord } from "./after-record.ts";
import type { FinalSize, Outcome } from "./call-outcome.ts";
import { creditsRefused } from "./failure.ts";
import { addReceipt, type MeteredRequest, wantsReceipt } from "./metered-request.ts";
import { recordedUrl } from "./recorded-url.ts";
import { requireCharged } from "./repeated-call.ts";

const unrecorded = Promise.resolve();

/** The calls with one `Idempotency-Key`. */
interface Attempt {
  /** Whether an earlier one was charged for a line, counted from 1. */
  repeats(line: number): boolean;
  /** Called when the record of an answer is written. */
  recorded(call: LookupCall): void;
  end(): Promise<void>;
}

/**
 * One metered call: a lookup, one line of a batch, or a forwarded call. It reserves its place in the quota and its
 * credits, and is settled once, however it ends. Methods return a promise only if they must wait: a warm call waits for
 * its record alone.
 */
export class LookupCall {
  readonly request: MeteredRequest;
  /** Wall clock: the call counts in this quota period and has this time in reports. */
  readonly #at: number;
  /** Monotonic milliseconds: when its work started, and when its wait for quota and credits did. */
  readonly #started: number;
  readonly #since: number;
  readonly #requestBytes: number;
  #quota: QuotaReservation | undefined;
  #credits: CreditReservation | undefined;
  /** The credits taken from its assistant's day. */
  #taken: TakenCredits | undefined;
  /** It repeats a call that was charged, so it is free: it takes neither credits nor a place in the quota. */
  #repeats = false;
  /** The VIN that it is about, which its plan may not charge for. */
  #vin: string | undefined;
  /** The line of a batch with an `Idempotency-Key`, which the URL of its record names. */
  #line: number | undefined;
  /** Whether the headers of the response are its own. */
  #single = false;
  /** The credits after the call has ended. */
  #ended: CreditReservation | undefined;
  #record: CallRecord | undefined;
  #attempt: Attempt | undefined;

  private constructor(
    request: MeteredRequest,
    at: number,
    started: number,
    since: number,
    requestBytes: number,
  ) {
    this.request = request;
    this.#at = at;
    this.#started = started;
    this.#since = since;
    this.#requestBytes = requestBytes;
  }

  /** The only call of a request. */
  static single(request: MeteredRequest): LookupCall {
    const { started, request: sent } = request.routed;
    const bytes = Number(sent.headers.get("content-length") ?? 0);
    const call = new LookupCall(request, request.at, started, started, bytes);
    call.#single = true;
    return call;
  }

  /**
   * One of many; those of a group wait together, no longer than a second after `since`. It is free, if an earlier one of
   * the attempt was charged for the line.
   */
  static line(request: MeteredRequest, since: number, line: number, attempt?: Attempt): LookupCall {
    const call = new LookupCall(request, request.context.clock(), performance.now(), since, 0);
    call.#line = attempt && line;
    call.#repeats = attempt?.repeats(line) ?? false;
    return call;
  }

  /** Its line in its request, counted from 1. */
  get line(): number {
    return this.#line ?? 1;
  }

  /** Whether its client had gone when its record was written: it was not charged. */
  get wasAbandoned(): boolean {
    return this.#ended?.wasAbandoned ?? false;
  }

  /** The credits in its record, once that is written. */
  get charged(): number {
    return this.wasAbandoned ? 0 : (this.#record?.credits ?? 0);
  }

  /** Reserves a place in the quota. Throws 429 if it is used up, 503 if that is unknown. */
  reserveQuota(): void | Promise<void> {
    const { context, access } = this.request;
    const { quota } = access.policy;
    if (!quota || this.#repeats) return;
    const { subscriptionId } = access.caller;
    const reserved = context.limits.quotas.take(subscriptionId, quota, this.#at, this.#since);
    if (reserved instanceof Promise)
      return reserved.then((late) => {
        this.#quota = late;
      });
    this.#quota = reserved;
  }

  /** Must be called before credits are reserved: a plan may not charge for the VIN. */
  isAbout(vin: string): void {
    this.#vin = vin;
  }

  /** Makes the call free, if the user paid for the same call with this ID. Throws `InvalidRequest`. */
  async repeat(requestId: string): Promise<void> {
    await requireCharged(this.request, requestId);
    this.#repeats = true;
  }

  /** Makes the call free, if an earlier one of the attempt was charged. */
  join(attempt: Attempt): void {
    this.#attempt = attempt;
    this.#repeats = attempt.repeats(this.line);
  }

  /** The credits of one answer. */
  get #cost(): number {
    const { access, cost, lookup, route } = this.request;
    if (this.#repeats) return 0;
    return this.#vin === undefined ? cost : access.policy.costOf(lookup, route.endpoint.id, this.#vin);
  }

  /** Reserves the credits of an answer. Throws 402, 403, or 503 if it cannot be decided or recorded. */
  reserveCredits(): void | Promise<void> {
    const { assistant } = this.request.access;
    return assistant && this.#cost > 0 ? this.#takeOf(assistant) : this.#admit();
  }

  async #takeOf(assistant: Assistant): Promise<void> {
    this.#taken = await assistant.take(this.#cost, this.#at);
    await this.#admit();
  }

  #admit(): void | Promise<void> {
    const { context, access } = this.request;
    const admitted = context.metering.admit(access.caller.subscriptionId, this.#cost, this.#since);
    if (admitted instanceof Promise) return admitted.then((late) => this.#keep(late));
    this.#keep(admitted);
  }

  #keep(admitted: Awaited<ReturnType<MeteredRequest["context"]["metering"]["admit"]>>): void {
    const { context, headers } = this.request;
    if (!(admitted instanceof CreditReservation)) {
      if (admitted.kind === "exhausted") headers["x-credits-remaining"] = String(admitted.remaining);
      throw creditsRefused(context, this.#cost, admitted);
    }
    this.#credits = admitted;
  }

  /**
   * Records and charges the call; resolves when its record is written and the answer may leave. What `isCharged` costs
   * credits, unless the client has gone. Only some refusals are recorded, and everything that was forwarded. Rejects with
   * `JournalUnavailable` if the record cannot be written: nothing is charged.
   */
  settle(outcome: Outcome): Promise<void> {
    const { context, access, routed } = this.request;
    const { status, responseBytes } = outcome;
    const forwarded = outcome.upstreamMicros !== undefined;
    context.telemetry.metrics.countCall(status);
    const { isFree = false } = outcome;
    const answered = !isFree && (forwarded ? countsTowardsQuota(status) : isAnswer(status));
    const charged = !isFree && isCharged(status, access.policy, forwarded);
    const recorded = answered || isFree || forwarded || context.refusals.toRecord(limitName(access));
    const credits = this.#credits;
    this.#credits = undefined;
    this.#ended = credits;
    const record = recorded ? this.#recordOf(outcome, charged && credits ? this.#cost : 0) : undefined;
    this.#record = record;
    if (answered) this.#quota?.use(responseBytes);
    let written: Promise<unknown>;
    if (credits) written = credits.settle(record, routed.request.signal);
    else written = record ? context.metering.record(record) : unrecorded;
    const steps = this.#steps(record, answered, outcome);
    return steps.length === 0 ? (written as Promise<void>) : afterRecord(written, steps);
  }

  /** What follows the record of the call, in order: its receipt, its parts, its assistant, its attempt, its quota. */
  #steps(record: CallRecord | undefined, answered: boolean, { cache }: Outcome): AfterRecord[] {
    const { request } = this;
    const reports = request.routed.charged;
    const credits = this.#ended;
    const attempt = this.#attempt;
    const taken = this.#taken;
    const quota = this.#quota;
    this.#taken = undefined;
    this.#quota = undefined;
    const steps: AfterRecord[] = [];
    if (record && this.#single && wantsReceipt(request))
      steps.push({ written: (own) => addReceipt(request, record, credits ? credits.callId : own) });
    if (reports) steps.push({ written: () => reports(this.charged) });
    if (taken)
      steps.push({
        written: () => {
          if (this.charged === 0) taken.giveBack();
        },
        failed: () => taken.giveBack(),
      });
    // The response does not wait for the end of an attempt.
    if (attempt)
      steps.push({
        written: () => {
          if (answered) attempt.recorded(this);
          void attempt.end();
        },
        failed: () => void attempt.end(),
      });
    if (quota) {
      const counts = answered && !this.#repeats && cache !== "hit";
      steps.push({ written: () => quota.settle(counts), failed: () => quota.settle(false) });
    }
    return steps;
  }

  /**
   * Completes the record of an answer whose size was not known when it was settled. If the process ends first, the
   * record stays as it is.
   */
  amend(final: FinalSize): void {
    const record = this.#record;
    if (record) this.#ended?.amend({ ...record, ...final, apiMicros: this.#elapsed });
  }

  get #elapsed(): number {
    return Math.round((performance.now() - this.#started) * 1000);
  }

  #recordOf(outcome: Outcome, credits: number): CallRecord {
    const { status, responseBytes, errorCode, source, upstreamMicros } = outcome;
    const { access, lookup, route, routed } = this.request;
    const elapsed = this.#elapsed;
    return {
      at: this.#at,
      requestId: routed.requestId,
      caller: access.caller,
      api: lookup.api,
      operation: route.endpoint.id,
      method: routed.request.method,
      url: recordedUrl(routed.path, routed.search, route.parameters, this.#line),
      address: routed.address,
      status,
      credits,
      errorCode,
      key: access.slot,
      source: recordedSource(source, routed.via),
      cache: this.#repeats && !outcome.isFree && isAnswer(status) ? "hit" : (outcome.cache ?? "none"),
      requestBytes: outcome.requestBytes ?? this.#requestBytes,
      responseBytes,
      apiMicros: elapsed,
      serviceMicros: upstreamMicros ?? elapsed,
    };
  }
}
