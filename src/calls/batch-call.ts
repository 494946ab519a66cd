import { byteLines } from "../base/byte-lines.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { readBody } from "../http/body.ts";
import type { Lines, LinesForm } from "../http/lines.ts";
import type { Reply, StreamedReply } from "../http/reply.ts";
import { Batch, groupMax } from "./batch.ts";
import { BatchAttempt } from "./batch-attempt.ts";
import type { LookupOperation } from "./context.ts";
import type { LookupCall } from "./lookup-call.ts";
import { settleInvalid } from "./lookup-replies.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { bodyOf, validateInput } from "./routed-request.ts";

const jsonForm: LinesForm = {
  type: "application/json",
  before: '{"status":"success","data":[',
  between: ",",
  end: "",
  after: "]}",
};
const linesForm: LinesForm = { type: "application/x-ndjson", before: "", between: "", end: "\n", after: "" };

/**
 * Answers a batch that counted as one call of the rate. A body is read whole; lines are read as fast as the client
 * takes their answers, without limit. With an `Idempotency-Key` they are read whole as well.
 */
export async function answerBatch(
  call: LookupCall,
  endpoint: Extract<LookupOperation, { answers: "lines" }>,
): Promise<Reply | StreamedReply> {
  const { request } = call;
  const { context, route, routed } = request;
  const key = routed.request.headers.get("idempotency-key");
  const { body } = routed.request;
  const asLines = !endpoint.form && isLines(routed.request) && body;
  if (asLines && key === null) {
    const lines = await endpoint.handle(context);
    const entries = byteLines(body as unknown as AsyncIterable<Uint8Array>, groupMax);
    // It may end before its input does: otherwise the rest would still be received.
    return { ...streamed({ request, lines }, entries, linesForm), headers: { connection: "close" } };
  }
  const bytes = asLines
    ? await readBody(routed.request, { bytes: endpoint.limits?.bodyBytes })
    : await bodyOf(route, routed);
  const input = asLines ? undefined : validateInput(route, routed, bytes);
  if (input?.ok === false) return settleInvalid(call, input.detail);
  const lines = await endpoint.handle(context, input);
  const groups = asLines ? byteLines(only(bytes), groupMax) : inGroups(lines.entries);
  const form = asLines ? linesForm : (lines.form ?? jsonForm);
  if (key === null) return streamed({ request, lines }, groups, form);
  const attempt = await BatchAttempt.begin(request, key, bytes);
  const own = { ...request, routed: { ...routed, requestId: attempt.id } };
  return {
    ...streamed({ request: own, lines, attempt }, groups, form),
    headers: { "x-request-id": attempt.id },
  };
}

const isLines = (request: Request): boolean =>
  /^(application\/(x-)?(ndjson|jsonl)|text\/plain)\b/.test(request.headers.get("content-type") ?? "");

async function* only(bytes: Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (bytes) yield bytes;
}

async function* inGroups(entries: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let at = 0; at < entries.length; at += groupMax) yield entries.slice(at, at + groupMax);
}

/** An allowed batch. */
interface AllowedBatch {
  readonly request: MeteredRequest;
  readonly lines: Lines;
  readonly attempt?: BatchAttempt;
}

/** The answers to groups of lines, each made after the previous one was taken. */
function streamed(
  { request, lines, attempt }: AllowedBatch,
  groups: AsyncGenerator<readonly unknown[]>,
  form: LinesForm,
): StreamedReply {
  const { signal } = request.routed.request;
  const [before, between, end, after] = [form.before, form.between, form.end, form.after].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const batch = new Batch(request, lines, attempt);
  let pieces: Uint8Array[] = [before];
  let answered = 0;
  let answering: Promise<unknown> = Promise.resolve();
  // A stream that was never read is not cancelled.
  if (attempt) signal.addEventListener("abort", () => void answering.then(() => attempt.end()));
  /** Answers the next group; resolves to false at the end. */
  async function answerNext(controller: ReadableStreamDefaultController<Uint8Array>): Promise<boolean> {
    const send = (answers: readonly Uint8Array[]) => {
      for (const answer of answers) {
        if (answered++ > 0) pieces.push(between);
        pieces.push(answer, end);
      }
      const piece = Buffer.concat(pieces);
      pieces = [];
      return enqueue(controller, piece);
    };
    const next = await groups.next().catch(() => undefined);
    // The client has gone, or its input ended in the middle.
    if (!next || signal.aborted) return false;
    if (!next.done && (await batch.answer(next.value, send))) return true;
    pieces.push(after);
    if (send([]) && !next.done) await passOver(groups);
    return false;
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const more = answerNext(controller);
        answering = more.catch(() => attempt?.end());
        if (await more) return;
        void attempt?.end();
        controller.close();
        // A read that is under way ends with the connection.
        void groups.return(undefined);
      },
      async cancel() {
        await groups.return(undefined);
        await answering;
        void attempt?.end();
      },
    },
    { highWaterMark: 1 },
  );
  return { status: 200, type: form.type, body };
}

/** Returns false if the stream is no longer read. */
function enqueue(controller: ReadableStreamDefaultController<Uint8Array>, piece: Uint8Array): boolean {
  try {
    controller.enqueue(piece);
    return true;
  } catch {
    return false;
  }
}

const passedOverMs = 500;
const quietMs = 50;

/** Reads what a client still sends, for a moment: with unread input its connection is reset, and the answer lost. */
async function passOver(groups: AsyncGenerator<unknown>): Promise<void> {
  const quiet = () => new Error("the client sends nothing");
  for (const end = performance.now() + passedOverMs; performance.now() < end; ) {
    const next = await withTimeout(groups.next(), quietMs, quiet).catch(() => undefined);
    if (!next || next.done) return;
  }
}
