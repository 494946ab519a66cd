import {
  changeKept,
  claimKey,
  findEarlier,
  type IdempotentCall,
  idempotentCall,
  keepAnswer,
  lockKey,
} from "../access/idempotency.ts";
import { dayMs, minuteMs } from "../base/durations.ts";
import { serviceId } from "../base/ids.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { ApiError, unavailable } from "../http/errors.ts";
import { findJournal, unlogged } from "../metering/sharing/journal-rows.ts";
import { requireIdempotencyKey, requireSameRequest } from "./change.ts";
import type { LookupCall } from "./lookup-call.ts";
import type { MeteredRequest } from "./metered-request.ts";

/** A call that has not ended, as far as the database knows. */
interface OpenAttempt {
  /** The request ID of its records. The service made it, so that no other call has the same. */
  readonly id: string;
  /** The journal of its records. If that is closed, all of them are in the request log. */
  readonly journal: string;
  /** Milliseconds UTC. */
  readonly at: number;
  /** Whether an answered line with 0 credits was paid for, or else its client had gone. */
  readonly free: { readonly found: boolean; readonly missed: boolean };
}

/** What the database keeps of a batch's key for a day. */
interface KeptBatch {
  /** The lines that ended calls have answered. */
  readonly answered: number;
  readonly attempt?: OpenAttempt;
}

const none: KeptBatch = { answered: 0 };
const waitMs = 900;
const tooLate = () => new DatabaseUnavailable("the Idempotency-Key was not read in time");
const pauseMs = 100;
const pausesMs = 300;
const repeatMs = 1000;

/**
 * One call of a batch that has an `Idempotency-Key`, or of a single lookup, which is its one line. Lines are answered in
 * their order, so the number of lines that earlier calls with the key answered says which ones are paid for.
 */
export class BatchAttempt {
  readonly id: string;
  readonly #request: MeteredRequest;
  readonly #header: string;
  readonly #call: IdempotentCall;
  readonly #journal: string;
  #repeats = 0;
  #answered = 0;
  #wasLeft = false;
  #ending: Promise<void> | undefined;

  private constructor(
    request: MeteredRequest,
    header: string,
    body: Uint8Array | null,
    journal: string,
    id: string,
  ) {
    const { access, route, routed } = request;
    const key = requireIdempotencyKey(header);
    const path = routed.path + routed.search;
    this.id = id;
    this.#request = request;
    this.#header = header;
    this.#call = idempotentCall(access.caller, route.endpoint.id, key, path, body);
    this.#journal = journal;
  }

  /**
   * Begins a call; the service made the `id` of its records, and no other call has it. Throws `InvalidRequest` if the key
   * was used with another request, 409 if an earlier call with it has not ended, and 503 if it is not known what that
   * call has answered.
   */
  static async begin(
    request: MeteredRequest,
    header: string,
    body: Uint8Array | null,
    id = serviceId(request.context.clock()),
  ): Promise<BatchAttempt> {
    const { journalId } = request.context.metering;
    if (journalId === undefined) throw new DatabaseUnavailable("no journal is open");
    const attempt = new BatchAttempt(request, header, body, journalId, id);
    const begun = attempt.#begin();
    try {
      await withTimeout(begun, waitMs, tooLate);
    } catch (error) {
      // It may be in the database, or come there later.
      if (error instanceof DatabaseUnavailable) void begun.catch(() => undefined).then(() => attempt.end());
      throw error;
    }
    return attempt;
  }

  /** Whether the next line is paid for. */
  get repeats(): boolean {
    return this.#repeats > 0;
  }

  /** Whether its records are still written to the same journal. */
  get isCurrent(): boolean {
    return this.#request.context.metering.journalId === this.#journal;
  }

  /** Called when a line that was paid for is answered again. */
  repeated(): void {
    this.#repeats -= 1;
  }

  /**
   * Called when the record of an answered line is written. A line after an abandoned one is answered again as well, or
   * a later call would take the abandoned one for paid.
   */
  recorded(line: LookupCall): void {
    this.#wasLeft ||= line.wasAbandoned;
    if (!line.repeats && !this.#wasLeft) this.#answered += 1;
  }

  /** Called when no more lines are answered. Keeps their number, again and again until the database takes it. */
  end(): Promise<void> {
    this.#ending ??= this.#end(this.id, () => this.#answered).catch((error: unknown) => {
      const { context } = this.#request;
      // Otherwise its journal is closed, and the request log has the number.
      if (!(error instanceof DatabaseUnavailable) || context.process.stopping.signal.aborted) return;
      setTimeout(() => {
        this.#ending = undefined;
        void this.end();
      }, repeatMs).unref();
    });
    return this.#ending;
  }

  async #begin(): Promise<void> {
    for (const until = performance.now() + pausesMs; ; ) {
      const { answered, attempt } = await this.#claim();
      if (!attempt || attempt.id === this.id) {
        this.#repeats = answered;
        return;
      }
      if (await this.#endClosed(attempt)) continue;
      // The service notices a moment later than its client that a connection has ended.
      if (performance.now() > until) throw notEnded();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Adds this call to what is kept of the key, unless another one has not ended. Resolves to what was kept. */
  async #claim(): Promise<KeptBatch> {
    const { context, access, cost, at } = this.#request;
    const { vault } = context.identity;
    const free = { found: cost === 0, missed: cost === 0 || !access.policy.chargesMisses };
    const own: OpenAttempt = { id: this.id, journal: this.#journal, at, free };
    const earlier = await changeKept(context.database, this.#call, async (tx) => {
      await lockKey(tx, this.#call);
      const found = await claimKey<KeptBatch>(tx, vault, this.#call, context.clock());
      if (found === "other request") return found;
      const kept = found?.answer ?? none;
      if (!kept.attempt) await keepAnswer<KeptBatch>(tx, vault, this.#call, { ...kept, attempt: own });
      return found;
    });
    return requireSameRequest(earlier, this.#header) ?? none;
  }

  /** Ends a call whose process has ended. Resolves to false if its journal is not closed. */
  async #endClosed(attempt: OpenAttempt): Promise<boolean> {
    const journal = await findJournal(this.#request.context.database, attempt.journal);
    if (journal?.state === "open") return false;
    if (journal?.state !== "closed") throw lost();
    // They wait for ClickHouse.
    if (unlogged(journal) > 0) return false;
    const answered = await this.#countLogged(attempt);
    await this.#end(attempt.id, () => answered);
    return true;
  }

  async #countLogged({ id, at, free }: OpenAttempt): Promise<number> {
    const { context, access, route } = this.#request;
    const { userId, subscriptionId } = access.caller;
    const scope = { userIds: [userId], subscriptionId };
    const filter = { requestId: id, operation: route.endpoint.id };
    let answered = 0;
    await context.requestLog.readMatching(scope, filter, { from: at - minuteMs, to: at + dayMs }, (calls) => {
      for (const { labels } of calls) {
        const paid = labels.credits > 0 || (labels.status === 200 ? free.found : free.missed);
        if ((labels.status === 200 || labels.status === 404) && labels.cache !== "hit" && paid) answered += 1;
      }
    });
    return answered;
  }

  #end(id: string, answered: () => number): Promise<void> {
    const { context } = this.#request;
    const { vault } = context.identity;
    return changeKept(context.database, this.#call, async (tx) => {
      await lockKey(tx, this.#call);
      const kept = await findEarlier<KeptBatch>(tx, vault, this.#call, context.clock());
      if (!kept || kept === "other request" || kept.answer.attempt?.id !== id) return;
      await keepAnswer<KeptBatch>(tx, vault, this.#call, { answered: kept.answer.answered + answered() });
    });
  }
}

function notEnded(): ApiError {
  return new ApiError(
    "conflict",
    "An earlier call with this Idempotency-Key has not ended, or its calls are being recovered. Retry.",
    { headers: { "retry-after": "1" } },
  );
}

function lost(): ApiError {
  return unavailable(
    "The node of an earlier call with this Idempotency-Key is lost: what it charged is not known. With another key all lines are charged.",
  );
}
