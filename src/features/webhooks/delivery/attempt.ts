import { integer, orNull, text } from "../../../entities/stored.ts";
import { type RowOf, Table } from "../../../entities/table.ts";
import { type OutboundGuard, OutboundRefused } from "../../../outbound/guard.ts";
import { isUnreachable } from "../../../outbound/reachable.ts";
import { signatureHeaders } from "../../../outbox/signature.ts";

/** The whole time of an attempt, its response included. */
const attemptMs = 15_000;
/** Bytes of a response that the log keeps. */
export const responseBytesMax = 4096;

/** One request to a webhook. */
export interface AttemptRequest {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  /** The current secret, and a former one that is still valid. */
  readonly secrets: readonly string[];
  /** Milliseconds UTC. */
  readonly at: number;
}

const made = {
  at: integer,
  durationMs: integer,
  /** Null without a response. */
  status: orNull(integer),
  error: orNull(text),
  /** The beginning of the response's body as text; null without a response. */
  response: orNull(text),
};

export const attempts = new Table({
  name: "webhook_attempt",
  as: "a",
  key: ["webhookId", "eventId", "number"],
  members: { webhookId: text, eventId: text, number: integer, ...made },
});

/** What became of it. It succeeded if `error` is null. */
export interface Attempt extends RowOf<typeof made> {
  /** What `Retry-After` named, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Sends an event once, or twice if a kept connection turned out to be closed. Never throws. */
export async function attempt(
  guard: OutboundGuard,
  request: AttemptRequest,
  timeoutMs = attemptMs,
): Promise<Attempt> {
  const { url, eventId: id, body, secrets, at } = request;
  const began = performance.now();
  const done = () => ({ at, durationMs: Math.round(performance.now() - began) });
  const controller = new AbortController();
  const late = setTimeout(() => controller.abort(), timeoutMs);
  const init = {
    method: "POST",
    headers: {
      ...signatureHeaders({ id, at, body }, secrets),
      "content-type": "application/json",
      "user-agent": "vingate-webhooks",
      accept: "*/*",
      "accept-encoding": "identity",
    },
    body: new TextEncoder().encode(body),
    signal: controller.signal,
  };
  try {
    const response = await guard.fetch(url, init).catch((error) => {
      if (!wasClosed(error) || controller.signal.aborted) throw error;
      return guard.fetch(url, init);
    });
    const text = await beginning(response);
    const { status } = response;
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    return {
      ...done(),
      status,
      error: faultOf(status),
      response: text,
      ...(retryAfter > 0 && { retryAfterMs: retryAfter * 1000 }),
    };
  } catch (error) {
    const reason = controller.signal.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    return { ...done(), status: null, error: reason, response: null };
  } finally {
    clearTimeout(late);
    controller.abort();
  }
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `status ${status}: redirects are not followed`;
  return `status ${status}`;
}

const wasClosed = (error: unknown): boolean =>
  /^(ECONNRESET|ConnectionClosed|EPIPE)$/.test(String((error as NodeJS.ErrnoException | null)?.code));

/** The reason without addresses that a name stands for. */
function reasonOf(error: unknown): string {
  if (error instanceof OutboundRefused) return `the address is refused: ${error.message}`;
  if (isUnreachable(error)) return "no connection could be made";
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === "string" ? `the connection failed (${code})` : "the connection failed";
}

/** The beginning of a body, without characters that no database stores. */
async function beginning({ body }: Response): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < responseBytesMax) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
  }
  void reader.cancel().catch(() => undefined);
  const text = new TextDecoder().decode(Buffer.concat(pieces).subarray(0, responseBytesMax));
  return text.replaceAll("\0", "\ufffd");
}
