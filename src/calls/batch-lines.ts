import { limitName, refusedKey } from "../access/keys/key-access.ts";
import { testLimit } from "../access/policy/enforced.ts";
import { Turns } from "../base/pause.ts";
import { type ApiError, errors, unavailable } from "../http/errors.ts";
import { LineRefusal, type Lines, type LineWork } from "../http/lines.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import type { BatchAttempt } from "./batch-attempt.ts";
import { loggedError, unrecorded } from "./failure.ts";
import { LookupCall } from "./lookup-call.ts";
import { type MeteredRequest, rateExceeded, renewRequest } from "./metered-request.ts";

/** Lines that are judged together: they wait together, and so many refusals in a row end their batch. */
export const groupMax = 256;
/** After so much work other requests have their turn. */
const sliceMs = 2;
/**
 * Slices of all batches: with a slice of each in one turn of the event loop, other calls would wait for all of them.
 */
const slices = new Turns(1);
/** After this what the key allows is looked up again. */
const accessMs = 250;
/** Lines wait this much less than single calls, so that their group is answered within a second. */
const answeringMs = 100;
/** Refusals that hold for the lines that follow as well. */
const lasting: ReadonlySet<number> = new Set([401, 402, 403, 429, 503]);

interface LineAnswer {
  readonly call: LookupCall;
  readonly line: unknown;
  readonly body: Uint8Array;
  /** Resolves when its record is written, if it has one. */
  readonly written: Promise<void>;
  /** Absent if it is answered: a 404 is an answer. */
  readonly refusal?: LineRefusal | undefined;
}

/** Sends the answers of a batch. */
export interface AnswerSender {
  /** So many bytes of answers should be sent together at most. */
  readonly pieceBytes: number;
  /** Resolves when the client can take more; to false if it has gone. */
  send(answers: readonly Uint8Array[]): Promise<boolean>;
}

/** An allowed batch: each line is a call with its own quota, credits and record. */
export class Batch {
  readonly #lines: Lines;
  readonly #attempt: BatchAttempt | undefined;
  #request: MeteredRequest;
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** Made and not sent. */
  #made: LineAnswer[] = [];
  #madeBytes = 0;
  #madeSince = 0;
  /** Since when the lines of the group wait, without the time that their client takes. */
  #waitingSince = 0;
  #count = 0;
  #refusedInRow = 0;
  /** Refused lines that the rate has not counted. */
  #uncounted = 0;
  #isGone = false;
  #isCut = false;
  /** Ends a wait for lines. */
  #endWait = () => {};
  /** Why the lines that follow would be refused. */
  #ending: LineRefusal | undefined;

  constructor(request: MeteredRequest, lines: Lines, attempt: BatchAttempt | undefined) {
    this.#request = request;
    this.#lines = lines;
    this.#attempt = attempt;
  }

  /**
   * Answers a group of lines. What is answered is sent before a line waits. Resolves to false if the batch has
   * ended: its answers are no longer read, or an error states the line from which there are none.
   */
  async answer(group: readonly unknown[], sender: AnswerSender): Promise<boolean> {
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    await slices.next();
    this.#madeSince = performance.now();
    this.#waitingSince = this.#madeSince - answeringMs;
    if (this.#ending) return this.#end(group[0], this.#ending, sender);
    for (const line of group) {
      if (this.#isGone) break;
      if (performance.now() - this.#madeSince >= sliceMs || this.#madeBytes >= sender.pieceBytes) {
        await this.#sendMade(sender);
        await slices.next();
        this.#madeSince = performance.now();
      }
      if (performance.now() - this.#renewedAt >= accessMs) {
        const refusal = await this.#renew();
        if (refusal) return this.#end(line, refusal, sender);
      }
      const over = this.#request.access.isTest ? await this.#takeTestRate() : undefined;
      if (over) return this.#end(line, over, sender);
      const answer = this.#answerLine(line, this.#waitingSince);
      if (answer instanceof Promise) {
        await this.#sendMade(sender);
        this.#keep(await answer);
      } else this.#keep(answer);
    }
    await this.#sendMade(sender);
    this.#countRefused();
    return !this.#isGone;
  }

  /** The key allows no more lines. What is answered is paid for, and sent. */
  cut(): void {
    this.#isCut = true;
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    this.#endWait();
  }

  /** Resolves with a promise, or to "cut" when the batch is. */
  async orCut<T>(coming: Promise<T>): Promise<T | "cut"> {
    // One for each wait: one for all would keep every reaction until the end of the batch.
    const { promise, resolve } = Promise.withResolvers<"cut">();
    this.#endWait = () => resolve("cut");
    if (this.#isCut) this.#endWait();
    return Promise.race([coming, promise]);
  }

  /** Ends a batch that was cut while it waited for lines. */
  async endCut(sender: AnswerSender): Promise<void> {
    await this.#end("", (await this.#renew()) ?? lineRefusal(refusedKey()), sender);
  }

  /** Why the key allows nothing any more; undefined if it allows the next lines. */
  async #renew(): Promise<LineRefusal | undefined> {
    try {
      const renewed = renewRequest(this.#request);
      this.#request = renewed instanceof Promise ? await renewed : renewed;
      this.#renewedAt = performance.now();
      if (this.#isCut) return lineRefusal(refusedKey());
      // A journal of this batch that is closed must have all its records.
      return this.#attempt?.isCurrent === false ? lineRefusal(otherJournal()) : undefined;
    } catch (thrown) {
      return this.#refusalFor(thrown);
    }
  }

  /** Lines of a key for tests cost nothing, so that each counts towards its rate. Resolves to the refusal of a line. */
  async #takeTestRate(): Promise<LineRefusal | undefined> {
    const { context, access } = this.#request;
    // The request was counted, for its first line.
    if (this.#count === 0) return undefined;
    const decision = await context.limits.rates.take(limitName(access), testLimit);
    return decision.admitted ? undefined : lineRefusal(rateExceeded(testLimit, decision));
  }

  /** Checks and answers one line; returns a promise only if it waits for quota or credits. */
  #answerLine(line: unknown, since: number): LineAnswer | Promise<LineAnswer> {
    const call = LookupCall.line(this.#request, since, this.#count + 1, this.#attempt);
    try {
      const work = this.#lines.read(line);
      call.isAbout(work.vin);
      const counted = call.reserveQuota();
      const reserved = counted ? counted.then(() => call.reserveCredits()) : call.reserveCredits();
      if (!reserved) return answerReserved(call, line, work);
      return reserved
        .then(() => answerReserved(call, line, work))
        .catch((thrown) => this.#refuse(call, line, thrown));
    } catch (thrown) {
      return this.#refuse(call, line, thrown);
    }
  }

  #refuse(call: LookupCall, line: unknown, thrown: unknown): LineAnswer {
    const refusal = this.#refusalFor(thrown);
    const body = this.#lines.refusalOf(line, refusal);
    const { status, code: errorCode } = refusal;
    const written = call.settle({ status, responseBytes: body.length, errorCode });
    written.catch(() => undefined);
    return { call, line, body, written, refusal: status === 404 ? undefined : refusal };
  }

  #refusalFor(thrown: unknown): LineRefusal {
    if (thrown instanceof LineRefusal) return thrown;
    const { context, route, routed } = this.#request;
    return lineRefusal(loggedError(context, route.endpoint, routed.requestId, thrown));
  }

  #keep(answer: LineAnswer): void {
    const { refusal } = answer;
    this.#made.push(answer);
    this.#madeBytes += answer.body.length;
    this.#count += 1;
    if (!refusal) {
      this.#refusedInRow = 0;
      this.#ending = undefined;
      return;
    }
    this.#refusedInRow += 1;
    if (refusal.status < 500) this.#uncounted += 1;
    if (lasting.has(refusal.status) || this.#refusedInRow >= groupMax) this.#ending = refusal;
  }

  /** Sends what is made when its records are written. */
  async #sendMade(sender: AnswerSender): Promise<void> {
    const made = this.#made;
    this.#made = [];
    this.#madeBytes = 0;
    const bodies: Uint8Array[] = [];
    let last: Promise<void> | undefined;
    for (const { call, line, body, written, refusal } of made)
      try {
        // Records of one write share its promise.
        if (written !== last) await written;
        last = written;
        if (!refusal) this.#attempt?.recorded(call);
        bodies.push(body);
      } catch (error) {
        if (!refusal && !(error instanceof JournalUnavailable)) throw error;
        if (!refusal) this.#ending = lineRefusal(unrecorded());
        // A refusal is sent even if it cannot be recorded.
        bodies.push(refusal || !this.#ending ? body : this.#lines.refusalOf(line, this.#ending));
      }
    const from = performance.now();
    if (bodies.length > 0 && !(await sender.send(bodies))) this.#isGone = true;
    this.#madeSince = performance.now();
    this.#waitingSince += this.#madeSince - from;
  }

  async #end(line: unknown, { status, code, message }: LineRefusal, sender: AnswerSender): Promise<false> {
    const from = this.#count + 1;
    const detail = `${message} Lines from ${from} on have no answer.`;
    const call = LookupCall.line(this.#request, performance.now(), from);
    this.#keep(this.#refuse(call, line, new LineRefusal(status, code, detail, from)));
    await this.#sendMade(sender);
    this.#countRefused();
    return false;
  }

  #countRefused(): void {
    const { context, access } = this.#request;
    const limit = access.policy.rate_limit;
    if (limit) context.limits.rates.count(limitName(access), limit, this.#uncounted);
    this.#uncounted = 0;
  }
}

function answerReserved(call: LookupCall, line: unknown, work: LineWork): LineAnswer {
  const { body, source } = work.answer();
  const written = call.settle({ status: 200, responseBytes: body.length, source });
  return { call, line, body, written };
}

function otherJournal(): ApiError {
  return unavailable("This node has opened another journal. Send the same batch again.");
}

function lineRefusal({ code, detail }: ApiError): LineRefusal {
  return new LineRefusal(errors[code].status, code, detail);
}
