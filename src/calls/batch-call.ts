import { byteLines } from "../base/byte-lines.ts";
import { type ApiError, errors } from "../http/errors.ts";
import { LineRefusal, type Lines, type LinesForm, type LineWork } from "../http/lines.ts";
import type { Reply, StreamedReply } from "../http/reply.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import type { LookupOperation } from "./context.ts";
import { loggedError, unrecorded } from "./failure.ts";
import { LookupCall } from "./lookup-call.ts";
import { settleInvalid } from "./lookup-replies.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { bodyOf, validateInput } from "./routed-request.ts";

/** Lines that are answered together: their records are one write, and their answers one chunk of the stream. */
const groupMax = 256;

const jsonForm: LinesForm = {
  type: "application/json",
  before: '{"status":"success","data":[',
  between: ",",
  end: "",
  after: "]}",
};
const linesForm: LinesForm = { type: "application/x-ndjson", before: "", between: "", end: "\n", after: "" };

/** An allowed batch: each line is a call with its own quota, credits and record. */
interface Batch {
  readonly request: MeteredRequest;
  readonly lines: Lines;
}

/**
 * Answers a batch that counted as one call of the rate. A body is read whole; lines are read as fast as the client
 * takes their answers, without limit.
 */
export async function answerBatch(
  call: LookupCall,
  endpoint: Extract<LookupOperation, { answers: "lines" }>,
): Promise<Reply | StreamedReply> {
  const { request } = call;
  const { context, route, routed } = request;
  const { body } = routed.request;
  if (!endpoint.form && isLines(routed.request) && body) {
    const lines = await endpoint.handle(context);
    const entries = byteLines(body as unknown as AsyncIterable<Uint8Array>, groupMax);
    return streamed({ request, lines }, entries, linesForm);
  }
  const input = validateInput(route, routed, await bodyOf(route, routed));
  if (!input.ok) return settleInvalid(call, input.detail);
  const lines = await endpoint.handle(context, input);
  return streamed({ request, lines }, inGroups(lines.entries, lines.form?.groupMax), lines.form ?? jsonForm);
}

const isLines = (request: Request): boolean =>
  /^(application\/(x-)?(ndjson|jsonl)|text\/plain)\b/.test(request.headers.get("content-type") ?? "");

async function* inGroups(entries: readonly unknown[], size = groupMax): AsyncGenerator<readonly unknown[]> {
  for (let at = 0; at < entries.length; at += size) yield entries.slice(at, at + size);
}

/** The answers to groups of lines, each made after the previous one was taken. */
function streamed(batch: Batch, groups: AsyncGenerator<readonly unknown[]>, form: LinesForm): StreamedReply {
  const { signal } = batch.request.routed.request;
  const [before, between, end, after] = [form.before, form.between, form.end, form.after].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer, Buffer, Buffer];
  let answered = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await groups.next().catch(() => undefined);
        // The client has gone, or its input ended in the middle.
        if (!next || signal.aborted) return controller.close();
        const pieces: Uint8Array[] = answered === 0 ? [before] : [];
        if (!next.done)
          for (const answer of await answerGroup(batch, next.value)) {
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
  return { status: 200, type: form.type, body };
}

interface LineAnswer {
  readonly body: Uint8Array;
  /** Resolves when its record is written, if it has one. */
  readonly written: Promise<void>;
  /** A refusal is sent even if it cannot be recorded. */
  readonly isRefusal: boolean;
}

async function answerGroup(batch: Batch, group: readonly unknown[]): Promise<Uint8Array[]> {
  const since = performance.now();
  const answers: LineAnswer[] = [];
  for (const line of group) {
    const answer = answerLine(batch, line, since);
    answers.push(answer instanceof Promise ? await answer : answer);
  }
  const bodies: Uint8Array[] = [];
  let last: Promise<void> | undefined;
  for (const [index, { body, written, isRefusal }] of answers.entries()) {
    try {
      // Records of one write share its promise.
      if (written !== last) await written;
      last = written;
      bodies.push(body);
    } catch (error) {
      if (!isRefusal && !(error instanceof JournalUnavailable)) throw error;
      bodies.push(isRefusal ? body : batch.lines.refusalOf(group[index], lineRefusal(unrecorded())));
    }
  }
  return bodies;
}

/** Checks and answers one line; returns a promise only if it waits for quota or credits. */
function answerLine(batch: Batch, line: unknown, since: number): LineAnswer | Promise<LineAnswer> {
  const call = LookupCall.line(batch.request, since);
  try {
    const work = batch.lines.read(line);
    const counted = call.reserveQuota();
    const reserved = counted ? counted.then(() => call.reserveCredits()) : call.reserveCredits();
    if (!reserved) return answerReserved(call, work);
    return reserved
      .then(() => answerReserved(call, work))
      .catch((thrown) => refuseLine(batch, call, line, thrown));
  } catch (thrown) {
    return refuseLine(batch, call, line, thrown);
  }
}

function answerReserved(call: LookupCall, work: LineWork): LineAnswer {
  const { body, source } = work();
  const written = call.settle({ status: 200, responseBytes: body.length, source });
  return { body, written, isRefusal: false };
}

function refuseLine({ request, lines }: Batch, call: LookupCall, line: unknown, thrown: unknown): LineAnswer {
  const { context, route, routed } = request;
  const refusal =
    thrown instanceof LineRefusal
      ? thrown
      : lineRefusal(loggedError(context, route.endpoint, routed.requestId, thrown));
  const body = lines.refusalOf(line, refusal);
  const { status, code: errorCode } = refusal;
  const written = call.settle({ status, responseBytes: body.length, errorCode });
  written.catch(() => undefined);
  return { body, written, isRefusal: status !== 404 };
}

function lineRefusal({ code, detail }: ApiError): LineRefusal {
  return new LineRefusal(errors[code].status, code, detail);
}
