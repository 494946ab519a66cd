import type { AskedLookup, Asking } from "../../calls/forwarding.ts";
import { ApiError } from "../../http/errors.ts";
import { bodyUpTo } from "../../outbound/bounded-body.ts";
import type { Forwarder } from "./answer-forwarded.ts";
import type { Exchange } from "./exchanges.ts";
import { fetchOnce, noAnswer } from "./forward.ts";
import { refusesOne } from "./mappings/status.ts";
import { OutsideMapping, VendorRefusal } from "./mappings/vendor-mapping.ts";
import { newTrace, viaOf } from "./request-headers.ts";
import { BrokenMapping } from "./stored-mappings/target-mappings.ts";
import type { Target } from "./targets.ts";
import { type Evidence, evidenceOf } from "./upstream-state/breaker.ts";

/** A longer answer is refused: to check 1 MiB of events holds the thread for 14 ms. */
const ownBytesMax = 2 ** 18;
/** Vendors send more than what is read of it. */
const mappedBytesMax = 2 ** 20;

/** An answer without a record, and what it shows of the source. */
export class SourceFailure extends ApiError {
  readonly evidence: Evidence | undefined;

  constructor(reason: string, evidence: Evidence | undefined) {
    super("upstream_failed", reason);
    this.evidence = evidence;
  }
}

/**
 * The body of an answer in the form of the lookup's own 200, or undefined if the source has no record. Nothing of the caller
 * is sent but the ID of the call. Throws `NoAnswer`, `SourceFailure` and `OutsideMapping`.
 */
export async function requestRecord(
  { guard, own }: Pick<Forwarder, "guard" | "own">,
  target: Target,
  lookup: AskedLookup,
  { requestId, sentHeaders }: Asking,
  exchange: Exchange,
): Promise<Uint8Array | undefined> {
  if (target.mapping instanceof BrokenMapping)
    throw new SourceFailure("Its mapping cannot be read. Put it again.", undefined);
  const { path, headers: asked } = target.mapping?.requestOf(lookup) ?? { path: lookup.ownPath, headers: {} };
  const named = Object.entries(asked).map(([name, value]) => [name.toLowerCase(), value]);
  const headers: Record<string, string> = {
    accept: "application/json",
    "user-agent": "vingate",
    ...Object.fromEntries(named),
    "accept-encoding": "identity",
    "x-request-id": requestId,
    traceparent: newTrace(),
    via: viaOf(sentHeaders.get("via"), own),
  };
  const init = { method: "GET", headers, signal: exchange.signal };
  const answer = await fetchOnce(guard, target, target.basePath + path, init, exchange);
  return target.mapping ? mapped(target, lookup, answer, exchange) : ownForm(target, answer, exchange);
}

async function ownForm(
  target: Target,
  answer: Response,
  exchange: Exchange,
): Promise<Uint8Array | undefined> {
  const { status } = answer;
  if (status === 200) return await wholeBody(target, answer, exchange, ownBytesMax);
  await answer.body?.cancel();
  if (status === 404) return undefined;
  throw refusal(status);
}

/** What the mapping makes of an answer. It may name statuses and bodies that mean that there is no record. */
async function mapped(
  target: Target,
  lookup: AskedLookup,
  answer: Response,
  exchange: Exchange,
): Promise<Uint8Array | undefined> {
  const { status } = answer;
  const body = await wholeBody(target, answer, exchange, mappedBytesMax);
  try {
    return target.mapping!.read({ status, body }, lookup);
  } catch (thrown) {
    if (thrown instanceof VendorRefusal)
      throw new SourceFailure(thrown.message, thrown.isOfOne ? undefined : badEvidence(status));
    // An error page of another server is no change of the vendor's form.
    if (thrown instanceof OutsideMapping && (status < 200 || status > 299)) throw refusal(status);
    throw thrown;
  }
}

async function wholeBody(
  target: Target,
  answer: Response,
  exchange: Exchange,
  bytesMax: number,
): Promise<Uint8Array> {
  let body: Uint8Array | undefined;
  try {
    body = await bodyUpTo(answer, bytesMax);
  } catch (thrown) {
    throw noAnswer(target, exchange, thrown);
  }
  if (!body) throw new SourceFailure(`Its answer has more than ${bytesMax} bytes.`, "fault");
  return body;
}

/** The failure that a status is. A 401 or 429 concerns the operator's credential, for every caller. */
function refusal(status: number): SourceFailure {
  const evidence = refusesOne(status) ? undefined : badEvidence(status);
  return new SourceFailure(`It answered with ${status}.`, evidence);
}

const badEvidence = (status: number): Evidence => (status < 500 ? "fault" : evidenceOf(status));
