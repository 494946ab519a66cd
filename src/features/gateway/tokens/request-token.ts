import { rootCertificates } from "node:tls";
import type { OAuthCredential, UpstreamTls } from "../../../access/upstream-credentials.ts";
import { bodyUpTo } from "../../../outbound/bounded-body.ts";
import type { OutboundGuard, OutboundInit } from "../../../outbound/guard.ts";

/** An access token, and the milliseconds for which it is valid. */
export interface ReceivedToken {
  readonly value: string;
  readonly validMs: number;
}

/** No token was received. The message follows "its token endpoint", and names neither the secret nor the token. */
export class NoToken extends Error {
  override readonly name = "NoToken";
}

/** The whole time of a request, its wait for others included. */
export const requestMs = 10_000;
const bytesMax = 65_536;
/** The time of a token whose answer states none: the upstream's 401 ends it earlier. */
const unstatedMs = 600_000;
const validMsMax = 24 * 3_600_000;

/**
 * Requests a token with the client's credentials (RFC 6749, section 4.4), within ten seconds and before `ended`. Throws
 * `NoToken`.
 */
export async function requestToken(
  guard: OutboundGuard,
  { client, secret }: OAuthCredential,
  serviceOrigin: string,
  tls: UpstreamTls | undefined,
  ended?: AbortSignal,
): Promise<ReceivedToken> {
  const init = {
    ...tokenRequest({ client, secret }),
    signal: AbortSignal.any([AbortSignal.timeout(requestMs), ...(ended ? [ended] : [])]),
    tls: tlsOf(new URL(client.token_url).origin === serviceOrigin, tls),
  };
  let answer: Response;
  try {
    answer = await guard.fetch(client.token_url, init);
  } catch (thrown) {
    throw new NoToken(reasonOf(thrown));
  }
  if (answer.status !== 200) {
    await answer.body?.cancel().catch(() => undefined);
    throw new NoToken(`answered with ${answer.status}`);
  }
  return tokenOf(await bodyOf(answer));
}

function tokenRequest({ client, secret }: OAuthCredential): OutboundInit {
  const { client_id, scope, audience, style = "basic" } = client;
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== undefined) form.set("scope", scope);
  if (audience !== undefined) form.set("audience", audience);
  if (style === "body") form.set("client_id", client_id);
  if (style === "body") form.set("client_secret", secret);
  const body = Buffer.from(form.toString());
  return {
    method: "POST",
    headers: {
      accept: "application/json",
      "accept-encoding": "identity",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
      "user-agent": "vingate",
      ...(style === "basic" && { authorization: basicOf(client_id, secret) }),
    },
    body,
  };
}

/** ID and secret are encoded as in a form before they are joined (RFC 6749, section 2.3.1). */
export function basicOf(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString("base64")}`;
}

/** Another host than the upstream's may have a certificate of a public authority. */
function tlsOf(isUpstream: boolean, tls: UpstreamTls | undefined): OutboundInit["tls"] {
  if (isUpstream || !tls?.ca) return tls?.ca === undefined ? undefined : { ca: tls.ca };
  return { ca: [tls.ca, ...rootCertificates].join("\n") };
}

function reasonOf(thrown: unknown): string {
  const { name, code } = thrown as { name?: string; code?: unknown };
  if (name === "TimeoutError" || name === "AbortError") return "did not answer in time";
  if (name === "OutboundRefused") return "has an address that is not allowed";
  if (name === "Unreachable") return "has a name that does not resolve";
  return `cannot be reached${/^[A-Za-z_]{1,60}$/.test(String(code)) ? ` (${code})` : ""}`;
}

async function bodyOf(answer: Response): Promise<string> {
  let body: Buffer | undefined;
  try {
    body = await bodyUpTo(answer, bytesMax);
  } catch (thrown) {
    throw new NoToken(reasonOf(thrown));
  }
  if (!body) throw new NoToken(`sent more than ${bytesMax} bytes`);
  return body.toString();
}

/** The token of an answer (RFC 6749, section 5.1). Some servers write `expires_in` as a text. */
function tokenOf(text: string): ReceivedToken {
  let body: Readonly<Record<string, unknown>> | null = null;
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // It is no object either.
  }
  if (typeof body !== "object" || body === null) throw new NoToken("sent no JSON object");
  const { access_token: value, token_type: type = "bearer", expires_in } = body;
  if (typeof value !== "string" || !/^[\x21-\x7e]{1,16384}$/.test(value))
    throw new NoToken("sent no access_token");
  if (typeof type !== "string" || type.toLowerCase() !== "bearer")
    throw new NoToken("sent a token of another type than Bearer");
  const seconds = Number(expires_in ?? Number.NaN);
  const validMs = seconds > 0 ? Math.min(seconds * 1000, validMsMax) : unstatedMs;
  return { value, validMs };
}
