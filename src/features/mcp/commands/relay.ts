import { randomUUID } from "node:crypto";
import { isMembers, type Members } from "../../../cli/terminal/members.ts";

/** The service to which messages go. */
export interface RelayTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

type Id = string | number;

/** Some 16 seconds: a service that is killed starts again in less. */
const triesMax = 8;
const doublingsMax = 4;
const answerMs = 60_000;

/**
 * Sends each message of a client to a service by HTTP, and writes its answer as one line. A call of a tool has an
 * `Idempotency-Key`, so that it is repeated after a cut without a second charge.
 */
export class Relay {
  readonly #target: RelayTarget;
  readonly #write: (line: string) => void;
  readonly #pauseMs: number;
  /** What ends a request that its client cancels. */
  readonly #open = new Map<Id, AbortController>();
  /** As `initialize` has agreed; undefined for clients of the new revision, which name it in each message. */
  #version: string | undefined;

  /** `pauseMs` is the pause before the first repetition; the next four are each twice as long. */
  constructor(target: RelayTarget, write: (line: string) => void, pauseMs = 250) {
    this.#target = target;
    this.#write = write;
    this.#pauseMs = pauseMs;
  }

  /** Resolves when the line is answered, if it needs an answer. Never rejects. */
  async receive(line: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#fail(undefined, -32700, "The line is not JSON.");
    }
    if (!isMembers(message)) return this.#fail(undefined, -32600, "The line is not one JSON-RPC message.");
    const { id, method } = message;
    const isRequest = typeof id === "string" || typeof id === "number";
    if (!isRequest) return this.#notified(message);
    const abort = new AbortController();
    this.#open.set(id, abort);
    try {
      const answer = await this.#answer(line, message, abort.signal);
      if (abort.signal.aborted) return;
      if (method === "initialize") this.#version = agreedVersion(answer) ?? this.#version;
      this.#write(answer);
    } catch (error) {
      if (!abort.signal.aborted) this.#fail(id, -32603, (error as Error).message);
    } finally {
      this.#open.delete(id);
    }
  }

  /** Other notifications mean nothing to the service. */
  #notified({ method, params }: Members): void {
    if (method !== "notifications/cancelled" || !isMembers(params)) return;
    this.#open.get(params.requestId as Id)?.abort();
  }

  #fail(id: Id | undefined, code: number, message: string): void {
    this.#write(
      JSON.stringify({ jsonrpc: "2.0", ...(id !== undefined && { id }), error: { code, message } }),
    );
  }

  /** Repeats what was cut, refused for the moment, or not known to have ended. */
  async #answer(line: string, message: Members, cancelled: AbortSignal): Promise<string> {
    const headers = headersOf(message, this.#target.key, this.#version);
    for (let tries = 1; ; tries++) {
      const isLast = tries === triesMax;
      try {
        const signal = AbortSignal.any([cancelled, AbortSignal.timeout(answerMs)]);
        const url = `${this.#target.url}/mcp`;
        const response = await fetch(url, {
          method: "POST",
          headers,
          body: line,
          signal,
          redirect: "manual",
        });
        const text = await response.text();
        const isLater = response.status >= 502 || isForLater(text);
        if (!isLater || isLast) return this.#lineOf(response, text);
      } catch (error) {
        if (cancelled.aborted || isLast || error instanceof RefusedAnswer)
          throw this.#explained(error, message);
      }
      await pause(this.#pauseMs * 2 ** Math.min(tries - 1, doublingsMax), cancelled);
    }
  }

  #explained(error: unknown, { method }: Members): Error {
    if (error instanceof RefusedAnswer) return error;
    const charged = method === "tools/call" ? " The call may have been charged." : "";
    // Bun adds advice for its own callers.
    const reason = (error as Error).message.replace(/\. For more information.*/s, "");
    return new Error(`${this.#target.url} cannot be reached (${reason}).${charged}`);
  }

  /** An answer in lines. Throws `RefusedAnswer` for one that is no JSON-RPC. */
  #lineOf({ status, headers }: Response, text: string): string {
    const type = headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream"))
      return text
        .split("\n")
        .flatMap((each) => (each.startsWith("data: ") ? each.slice("data: ".length) : []))
        .join("\n");
    const answer = parsed(text);
    if (isMembers(answer) && answer.jsonrpc === "2.0") return JSON.stringify(answer);
    const detail = isMembers(answer) && typeof answer.detail === "string" ? `: ${answer.detail}` : "";
    const moved = headers.get("location");
    throw new RefusedAnswer(
      moved === null
        ? `${this.#target.url} returned ${status}${detail}`
        : `${this.#target.url} has moved to ${moved}. Use that URL.`,
    );
  }
}

class RefusedAnswer extends Error {}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function agreedVersion(answer: string): string | undefined {
  const { result } = JSON.parse(answer) as { result?: { protocolVersion?: unknown } };
  return typeof result?.protocolVersion === "string" ? result.protocolVersion : undefined;
}

/** Whether an earlier attempt with the same key has not ended, or the service cannot answer now. */
function isForLater(text: string): boolean {
  if (!/\\"code\\":\\"(conflict|unavailable)\\"/.test(text)) return false;
  const answer = parsed(text) as { result?: { isError?: boolean; content?: { text?: string }[] } };
  const body = parsed(answer.result?.content?.[0]?.text ?? "");
  return (
    answer.result?.isError === true && isMembers(body) && /^(conflict|unavailable)$/.test(`${body.code}`)
  );
}

function headersOf({ method, params }: Members, key: string, agreed: string | undefined): Headers {
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "user-agent": "vingate",
    "x-authkey": key,
  });
  const meta = isMembers(params) && isMembers(params._meta) ? params._meta : {};
  const version = meta["io.modelcontextprotocol/protocolVersion"] ?? agreed;
  if (typeof version === "string") headers.set("mcp-protocol-version", plain(version));
  if (typeof method === "string") headers.set("mcp-method", plain(method));
  if (method !== "tools/call" || !isMembers(params)) return headers;
  if (typeof params.name === "string") headers.set("mcp-name", plain(params.name));
  // The service reads a client's own key in the message.
  if (meta["vingate/idempotencyKey"] === undefined) headers.set("idempotency-key", randomUUID());
  return headers;
}

/** A header's value: as it is, or in Base64 between marks. */
function plain(value: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith("=?base64?")) return value;
  return `=?base64?${Buffer.from(value).toString("base64")}?=`;
}

/** Up to twice as long as the last pause, so that clients of a restarted service do not come together. */
async function pause(milliseconds: number, cancelled: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds * (0.5 + Math.random()));
  cancelled.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
