import { openCors } from "../access/policy/cors.ts";
import { exceeded } from "../access/policy/quota.ts";
import { byteLines } from "../base/byte-lines.ts";
import { LineRefusal, type Lines, type LinesForm } from "../http/endpoint.ts";
import { ApiError, errors } from "../http/errors.ts";
import { send } from "../http/reply.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import type { QuotaReservation } from "../metering/quotas/leased-quota.ts";
import { CreditReservation } from "../metering/reservation.ts";
import type { CallRecord } from "../metering/usage/usage.ts";
import type { Context, Operation } from "./context.ts";
import { creditsRefused, failureReply, loggedError, refusedInputReply, unrecorded } from "./failure.ts";
import { type LookupCall, openLookup, requireRated, settle, settleError } from "./lookup-call.ts";
import { recordedUrl } from "./recorded-url.ts";
import { bodyOf, type Route, type RoutedRequest, replyContext, validateInput } from "./routed-request.ts";

type Lookup = NonNullable<Operation["lookup"]>;

/** Lines that are answered together: their records are one write, and their answers one piece of the stream. */
const groupMax = 256;

const jsonForm: LinesForm = {
  type: "application/json",
  before: '{"status":"success","data":[',
  between: ",",
  end: "",
  after: "]}",
};
const linesForm: LinesForm = { type: "application/x-ndjson", before: "", between: "", end: "\n", after: "" };

/**
 * The life of a call of many lines: its key is known and it is allowed, as one call of the rate; then each line is
 * judged, its credits are taken, it is answered, recorded and charged by itself, before its answer leaves. Lines in
 * one body are read whole; lines by lines are read as fast as their answers are taken, without limit.
 */
export async function answerLines(
  context: Context,
  route: Route,
  lookup: Lookup,
  arrival: RoutedRequest,
): Promise<Response> {
  const { endpoint } = route;
  const { request, requestId } = arrival;
  let reply = replyContext(context, request, requestId, arrival.headers, openCors);
  let call: LookupCall | undefined;
  try {
    const found = context.identity.keys.find(arrival.key);
    call = openLookup(context, route, lookup, arrival, found instanceof Promise ? await found : found);
    reply = replyContext(context, request, requestId, call.headers, call.shared);
    await requireRated(context, call);
    if (!endpoint.form && isLines(request) && request.body) {
      const lines = await endpoint.lines!(context);
      const entries = byteLines(request.body as unknown as AsyncIterable<Uint8Array>, groupMax);
      return send(reply, { status: 200, ...stream(context, call, lines, entries, linesForm) });
    }
    const input = validateInput(route, arrival, await bodyOf(route, arrival));
    if (!input.ok) {
      const refused = refusedInputReply(context, endpoint, request, input.detail);
      call.errorCode = "validation_error";
      await settle(context, call, 422, Buffer.byteLength(refused.body));
      return send(reply, refused);
    }
    const lines = await endpoint.lines!(context, input);
    const { entries, form = jsonForm } = lines;
    return send(reply, { status: 200, ...stream(context, call, lines, inGroups(entries), form) });
  } catch (thrown) {
    if (!call) return send(reply, failureReply(context, endpoint, reply, thrown));
    const error = loggedError(context, endpoint, requestId, thrown);
    return send(reply, await settleError(context, call, reply, error));
  }
}

const isLines = (request: Request): boolean =>
  /^(application\/(x-)?(ndjson|jsonl)|text\/plain)\b/.test(request.headers.get("content-type") ?? "");

async function* inGroups(entries: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let at = 0; at < entries.length; at += groupMax) yield entries.slice(at, at + groupMax);
}

/** The answers to groups of lines, each made when the one before has been taken. */
function stream(
  context: Context,
  call: LookupCall,
  lines: Lines,
  groups: AsyncGenerator<readonly unknown[]>,
  form: LinesForm,
): { type: string; body: ReadableStream<Uint8Array> } {
  let answered = 0;
  const [before, between, end, after] = [form.before, form.between, form.end, form.after].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await groups.next().catch(() => undefined);
        // The client has gone, or what it sends ended in the middle: nobody reads on.
        if (!next || call.arrival.request.signal.aborted) return controller.close();
        const pieces: Uint8Array[] = answered === 0 ? [before] : [];
        if (!next.done)
          for (const answer of await answerGroup(context, call, lines, next.value)) {
            if (answered++ > 0) pieces.push(between);
            pieces.push(answer, end);
          }
        else pieces.push(after);
        controller.enqueue(Buffer.concat(pieces));
        if (next.done) controller.close();
      },
      async cancel() {
        await groups.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return { type: form.type, body };
}

/** A line's answer, and the promise of its record where it is charged or counted. */
interface LineAnswer {
  readonly body: Uint8Array;
  readonly written?: Promise<void>;
  readonly place?: QuotaReservation | undefined;
}

async function answerGroup(
  context: Context,
  call: LookupCall,
  lines: Lines,
  group: readonly unknown[],
): Promise<Uint8Array[]> {
  const answers: LineAnswer[] = [];
  for (const line of group) {
    const answer = answerLine(context, call, lines, line);
    answers.push(answer instanceof Promise ? await answer : answer);
  }
  const bodies: Uint8Array[] = [];
  let last: Promise<void> | undefined;
  for (const [index, { body, written, place }] of answers.entries()) {
    try {
      // Records of one write share its promise.
      if (written !== last) await written;
      last = written;
      place?.settle(true, body.length);
      bodies.push(body);
    } catch (error) {
      if (!(error instanceof JournalUnavailable)) throw error;
      place?.settle(false, 0);
      bodies.push(refused(lines, group[index], unrecorded()));
    }
  }
  return bodies;
}

/** Judges, charges and answers one line; gives a promise only where it has to wait for its quota or credits. */
function answerLine(
  context: Context,
  call: LookupCall,
  lines: Lines,
  line: unknown,
): LineAnswer | Promise<LineAnswer> {
  const started = performance.now();
  try {
    const work = lines.read(line);
    const { caller, policy } = call.grant;
    if (policy.quota) return answerWithin(context, call, lines, line, work, started);
    const admitted = context.metering.admit(caller.subscriptionId, call.cost, started);
    if (admitted instanceof Promise) return answerWithin(context, call, lines, line, work, started, admitted);
    return answerAdmitted(context, call, lines, line, work, started, admitted);
  } catch (thrown) {
    return refuse(context, call, lines, line, started, thrown);
  }
}

/** The same where the quota or the credits have to be asked for. */
async function answerWithin(
  context: Context,
  call: LookupCall,
  lines: Lines,
  line: unknown,
  work: ReturnType<Lines["read"]>,
  started: number,
  asked?: ReturnType<Context["metering"]["admit"]>,
): Promise<LineAnswer> {
  const { caller, policy } = call.grant;
  let place: QuotaReservation | undefined;
  try {
    if (policy.quota) {
      const now = context.clock();
      if (context.limits.quotas.usedUp(caller.subscriptionId, policy.quota, now))
        throw exceeded(policy.quota, now);
      place = await context.limits.quotas.take(caller.subscriptionId, policy.quota, now, started);
    }
    const admitted = await (asked ?? context.metering.admit(caller.subscriptionId, call.cost, started));
    const answer = answerAdmitted(context, call, lines, line, work, started, admitted);
    return { ...answer, place };
  } catch (thrown) {
    place?.settle(false, 0);
    return refuse(context, call, lines, line, started, thrown);
  }
}

/** Answers a line whose credits are taken, and records it. Throws 402, 403 or 503 where they were not. */
function answerAdmitted(
  context: Context,
  call: LookupCall,
  lines: Lines,
  line: unknown,
  work: ReturnType<Lines["read"]>,
  started: number,
  admitted: Awaited<ReturnType<Context["metering"]["admit"]>>,
): LineAnswer {
  if (!(admitted instanceof CreditReservation)) throw creditsRefused(context, call.cost, admitted);
  const client = call.arrival.request.signal;
  try {
    const { body, source } = work();
    const record = recordOf(context, call, started, 200, call.cost, body.length, undefined, source);
    return { body, written: admitted.settle(record, client) };
  } catch (thrown) {
    if (!(thrown instanceof LineRefusal)) {
      void admitted.settle(undefined);
      throw thrown;
    }
    // A miss is an answer: recorded always, and charged where the product charges misses.
    const body = lines.refusalOf(line, thrown);
    const cost = call.grant.policy.chargesMisses ? call.cost : 0;
    const record = recordOf(context, call, started, thrown.status, cost, body.length, thrown.code);
    return { body, written: admitted.settle(record, client) };
  }
}

/** The answer of a line that is refused; it costs nothing, and of such lines only so many are recorded. */
function refuse(
  context: Context,
  call: LookupCall,
  lines: Lines,
  line: unknown,
  started: number,
  thrown: unknown,
): LineAnswer {
  const known = thrown instanceof LineRefusal || thrown instanceof ApiError;
  const error = known ? thrown : loggedError(context, call.route.endpoint, call.arrival.requestId, thrown);
  const body = refused(lines, line, error);
  const status = error instanceof LineRefusal ? error.status : errors[error.code].status;
  if (context.refusals.toRecord(call.grant.caller.subscriptionId)) {
    const record = recordOf(context, call, started, status, 0, body.length, error.code);
    // A refusal stands even where it cannot be recorded.
    context.metering.record(record).catch(() => undefined);
  }
  return { body };
}

const refused = (lines: Lines, line: unknown, error: LineRefusal | ApiError): Uint8Array =>
  lines.refusalOf(
    line,
    error instanceof LineRefusal
      ? error
      : new LineRefusal(errors[error.code].status, error.code, error.detail),
  );

function recordOf(
  context: Context,
  { grant, lookup, route, arrival }: LookupCall,
  started: number,
  status: number,
  credits: number,
  responseBytes: number,
  errorCode?: string,
  source?: string,
): CallRecord {
  const elapsed = Math.round((performance.now() - started) * 1000);
  return {
    at: context.clock(),
    requestId: arrival.requestId,
    caller: grant.caller,
    api: lookup.api,
    operation: route.endpoint.id,
    method: arrival.request.method,
    url: recordedUrl(arrival.path, arrival.search, route.parameters),
    address: arrival.address,
    status,
    credits,
    errorCode,
    key: grant.slot,
    source,
    requestBytes: 0,
    responseBytes,
    apiMicros: elapsed,
    serviceMicros: elapsed,
  };
}
