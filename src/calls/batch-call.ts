import { byteLines } from "../base/byte-lines.ts";
import { withTimeout } from "../base/with-timeout.ts";
import type { Lines, LinesForm } from "../http/lines.ts";
import type { Reply, StreamedReply } from "../http/reply.ts";
import { Batch, groupMax } from "./batch.ts";
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
    // It may end before its input does: otherwise the rest would still be received.
    return { ...streamed(request, lines, entries, linesForm), headers: { connection: "close" } };
  }
  const input = validateInput(route, routed, await bodyOf(route, routed));
  if (!input.ok) return settleInvalid(call, input.detail);
  const lines: Lines = await endpoint.handle(context, input);
  return streamed(request, lines, inGroups(lines.entries), lines.form ?? jsonForm);
}

const isLines = (request: Request): boolean =>
  /^(application\/(x-)?(ndjson|jsonl)|text\/plain)\b/.test(request.headers.get("content-type") ?? "");

async function* inGroups(entries: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let at = 0; at < entries.length; at += groupMax) yield entries.slice(at, at + groupMax);
}

/** The answers to groups of lines, each made after the previous one was taken. */
function streamed(
  request: MeteredRequest,
  lines: Lines,
  groups: AsyncGenerator<readonly unknown[]>,
  form: LinesForm,
): StreamedReply {
  const { signal } = request.routed.request;
  const [before, between, end, after] = [form.before, form.between, form.end, form.after].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const batch = new Batch(request, lines);
  let pieces: Uint8Array[] = [before];
  let answered = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const send = (answers: readonly Uint8Array[]) => {
          for (const answer of answers) {
            if (answered++ > 0) pieces.push(between);
            pieces.push(answer, end);
          }
          controller.enqueue(Buffer.concat(pieces));
          pieces = [];
        };
        const next = await groups.next().catch(() => undefined);
        // The client has gone, or its input ended in the middle.
        if (!next || signal.aborted) return controller.close();
        if (!next.done && (await batch.answer(next.value, send))) return;
        pieces.push(after);
        send([]);
        if (!next.done) await passOver(groups);
        controller.close();
        // A read that is under way ends with the connection.
        void groups.return(undefined);
      },
      async cancel() {
        await groups.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return { status: 200, type: form.type, body };
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
