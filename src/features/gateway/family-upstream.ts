import { withTimeout } from "../../base/with-timeout.ts";
import type { AskedLookup, Asking, FamilyUpstream, Found, UpstreamPolicy } from "../../calls/forwarding.ts";
import { ApiError } from "../../http/errors.ts";
import { lockApi } from "../../management/apis/apis-record.ts";
import { Unfit } from "../../vehicles/lookups/upstream/taken-record.ts";
import type { Forwarder } from "./answer-forwarded.ts";
import type { Exchange } from "./exchanges.ts";
import { NoAnswer } from "./forward.ts";
import { OutsideMapping } from "./mappings/vendor-mapping.ts";
import type { Misfits } from "./misfits/misfits.ts";
import { sourceName } from "./misfits/stored-misfits.ts";
import { hasPassed } from "./request-headers.ts";
import { requestRecord, SourceFailure } from "./request-record.ts";
import { findMappingVersion } from "./stored-mappings/api-mappings.ts";
import { takePlace, UpstreamDown } from "./take-place.ts";
import type { Target } from "./targets.ts";
import type { Evidence } from "./upstream-state/breaker.ts";

/** Resolving a name cannot be ended, so the whole has a bound beside that of the exchange. */
const marginMs = 100;

/** What requests to the upstreams of families work with. */
export type FamilyForwarder = Pick<Forwarder, "guard" | "exchanges" | "own"> & { readonly misfits: Misfits };

/** The upstream of a built-in API. Its calls have the guard, the places and the breaker of forwarded calls. */
export function familyUpstream(
  forwarder: FamilyForwarder,
  target: Target,
  policy: UpstreamPolicy,
): FamilyUpstream {
  const sources = target.fallback ? [target.fallback.first, target.fallback.other] : [target];
  const serving = (lookup: AskedLookup) => sources.filter((one) => serves(one, lookup));
  return {
    api: target.id,
    policy,
    timeoutMs: sources.reduce((sum, { timeoutMs }) => sum + timeoutMs + marginMs, 0),
    leadsBack: (headers) => hasPassed(headers, forwarder.own),
    serves: (lookup) => serving(lookup).length > 0,
    async readsStill(tx, name) {
      const row = await lockApi(tx, target.id);
      const index = sources.findIndex(({ upstream }) => upstream?.source === name);
      const part = index === 0 ? "first" : "other";
      if (!row || sourceName(row, part) !== name) return false;
      return (await findMappingVersion(tx, target.id, part)) === sources[index]?.mappingVersion;
    },
    async ask(lookup, asking, read) {
      let failure: unknown;
      for (const source of serving(lookup)) {
        try {
          const found = await askOne(forwarder, source, lookup, asking, read);
          if (found) return found;
        } catch (thrown) {
          if (!mayAskNext(thrown)) throw thrown;
          failure = thrown;
        }
      }
      // A source that failed might have had the record.
      if (failure !== undefined) throw errorOf(failure);
      return undefined;
    },
  };
}

const serves = ({ mapping }: Target, lookup: AskedLookup): boolean =>
  mapping === undefined || mapping.requestOf(lookup) !== undefined;

const errorOf = (thrown: unknown): unknown => (thrown instanceof NoAnswer ? thrown.error : thrown);

/** Whether the source failed, and not a bound of this service, which the next source has too. */
const mayAskNext = (thrown: unknown): boolean =>
  !(thrown instanceof ApiError) || thrown instanceof SourceFailure || thrown instanceof UpstreamDown;

async function askOne<T>(
  forwarder: FamilyForwarder,
  target: Target,
  lookup: AskedLookup,
  asking: Asking,
  read: (body: Uint8Array) => T,
): Promise<Found<T & {}> | undefined> {
  const { timeoutMs } = target;
  const { source } = target.upstream!;
  const place = takePlace(target, asking.payer);
  const exchange: Exchange = forwarder.exchanges.create();
  let evidence: Evidence | undefined = "fault";
  try {
    exchange.begin(timeoutMs);
    const late = () => new SourceFailure(`It did not answer within ${timeoutMs / 1000} seconds.`, "fault");
    const answer = requestRecord(forwarder, target, lookup, asking, exchange);
    const body = await withTimeout(answer, timeoutMs + marginMs, late);
    const made = body && read(body);
    evidence = "well";
    return made && { made, source };
  } catch (thrown) {
    exchange.cut("no answer");
    if (thrown instanceof NoAnswer || thrown instanceof SourceFailure) evidence = thrown.evidence;
    if (thrown instanceof Unfit || thrown instanceof OutsideMapping)
      forwarder.misfits.add({ api: target.id, source }, thrown.message, asking.at);
    throw thrown;
  } finally {
    exchange.end();
    place.judge(evidence);
    place.leave();
  }
}
