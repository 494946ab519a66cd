import type { UpstreamIdentity } from "../../access/upstream-credentials.ts";
import { hiddenSecret, secretMin, spellings, withCredentials } from "../../access/upstream-credentials.ts";
import { type OutboundGuard, OutboundRefused } from "../../outbound/guard.ts";
import { noAnswer, unreadable } from "./forward.ts";
import type { OwnName } from "./request-headers.ts";
import { NoToken, requestToken } from "./tokens/request-token.ts";

/** One request to an address that may become an API's upstream. */
export interface UpstreamTest {
  readonly url: string;
  readonly method: "GET" | "HEAD";
  readonly identity: UpstreamIdentity;
  readonly timeoutMs: number;
}

/** The answer, or why there was none. It never contains a credential. */
export interface UpstreamTested {
  readonly status: number | null;
  readonly contentType: string | null;
  /** Milliseconds until its headers came, or until it failed. */
  readonly milliseconds: number;
  /** The first characters of its body; null if it is not text. */
  readonly body: string | null;
  readonly truncated: boolean;
  readonly failure: { readonly code: string; readonly reason: string } | null;
}

const shownMax = 2000;
/** A credential of any length that begins in the shown part is whole within these bytes. */
const readMax = 4 * shownMax + 4096;
const bodyMs = 3000;

/** Sends one request as a call would, with the same verdict on its address, and shows what comes back. */
export async function testUpstream(
  guard: OutboundGuard,
  { via }: Pick<OwnName, "via">,
  { url, method, identity, timeoutMs }: UpstreamTest,
): Promise<UpstreamTested> {
  const began = performance.now();
  const elapsed = () => Math.round((performance.now() - began) * 10) / 10;
  const controller = new AbortController();
  let timedOut = false;
  const late = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  const headers: Record<string, string> = {
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "vingate",
    via,
    ...identity.headers,
  };
  const { tls } = identity;
  let { secrets } = identity;
  try {
    if (identity.oauth) {
      const { value } = await requestToken(
        guard,
        identity.oauth,
        new URL(url).origin,
        tls,
        controller.signal,
      );
      headers.authorization = `Bearer ${value}`;
      secrets = [...secrets, ...spellings(value)];
    }
    const answer = await guard.fetch(withCredentials(url, identity), {
      method,
      headers,
      signal: controller.signal,
      tls,
    });
    const milliseconds = elapsed();
    const { status } = answer;
    if (status < 200 || status > 599) throw unreadable();
    const contentType = answer.headers.get("content-type");
    const shown = await firstText(answer, secrets);
    return {
      status,
      contentType: hide(contentType ?? "", secrets) || null,
      milliseconds,
      ...shown,
      failure: null,
    };
  } catch (thrown) {
    const failure = failureOf(thrown, timedOut, timeoutMs);
    return {
      status: null,
      contentType: null,
      milliseconds: elapsed(),
      body: null,
      truncated: false,
      failure,
    };
  } finally {
    clearTimeout(late);
    controller.abort();
  }
}

/** The error that callers would get, and the reason in the words of an operator. */
function failureOf(thrown: unknown, timedOut: boolean, timeoutMs: number) {
  if (thrown instanceof NoToken)
    return { code: "upstream_failed", reason: `The token endpoint ${thrown.message}.` };
  const { error } = noAnswer({ timeoutMs }, { ending: timedOut ? "no answer" : undefined }, thrown);
  const reason =
    !timedOut && thrown instanceof OutboundRefused
      ? `${thrown.message}.`
      : error.detail.replace(" Nothing was charged.", "");
  return { code: error.code, reason };
}

/** The beginning of a body, as far as it comes within three seconds. */
async function firstText(
  { body, headers }: Response,
  secrets: readonly string[],
): Promise<Pick<UpstreamTested, "body" | "truncated">> {
  if (!body) return { body: "", truncated: false };
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let whole = false;
  const late = setTimeout(() => void reader.cancel().catch(() => undefined), bodyMs);
  try {
    while (bytes < readMax) {
      const { done, value } = await reader.read();
      whole = done;
      if (done) break;
      pieces.push(value);
      bytes += value.length;
    }
  } catch {
    // What came before the connection broke is shown.
  } finally {
    clearTimeout(late);
    void reader.cancel().catch(() => undefined);
  }
  const encoding = headers.get("content-encoding") ?? "identity";
  const read = new TextDecoder().decode(Buffer.concat(pieces));
  if (encoding !== "identity" || /[\0\ufffd]/.test(read.slice(0, shownMax)))
    return { body: null, truncated: true };
  const text = hide(read, secrets);
  const shown = text.slice(0, shownMax);
  return { body: shown, truncated: !whole || shown.length < text.length };
}

/** A text without secrets, and without the beginning of one at its end. */
function hide(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    shown = shown.replaceAll(secret, hiddenSecret);
    for (let length = secret.length - 1; length >= secretMin; length--)
      if (shown.endsWith(secret.slice(0, length))) shown = shown.slice(0, -length) + hiddenSecret;
  }
  return shown;
}
