import { failedSource } from "../../../access/policy/charged.ts";
import { isoTime } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { errorFields } from "../../../base/log.ts";
import { inLookupTime, lookupMs } from "../../../calls/answer-lookup.ts";
import type { Context } from "../../../calls/context.ts";
import type { AskedLookup, FamilyUpstream, NamedVehicle } from "../../../calls/forwarding.ts";
import type { Answer, Call } from "../../../http/endpoint.ts";
import { ApiError, conflict, errors } from "../../../http/errors.ts";
import type { AnswerSource, Family } from "../../families/family.ts";
import { subjectOfVin } from "../names/subject.ts";
import type { Params } from "../names/vehicle-query.ts";
import { findReceived, keepReceived, type ReceivedRecord } from "../records/received-records.ts";
import { FailureLog } from "./failure-log.ts";
import { createTake, shownAgain } from "./taken-record.ts";

/** Answers a lookup of a family from its upstream, if nothing is found here. */
export interface Elsewhere {
  /** The answer itself where the family has no upstream, or found a record. */
  orAsk(context: Context, call: Call, answered: Answer | Promise<Answer>): Answer | Promise<Answer>;
  /** Milliseconds that an answer may take. */
  answerMs(context: Context): number;
  /** The version of answers, undefined while some come from the upstream: its records have no versions. */
  unlessAsking(version: AnswerVersion): AnswerVersion;
}

type AnswerVersion = (context: Context) => string | undefined | Promise<string>;
type Received = ReceivedRecord | undefined;

/** What is going on with an upstream on this node. */
interface UnderWay {
  readonly asked: Map<string, Promise<Received>>;
  readonly failures: FailureLog;
}

const underWay = new WeakMap<FamilyUpstream, UnderWay>();

function underWayOf(upstream: FamilyUpstream): UnderWay {
  const made = underWay.get(upstream) ?? { asked: new Map(), failures: new FailureLog() };
  underWay.set(upstream, made);
  return made;
}

/** `names` are the parameters of the lookup's path, in its order. */
export function createElsewhere(
  api: string,
  family: Family,
  from: AnswerSource,
  names: readonly string[],
): Elsewhere {
  const take = createTake(family, from);
  const pattern = [family.base, ...names.map((name) => `{${name}}`)].join("/");
  return {
    answerMs(context) {
      const upstream = context.forwarding.upstreamOf(api);
      // Twice, so that the upstream's own bound ends first, and its failure is answered as configured.
      return upstream ? 2 * lookupMs + upstream.timeoutMs : lookupMs;
    },
    unlessAsking: (version) => (context) =>
      context.forwarding.upstreamOf(api) ? undefined : version(context),
    orAsk(context, call, answered) {
      const upstream = context.forwarding.upstreamOf(api);
      return upstream ? orReceived(context, call, answered, upstream) : answered;
    },
  };

  async function orReceived(
    context: Context,
    call: Call,
    answered: Answer | Promise<Answer>,
    upstream: FamilyUpstream,
  ): Promise<Answer> {
    const lookup = lookupOf(call);
    const { keep_days } = upstream.policy;
    let miss: ApiError;
    try {
      return await inLookupTime(Promise.resolve(answered));
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || errors[thrown.code].status !== 404 || !lookup) throw thrown;
      miss = thrown;
    }
    if (keep_days !== null) {
      const after = context.clock() - keep_days * dayMs;
      const kept = await inLookupTime(findReceived(context.database, api, lookup.ownPath, after));
      if (kept) return answerOf({ ...kept, body: shownAgain(from, kept.body, context.config.personalData) });
    }
    if (!upstream.serves(lookup)) throw miss;
    if (context.lookup?.isRepeat)
      throw conflict(
        "This answer came from another source and was not kept. Nothing was charged. Call again without X-Repeat-Of, for the usual credits.",
      );
    const received = await askOnce(context, call, upstream, lookup).catch((error: unknown) => {
      underWayOf(upstream).failures.add(context.log, api, error);
      throw upstream.policy.on_failure === "not_found" ? withoutCharge(miss) : unavailable(error);
    });
    if (!received) throw miss;
    return answerOf(received);
  }

  function lookupOf({ params, query }: Call): AskedLookup | undefined {
    const { year } = (query ?? {}) as { readonly year?: string };
    const values = params as Params;
    const ownPath = pathOf(
      family.base,
      names.map((name) => values[name]!),
      year,
    );
    return ownPath === undefined
      ? undefined
      : { path: pattern, params: values, ownPath, ...(year !== undefined && { year }) };
  }

  /** Requests a lookup, once for all that wait for it. */
  function askOnce(
    context: Context,
    call: Call,
    upstream: FamilyUpstream,
    lookup: AskedLookup,
  ): Promise<Received> {
    // A lookup that this service sent itself must not wait for its own answer.
    if (upstream.leadsBack(call.sentHeaders))
      return Promise.reject(new ApiError("loop_detected", "It leads back to this service."));
    const { asked } = underWayOf(upstream);
    const path = lookup.ownPath;
    const waiting = asked.get(path);
    if (waiting) return waiting;
    const received = ask(context, call, upstream, lookup);
    asked.set(path, received);
    const end = () => asked.delete(path);
    received.then((record) => keep(context, upstream, path, record)).then(end, end);
    return received;
  }

  async function ask(
    context: Context,
    call: Call,
    upstream: FamilyUpstream,
    lookup: AskedLookup,
  ): Promise<Received> {
    const { clock, config } = context;
    const read = (body: Uint8Array) => take(body, call.params as Params, config.personalData);
    const { requestId, sentHeaders, caller } = call;
    const payer = caller.kind === "subscription" ? caller.userId : "";
    const vehicle = vehicleOf(context, lookup);
    const asked = vehicle ? { ...lookup, vehicle } : lookup;
    const found = await upstream.ask(asked, { requestId, sentHeaders, payer, at: clock() }, read);
    return found && { source: found.source, received_at: clock(), body: found.made };
  }

  /** The answer does not wait for it. */
  async function keep(
    { database, log, forwarding }: Context,
    upstream: FamilyUpstream,
    path: string,
    record: Received,
  ): Promise<void> {
    if (!record || upstream.policy.keep_days === null) return;
    // An API that has changed since can read the same answer otherwise.
    if (forwarding.upstreamOf(api) !== upstream) return;
    const kept = database.transaction(async (tx) => {
      // Another node may have read the change before this one.
      if (await upstream.readsStill(tx, record.source)) await keepReceived(tx, api, path, record);
    });
    await kept.catch((error: unknown) =>
      log.warn("a received record was not kept", { api, ...errorFields(error) }),
    );
  }
}

/** The vehicle that a lookup's VIN decodes to. */
function vehicleOf(context: Context, { params: { vin }, year }: AskedLookup): NamedVehicle | undefined {
  if (vin?.length !== 17) return undefined;
  try {
    const { vehicle } = subjectOfVin(context, vin, year === undefined ? undefined : Number(year));
    const { make, model, trim } = vehicle;
    return { year: String(vehicle.year), make: make.text, model: model.text, trim: trim?.text ?? "" };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function answerOf({ source, received_at, body }: ReceivedRecord): Answer {
  const day = isoTime(received_at).slice(0, "2026-11-21".length);
  return { body, type: "application/json", headers: { "x-data-source": `${source} ${day}` } };
}

/** A longer path cannot be a key of PostgreSQL's indexes. */
const pathMax = 1000;

/** The path of a lookup at an upstream of the same form. Undefined if it would be another path there. */
function pathOf(base: string, values: readonly string[], year: string | undefined): string | undefined {
  if (values.some((value) => value === "." || value === "..")) return undefined;
  const search = year === undefined ? "" : `?year=${year}`;
  const path = [base, ...values.map(encodeURIComponent)].join("/") + search;
  return path.length > pathMax ? undefined : path;
}

/** The 404 of a lookup whose source failed: it might have had a record. */
const withoutCharge = ({ code, detail, extra }: ApiError): ApiError =>
  new ApiError(code, `${detail} Nothing was charged.`, { ...extra, freeFor: failedSource });

const waitSeconds = 5;

function unavailable(error: unknown): ApiError {
  const headers = {
    "retry-after": String(waitSeconds),
    ...(error instanceof ApiError && error.extra.headers),
  };
  return new ApiError(
    "upstream_unavailable",
    "There is no record here, and the source of further records is failing. Nothing was charged. Retry.",
    { headers },
  );
}
