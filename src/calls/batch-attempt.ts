import {
  changeKept,
  claimKey,
  findEarlier,
  type IdempotentCall,
  idempotentCall,
  keepAnswer,
  lockKey,
} from "../access/idempotency.ts";
import { type KeptLines, LineSet } from "../access/line-set.ts";
import { failedSource, isAnswer } from "../access/policy/charged.ts";
import { dayMs, minuteMs } from "../base/durations.ts";
import { serviceId } from "../base/ids.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { type ApiError, conflict, unavailable } from "../http/errors.ts";
import { findJournal, unlogged } from "../metering/sharing/journal-rows.ts";
import { requireIdempotencyKey, requireSameRequest } from "./change.ts";
import type { LookupCall } from "./lookup-call.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { lineOf } from "./recorded-url.ts";

/** A call that has not ended according to the database. */
interface OpenAttempt {
  /** The request ID of its records. The service made it, so that no other call has the same. */
  readonly id: string;
  /**
   * The journal of its records. If that is closed, all of them are in the request log. Empty if their URLs name lines: a
   * node of a former version would count them, and refuses a repetition instead.
   */
  readonly journal: string;
  /** The journal of records whose URLs name lines. */
  readonly linesIn?: string;
  /** Milliseconds UTC. */
  readonly at: number;
  /** Whether an answered line with 0 credits was paid for, or else its client had gone. */
  readonly free: { readonly found: boolean; readonly missed: boolean };
}

/** What the database keeps of a batch's key for a day. */
interface KeptBatch extends KeptLines {
  readonly attempt?: OpenAttempt;
}

const none: KeptBatch = { answered: 0 };
const waitMs = 900;
const tooLate = () => new DatabaseUnavailable("the Idempotency-Key was not read in time");
const pauseMs = 100;
const pausesMs = 300;
const repeatMs = 1000;

/**
 * One call of a batch that has an `Idempotency-Key`, or of a single lookup, which is its one line. The lines that earlier
 * calls with the key answered are paid for.
 */
export class BatchAttempt {
  readonly id: string;
  readonly #request: MeteredRequest;
  readonly #header: string;
  readonly #call: IdempotentCall;
  readonly #journal: string;
  /** The lines that earlier calls answered, and those that this one did. */
  #paid = new LineSet();
  readonly #answered = new LineSet();
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

  /** Whether a line, counted from 1, is paid for. */
  repeats(line: number): boolean {
    return this.#paid.has(line);
  }

  /** Whether its records are still written to the same journal. */
  get isCurrent(): boolean {
    return this.#request.context.metering.journalId === this.#journal;
  }

  /** Called when the record of an answered line is written. */
  recorded(call: LookupCall): void {
    if (!call.wasAbandoned) this.#answered.add(call.line);
  }

  /** Called when no more lines are answered. Keeps which ones were, again and again until the database takes it. */
  end(): Promise<void> {
    this.#ending ??= this.#end(this.id, this.#answered).catch((error: unknown) => {
      const { context } = this.#request;
      // Otherwise its journal is closed, and the request log has the lines.
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
      const { attempt, ...paid } = await this.#claim();
      if (!attempt || attempt.id === this.id) {
        this.#paid = new LineSet(paid);
        return;
      }
      if (await this.#endClosed(attempt, paid)) continue;
      // The service notices a moment later than its client that a connection has ended.
      if (performance.now() > until) throw notEnded();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Adds this call to what is kept of the key, unless another one has not ended. Resolves to what was kept. */
  async #claim(): Promise<KeptBatch> {
    const { context, access, cost, at, route } = this.#request;
    const { vault } = context.identity;
    const journal = this.#journal;
    const records = route.endpoint.answers === "lines" ? { journal: "", linesIn: journal } : { journal };
    const free = { found: cost === 0, missed: cost === 0 || !access.policy.chargesMisses };
    const own: OpenAttempt = { id: this.id, ...records, at, free };
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
  async #endClosed(attempt: OpenAttempt, paid: KeptLines): Promise<boolean> {
    const { id, linesIn } = attempt;
    const journal = await findJournal(this.#request.context.database, linesIn ?? attempt.journal);
    if (journal?.state === "open") return false;
    if (journal?.state !== "closed") throw lost();
    // They wait for ClickHouse.
    if (unlogged(journal) > 0) return false;
    await this.#end(id, await this.#findLogged(attempt, paid));
    return true;
  }

  async #findLogged({ id, linesIn, at, free }: OpenAttempt, paid: KeptLines): Promise<LineSet> {
    const { context, access, route } = this.#request;
    const { userId, subscriptionId } = access.caller;
    const scope = { userIds: [userId], subscriptionId };
    const filter = { requestId: id, operation: route.endpoint.id };
    const lines = new LineSet();
    // Records of a former version's batch name no lines: they are taken for those after the paid ones.
    let unnamed = paid.answered;
    await context.requestLog.readMatching(scope, filter, { from: at - minuteMs, to: at + dayMs }, (calls) => {
      for (const { labels, url } of calls) {
        const isPaid = labels.credits > 0 || (labels.status === 200 ? free.found : free.missed);
        const isFree = labels.errorCode === failedSource || labels.cache === "hit";
        if (!isAnswer(labels.status) || isFree || !isPaid) continue;
        lines.add(linesIn === undefined ? ++unnamed : lineOf(url));
      }
    });
    return lines;
  }

  #end(id: string, lines: LineSet): Promise<void> {
    const { context } = this.#request;
    const { vault } = context.identity;
    return changeKept(context.database, this.#call, async (tx) => {
      await lockKey(tx, this.#call);
      const kept = await findEarlier<KeptBatch>(tx, vault, this.#call, context.clock());
      if (!kept || kept === "other request" || kept.answer.attempt?.id !== id) return;
      await keepAnswer<KeptBatch>(tx, vault, this.#call, lines.keptWith(kept.answer));
    });
  }
}

function notEnded(): ApiError {
  return conflict(
    "An earlier call with this Idempotency-Key has not ended, or its calls are being recovered. Retry.",
    { headers: { "retry-after": "1" } },
  );
}

function lost(): ApiError {
  return unavailable(
    "The node of an earlier call with this Idempotency-Key is lost: what it charged is not known. With another key all lines are charged.",
  );
}
