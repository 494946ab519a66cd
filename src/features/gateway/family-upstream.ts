import { withTimeout } from "../../base/with-timeout.ts";
import type { Asking, FamilyUpstream, Found, UpstreamPolicy } from "../../calls/forwarding.ts";
import { ApiError } from "../../http/errors.ts";
import type { Forwarder } from "./answer-forwarded.ts";
import type { Exchange } from "./exchanges.ts";
import { mayAskOther } from "./fallbacks.ts";
import { fetchOnce, NoAnswer, noAnswer } from "./forward.ts";
import { hasPassed, newTrace, viaOf } from "./request-headers.ts";
import { takePlace } from "./take-place.ts";
import type { Target } from "./targets.ts";
import { type Evidence, evidenceOf } from "./upstream-state/breaker.ts";

/** A longer answer is refused: to check 1 MiB of events holds the thread for 14 ms. */
const answerBytesMax = 2 ** 18;
/** Resolving a name cannot be ended, so the whole has a bound beside that of the exchange. */
const marginMs = 100;

/** The upstream of a built-in API. Its calls have the guard, the places and the breaker of forwarded calls. */
export function familyUpstream(
  forwarder: Pick<Forwarder, "guard" | "exchanges" | "own">,
  target: Target,
  policy: UpstreamPolicy,
): FamilyUpstream {
  const first = target.fallback?.first ?? target;
  const other = target.fallback?.other;
  return {
    api: target.id,
    policy,
    timeoutMs: first.timeoutMs + marginMs + (other ? other.timeoutMs + marginMs : 0),
    leadsBack: (headers) => hasPassed(headers, forwarder.own),
    async ask(path, asking, read) {
      try {
        return await askOne(forwarder, first, path, asking, read);
      } catch (thrown) {
        if (!other || !isFailure(thrown)) throw errorOf(thrown);
      }
      return askOne(forwarder, other, path, asking, read).catch((thrown) => {
        throw errorOf(thrown);
      });
    },
  };
}

const errorOf = (thrown: unknown): unknown => (thrown instanceof NoAnswer ? thrown.error : thrown);

/** Whether the source failed, not the request. A record that cannot be read is such a failure too. */
const isFailure = (thrown: unknown): boolean =>
  thrown instanceof SourceFailure
    ? thrown.evidence !== undefined
    : !(thrown instanceof ApiError) || mayAskOther(thrown, true);

async function askOne<T>(
  forwarder: Pick<Forwarder, "guard" | "exchanges" | "own">,
  target: Target,
  path: string,
  asking: Asking,
  read: (body: Uint8Array) => T,
): Promise<Found<T & {}> | undefined> {
  const { timeoutMs } = target;
  const place = takePlace(target, asking.payer);
  const exchange = forwarder.exchanges.create();
  let evidence: Evidence | undefined = "fault";
  try {
    exchange.begin(timeoutMs);
    const late = () => failure(`It did not answer within ${timeoutMs / 1000} seconds.`);
    const answer = requestRecord(forwarder, target, path, asking, exchange);
    const body = await withTimeout(answer, timeoutMs + marginMs, late);
    const made = body && read(body);
    evidence = "well";
    return made && { made, source: target.upstream!.source };
  } catch (thrown) {
    exchange.cut("no answer");
    if (thrown instanceof NoAnswer || thrown instanceof SourceFailure) evidence = thrown.evidence;
    throw thrown;
  } finally {
    exchange.end();
    place.judge(evidence);
    place.leave();
  }
}

/** The body of a 200, or undefined after a 404. Nothing of the caller is sent but the ID of the call. */
async function requestRecord(
  { guard, own }: Pick<Forwarder, "guard" | "own">,
  target: Target,
  path: string,
  { requestId, sentHeaders }: Asking,
  exchange: Exchange,
): Promise<Uint8Array | undefined> {
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": "vingate",
    "x-request-id": requestId,
    traceparent: newTrace(),
    via: viaOf(sentHeaders.get("via"), own),
  };
  const init = { method: "GET", headers, signal: exchange.signal };
  const answer = await fetchOnce(guard, target, target.basePath + path, init, exchange);
  const { status } = answer;
  if (status === 200) return await wholeBody(target, answer, exchange);
  await answer.body?.cancel();
  if (status === 404) return undefined;
  const reason = `It answered with ${status}.`;
  // A 401 or 429 concerns the operator's credential, for every caller.
  throw new SourceFailure(
    reason,
    refusesOne(status) ? undefined : status < 500 ? "fault" : evidenceOf(status),
  );
}

async function wholeBody(target: Target, answer: Response, exchange: Exchange): Promise<Uint8Array> {
  if (Number(answer.headers.get("content-length")) > answerBytesMax) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > answerBytesMax) break;
      pieces.push(piece);
    }
  } catch (thrown) {
    throw noAnswer(target, exchange, thrown);
  }
  if (bytes > answerBytesMax) throw tooLarge();
  return Buffer.concat(pieces);
}

/** An answer without a record, and what it shows of the source. */
class SourceFailure extends ApiError {
  readonly evidence: Evidence | undefined;

  constructor(reason: string, evidence: Evidence | undefined) {
    super("upstream_failed", reason);
    this.evidence = evidence;
  }
}

/** What was requested is refused: that shows nothing of other lookups, so that no caller can open the breaker with it. */
const refusesOne = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 402, 403, 407, 429].includes(status);

const tooLarge = () => failure(`Its answer has more than ${answerBytesMax} bytes.`);

const failure = (reason: string) => new SourceFailure(reason, "fault");
