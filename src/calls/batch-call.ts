import { byteLines } from "../base/byte-lines.ts";
import { Shares } from "../base/shares.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { bodyBytesMax, readBody } from "../http/body.ts";
import { tooManyCalls, unavailable } from "../http/errors.ts";
import type { Lines, LinesForm } from "../http/lines.ts";
import type { Reply, StreamedReply } from "../http/reply.ts";
import type { UnsentWriter } from "../http/unsent.ts";
import { BatchAttempt } from "./batch-attempt.ts";
import { Batch, groupMax } from "./batch-lines.ts";
import type { LookupOperation } from "./context.ts";
import type { LookupCall } from "./lookup-call.ts";
import { settleInvalid } from "./lookup-replies.ts";
import { keepAdmitted, type MeteredRequest } from "./metered-request.ts";
import { bodyOf, type Route, validateInput } from "./routed-request.ts";
import { testContext } from "./test-keys/test-context.ts";

const jsonForm: LinesForm = {
  type: "application/json",
  before: '{"status":"success","data":[',
  between: ",",
  end: "",
  after: "]}",
};
const linesForm: LinesForm = { type: "application/x-ndjson", before: "", between: "", end: "\n", after: "" };

/** So many bytes of a stream of lines wait in this process while its client does not read, most of them in Bun. */
const waitingInputBytes = 2 ** 20;

/**
 * Answers a batch that counted as one call of the rate. A body is read whole; lines are read as fast as the client
 * takes their answers, without limit. With an `Idempotency-Key` they are read whole as well.
 */
export async function answerBatch(
  call: LookupCall,
  route: Route,
  endpoint: Extract<LookupOperation, { answers: "lines" }>,
): Promise<Reply | StreamedReply> {
  const { request } = call;
  const { context, routed } = request;
  const key = routed.request.headers.get("idempotency-key");
  const { body } = routed.request;
  const data = request.access.isTest ? await testContext(context) : context;
  const asLines = !endpoint.form && isLines(routed.request) && body;
  if (asLines && key === null) {
    requireRead(request);
    const lines = await endpoint.handle(data);
    const entries = byteLines(body as unknown as AsyncIterable<Uint8Array>, groupMax);
    const length = Number(routed.request.headers.get("content-length") ?? waitingInputBytes);
    const keptBytes = Math.min(length, waitingInputBytes);
    const batch = { request, lines, groups: entries, keptBytes, form: linesForm };
    // It may end before its input does: otherwise the rest would still be received.
    return { ...streamed(batch), headers: { connection: "close" } };
  }
  const bytes = await receiveInShare(request, endpoint.limits?.bodyBytes, () =>
    asLines ? readBody(routed.request, { bytes: endpoint.limits?.bodyBytes }) : bodyOf(route, routed),
  );
  requireRead(request);
  const input = asLines ? undefined : validateInput(route, routed, bytes);
  if (input?.ok === false) return settleInvalid(call, input.detail);
  const lines = await endpoint.handle(data, input);
  const batch = {
    request,
    lines: { ...lines, entries: [] },
    groups: asLines ? byteLines(only(bytes), groupMax) : unpacked(packed(lines.entries)),
    // The entries, and what is made of them until their client reads.
    keptBytes: 2 * (bytes?.length ?? 0),
    form: asLines ? linesForm : (lines.form ?? jsonForm),
  };
  if (key === null) return streamed(batch);
  const attempt = await BatchAttempt.begin(request, key, bytes);
  const own = { ...request, routed: { ...routed, requestId: attempt.id } };
  return { ...streamed({ ...batch, request: own, attempt }), headers: { "x-request-id": attempt.id } };
}

/** Bytes of the bodies that a node receives at a time, and of those of an account. */
const receivingMax = { all: 128 * 2 ** 20, each: 16 * 2 ** 20 };
const receiving = new Shares();

/** Receives a body that may have so many bytes. Throws 429 and 503 if others take the account's share, or all space. */
async function receiveInShare<T>(
  { access, routed }: MeteredRequest,
  bytesMax = bodyBytesMax,
  receive: () => Promise<T> | T,
): Promise<T> {
  const { userId } = access.caller;
  const announced = Number(routed.request.headers.get("content-length") ?? bytesMax);
  const bytes = announced >= 0 && announced < bytesMax ? announced : bytesMax;
  const refused = receiving.take(userId, bytes, receivingMax);
  if (refused === "each")
    throw tooManyCalls("Too many batches of your account are being received. Nothing was charged. Retry.", 1);
  if (refused === "all")
    throw unavailable("Too many batches are being received. Nothing was charged. Retry.");
  try {
    return await receive();
  } finally {
    receiving.release(userId, bytes);
  }
}

/** Throws 429 if an account's clients leave too many answers of its other batches. */
export function requireRead({ context, access }: Pick<MeteredRequest, "context" | "access">): void {
  if (context.responses.unsent.isFull(access.caller.userId))
    throw tooManyCalls("Too many answers of this account's batches are not read. Read them first.", 1);
}

const isLines = (request: Request): boolean =>
  /^(application\/(x-)?(ndjson|jsonl)|text\/plain)\b/.test(request.headers.get("content-type") ?? "");

async function* only(bytes: Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (bytes) yield bytes;
}

/** Groups of entries as texts, until their turn comes: as values they take four times the memory. */
function packed(entries: readonly unknown[]): string[] {
  const groups: string[] = [];
  for (let at = 0; at < entries.length; at += groupMax)
    groups.push(JSON.stringify(entries.slice(at, at + groupMax)));
  return groups;
}

async function* unpacked(groups: readonly string[]): AsyncGenerator<readonly unknown[]> {
  for (const group of groups) yield JSON.parse(group);
}

interface AllowedBatch {
  readonly request: MeteredRequest;
  readonly lines: Lines;
  readonly attempt?: BatchAttempt;
  readonly groups: AsyncGenerator<readonly unknown[]>;
  /** The bytes of its input that are kept until its end. */
  readonly keptBytes: number;
  readonly form: LinesForm;
}

/** The answers to a batch, each made when the previous ones are taken. */
function streamed(batch: AllowedBatch): StreamedReply {
  const { request, attempt, groups, form, keptBytes } = batch;
  const source = {
    async produce(writer: UnsentWriter) {
      await answerGroups(batch, writer).finally(() => attempt?.end());
      // A read that is under way ends with the connection.
      void groups.return(undefined);
    },
    cancel: () => void groups.return(undefined),
  };
  const { userId } = request.access.caller;
  const { signal } = request.routed.request;
  // Its lines are charged while it is sent.
  delete request.headers["x-credits-charged"];
  return {
    status: 200,
    type: form.type,
    body: request.context.responses.unsent.stream({ client: userId, signal, keptBytes }, source),
  };
}

async function answerGroups(
  { request, lines, attempt, groups, form }: AllowedBatch,
  writer: UnsentWriter,
): Promise<void> {
  const { signal } = request.routed.request;
  const [before, between, end, after] = [form.before, form.between, form.end, form.after].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const batch = new Batch(request, lines, attempt);
  let pieces: Uint8Array[] = [before];
  let answered = 0;
  const sender = {
    get pieceBytes() {
      return writer.pieceBytes;
    },
    send(answers: readonly Uint8Array[]): Promise<boolean> {
      for (const answer of answers) {
        if (answered++ > 0) pieces.push(between);
        pieces.push(answer, end);
      }
      const piece = Buffer.concat(pieces);
      pieces = [];
      request.routed.meter?.addBytes(200, piece.length);
      return writer.send(piece).then(
        () => true,
        () => false,
      );
    },
  };
  // Lines of a body do not wait: the first one finds the key again.
  const forget = keepAdmitted(request, () => batch.cut(), form === linesForm);
  try {
    for (;;) {
      const next = await batch.orCut(groups.next()).catch(() => undefined);
      // The client has gone, or its input ended in the middle.
      if (!next || signal.aborted) return;
      const isWhole = next !== "cut" && next.done === true;
      if (next === "cut") await batch.endCut(sender);
      else if (!isWhole && (await batch.answer(next.value, sender))) continue;
      pieces.push(after);
      if ((await sender.send([])) && !isWhole) await passOver(groups);
      return;
    }
  } finally {
    forget();
  }
}

const passedOverMs = 500;
const quietMs = 50;

/** Reads what a client still sends, for a moment: with unread input its connection is reset, and the answer lost. */
async function passOver(groups: AsyncGenerator<unknown>): Promise<void> {
  const silenceError = () => new Error("the client sends nothing");
  for (const end = performance.now() + passedOverMs; performance.now() < end; ) {
    const next = await withTimeout(groups.next(), quietMs, silenceError).catch(() => undefined);
    if (!next || next.done) return;
  }
}
