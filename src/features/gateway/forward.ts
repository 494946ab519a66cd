import { withCredentials } from "../../access/upstream-credentials.ts";
import type { RoutedRequest } from "../../calls/routed.ts";
import { ApiError, type ErrorCode } from "../../http/errors.ts";
import { type OutboundGuard, type OutboundInit, OutboundRefused } from "../../outbound/guard.ts";
import { Unanswered, Unreachable } from "../../outbound/reachable.ts";
import type { Ending, Exchange } from "./exchanges.ts";
import type { RequestBody } from "./request-body.ts";
import type { Target } from "./targets.ts";
import { NoToken } from "./tokens/request-token.ts";
import type { AccessToken, TokenSource } from "./tokens/token-source.ts";
import type { Evidence } from "./upstream-state/breaker.ts";

/** A request without an answer: the error that its caller gets, and what that shows of the upstream. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly error: ApiError;
  readonly evidence: Evidence | undefined;

  constructor(error: ApiError, evidence: Evidence | undefined = "fault") {
    super(error.message);
    this.error = error;
    this.evidence = evidence;
  }
}

/** The connection could not be made, so the upstream has not seen the request. */
const unmade = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "FailedToOpenSocket"]);

/**
 * Sends a request and resolves when the headers of its answer have come. A connection that could not be made is tried
 * once more. Throws `NoAnswer`.
 */
export function forward(
  guard: OutboundGuard,
  target: Target,
  { request, path, search }: RoutedRequest,
  headers: Record<string, string>,
  body: RequestBody,
  exchange: Exchange,
): Promise<Response> {
  const rest = path.slice(target.path.length + 1);
  const query = [target.query, ownParameters(target, search)].filter(Boolean).join("&");
  const to = target.basePath + (rest === "" && target.basePath !== "" ? "" : rest || "/");
  const url = query === "" ? to + search.slice(0, 1) : `${to}?${query}`;
  const { method } = request;
  return fetchOnce(
    guard,
    target,
    url,
    { method, headers, signal: exchange.signal, body: body.body },
    exchange,
  );
}

/** The parameters of a call without those that carry credentials of this service. */
function ownParameters({ identity }: Target, search: string): string {
  const { parameters } = identity;
  const sent = search.slice(1);
  if (parameters.size === 0) return sent;
  const isOwn = (part: string) => {
    for (const name of new URLSearchParams(part).keys()) if (parameters.has(name.toLowerCase())) return false;
    return true;
  };
  return sent.split("&").filter(isOwn).join("&");
}

/** The same, of a path of the upstream's origin. The credentials of the API are added. */
export async function fetchOnce(
  guard: OutboundGuard,
  target: Target,
  path: string,
  init: OutboundInit,
  exchange: Exchange,
): Promise<Response> {
  const { tokens } = target;
  if (!tokens) return fetchWith(guard, target, path, init, exchange);
  const token = await validToken(target, tokens, exchange);
  const answer = await fetchWith(guard, target, path, init, exchange, token);
  if (answer.status !== 401) {
    token.worked = true;
    return answer;
  }
  const mayRepeat = tokens.refused(token) && (init.method === "GET" || init.method === "HEAD");
  if (!mayRepeat) return answer;
  await answer.body?.cancel();
  const renewed = await validToken(target, tokens, exchange);
  return fetchWith(guard, target, path, init, exchange, renewed);
}

/** A token, unless the exchange ends before. Throws `NoAnswer`: the upstream has not received the request. */
async function validToken(target: Target, tokens: TokenSource, exchange: Exchange): Promise<AccessToken> {
  const found = tokens.token();
  if (!(found instanceof Promise)) return found;
  const { signal } = exchange;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error("the exchange has ended"));
  signal.addEventListener("abort", end);
  try {
    if (signal.aborted) end();
    return await Promise.race([found, ended]);
  } catch (thrown) {
    if (exchange.ending) throw noAnswer(target, exchange, thrown);
    throw unconnected(`The service of this API gives no access: its token endpoint ${messageOf(thrown)}.`);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

const messageOf = (thrown: unknown): string =>
  thrown instanceof NoToken ? thrown.message : "cannot be used";

/** The same with a token. */
async function fetchWith(
  guard: OutboundGuard,
  target: Target,
  path: string,
  init: OutboundInit,
  exchange: Exchange,
  token?: AccessToken,
): Promise<Response> {
  const { origin, timeoutMs, state, identity } = target;
  const { reached } = state;
  const url = withCredentials(path, identity);
  const headers = { ...init.headers, ...identity.headers };
  if (token) headers.authorization = `Bearer ${token.value}`;
  const sent = { ...init, headers, tls: identity.tls };
  for (let attempt = 0; ; attempt++) {
    try {
      const connected = reached.require(guard, origin, timeoutMs);
      if (connected) await connected;
      const answer = await guard.fetchFrom(origin, url, sent, attempt);
      reached.answered(origin);
      return answer;
    } catch (thrown) {
      if (exchange.ending !== "client left") reached.failed();
      const code = String((thrown as { code?: unknown }).code ?? "");
      const isRetried = attempt === 0 && unmade.has(code);
      if (!isRetried || exchange.ending) throw noAnswer(target, exchange, thrown);
    }
  }
}

type Limits = Pick<Target, "timeoutMs">;

/** The error of an exchange that ended, or of a connection that failed. */
export function noAnswer(target: Limits, { ending }: Pick<Exchange, "ending">, thrown: unknown): NoAnswer {
  // What the client did shows nothing of the upstream.
  if (ending) return new NoAnswer(endings[ending](target), ending === "client left" ? undefined : "fault");
  if (thrown instanceof OutboundRefused)
    return unconnected("The address of this API's service is not allowed. Report it to the operator.");
  if (thrown instanceof Unanswered)
    return new NoAnswer(
      uncharged("upstream_timeout", "The service of this API accepts no connection in time."),
      "unconnected",
    );
  if (thrown instanceof Unreachable || isUnresolved(thrown))
    return unconnected("The name of this API's service does not resolve.");
  const code = String((thrown as { code?: unknown }).code ?? "");
  if (unmade.has(code)) return unconnected("The service of this API refuses connections.");
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|VERIFY/i.test(code))
    return unconnected(`The service of this API has no valid certificate (${code}).`);
  if (code === "EPROTO")
    return unconnected(
      "The service of this API accepts no TLS connection. It may need a client certificate of the operator.",
    );
  if (code === "ECONNRESET")
    return new NoAnswer(failed("The service of this API closed the connection without a whole answer."));
  return unreadable();
}

const unconnected = (detail: string) => new NoAnswer(failed(detail), "unconnected");

const isUnresolved = (thrown: unknown) =>
  /^(ENOTFOUND|EAI_)/.test(String((thrown as { code?: unknown }).code));

/** The error of an answer that cannot be passed on. */
export const unreadable = () =>
  new NoAnswer(failed("The service of this API sent an answer that cannot be read."));

const uncharged = (code: ErrorCode, detail: string) => new ApiError(code, `${detail} Nothing was charged.`);

const failed = (detail: string) => uncharged("upstream_failed", detail);

const endings: Readonly<Record<Ending, (target: Limits) => ApiError>> = {
  "client left": () => uncharged("client_left", "The client closed the connection before the answer."),
  "no answer": ({ timeoutMs }) =>
    uncharged(
      "upstream_timeout",
      `The service of this API did not answer within ${timeoutMs / 1000} seconds.`,
    ),
  silent: () => uncharged("upstream_timeout", "The service of this API stopped sending."),
  "too long": () => uncharged("upstream_timeout", "The answer of this API took too long."),
};
