import { covers, type KeyAccess } from "../../access/keys/key-access.ts";
import { isCharged } from "../../access/policy/charged.ts";
import { exceeded } from "../../access/policy/quota.ts";
import { inLookupTime } from "../../calls/answer-lookup.ts";
import type { Context } from "../../calls/context.ts";
import { creditsRefused, loggedError } from "../../calls/failure.ts";
import { withoutRecords } from "../../calls/forwarding.ts";
import { notInProduct } from "../../calls/metered-request.ts";
import type { Answer, Call } from "../../http/endpoint.ts";
import { type ApiError, errors } from "../../http/errors.ts";
import type { AnswerSource } from "../../vehicles/families/family.ts";
import { type FamilyLookup, familyLookups } from "../../vehicles/lookups/family-lookups.ts";
import type { Params } from "../../vehicles/lookups/names/vehicle-query.ts";
import type { Datasets } from "../../vehicles/lookups/records/datasets.ts";
import { recordsOf, type ShownDataset, shownDatasets } from "./shown-datasets.ts";

/** What the key may spend now. */
export interface Means {
  /** Undefined if unlimited or unknown. */
  readonly credits: number | undefined;
  readonly quotaUsedUp: boolean;
}

/** One lookup of the vehicle, as the caller would meet it now. */
export interface CoveredLookup {
  readonly api: string;
  readonly name: string;
  readonly operation: string;
  readonly path: string;
  readonly outcome:
    | "found"
    | "not_found"
    | "may_answer"
    | "not_allowed"
    | "no_credits"
    | "invalid"
    | "unavailable";
  readonly status: number | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly price: number;
  readonly credits: number;
  readonly kind: "records" | "decoder" | "computed" | "upstream";
  readonly source: string | null;
  readonly match: string | null;
  readonly synthetic: boolean;
  readonly datasets: readonly ShownDataset[];
}

/** What lookups are previewed with. */
export interface Preview {
  readonly context: Context;
  readonly call: Call;
  readonly access: KeyAccess;
  readonly means: Means;
  readonly datasets: Datasets;
}

/**
 * Every lookup whose path takes only what is given, by the handler that would answer it. Nothing is charged, recorded
 * or requested from an upstream.
 */
export function previewLookups(
  preview: Preview,
  given: Params,
  query: Params = {},
): Promise<readonly CoveredLookup[]> {
  const possible = familyLookups.filter(({ names }) => names.every((name) => given[name] !== undefined));
  return Promise.all(possible.map((lookup) => previewLookup(preview, lookup, given, query)));
}

/** What a handler does with the request. */
type Handled =
  | { readonly outcome: "found"; readonly answer: Answer }
  | { readonly outcome: "may_answer" }
  | { readonly outcome: "invalid" }
  | { readonly outcome: "no_credits"; readonly error: ApiError }
  | { readonly outcome: "not_found" | "not_allowed" | "unavailable"; readonly error: ApiError };

async function previewLookup(
  preview: Preview,
  lookup: FamilyLookup,
  given: Params,
  query: Params,
): Promise<CoveredLookup> {
  const { access, datasets } = preview;
  const { operation, api, from, names } = lookup;
  const params = Object.fromEntries(names.map((name) => [name, given[name]!]));
  const price = access.policy.costOf(operation.lookup, operation.id, params.vin);
  const handled = await handle(preview, lookup, params, operation.query ? query : {}, price);
  const headers = handled.outcome === "found" ? handled.answer.headers : undefined;
  const source = headers?.["x-data-source"] ?? null;
  const made = shownDatasets(recordsOf(from), datasets, source ?? undefined);
  return {
    api: api.id,
    name: api.displayName,
    operation: operation.id,
    path: pathOf(operation, params, query),
    outcome: handled.outcome,
    ...ending(preview, handled, price),
    price,
    kind: kindOf(from, handled.outcome, made.length > 0),
    source,
    match: headers?.["x-match"] ?? null,
    synthetic: source !== null && made.some(({ synthetic }) => synthetic),
    datasets: made,
  };
}

/** Calls the lookup's own handler without a request to an upstream: its lookup may answer. */
async function handle(
  { context, call, access, means }: Preview,
  { operation }: FamilyLookup,
  params: Params,
  query: Params,
  price: number,
): Promise<Handled> {
  const { lookup } = operation;
  if (!covers(access, lookup.api)) return { outcome: "not_allowed", error: notInProduct(lookup) };
  const valid = operation.params!.safeParse(params);
  const validQuery = operation.query?.safeParse(query);
  if (!valid.success || validQuery?.success === false) return { outcome: "invalid" };
  // Whether there is an answer is what others pay for.
  if (means.credits !== undefined && price > means.credits) {
    const refused = creditsRefused(context, price, { kind: "exhausted", remaining: means.credits });
    return { outcome: "no_credits", error: refused };
  }
  let asks = false;
  const forwarding = withoutRecords(context.forwarding, () => {
    asks = true;
  });
  try {
    const input = { ...call, params: valid.data, query: validQuery?.data };
    const answer = await inLookupTime(Promise.resolve(operation.handle({ ...context, forwarding }, input)));
    return { outcome: "found", answer };
  } catch (thrown) {
    if (asks) return { outcome: "may_answer" };
    const error = loggedError(context, operation, call.requestId, thrown);
    return { outcome: errors[error.code].status === 404 ? "not_found" : "unavailable", error };
  }
}

/** The status, error and charge of the lookup, were it called now. */
function ending(
  { context, access, means }: Preview,
  handled: Handled,
  price: number,
): Pick<CoveredLookup, "status" | "code" | "detail" | "credits"> {
  const refused = (error: ApiError) => ({
    status: errors[error.code].status,
    code: error.code,
    detail: error.detail,
    credits: 0,
  });
  if (handled.outcome === "not_allowed") return refused(handled.error);
  const { quota } = access.policy;
  if (quota && means.quotaUsedUp) return refused(exceeded(quota, context.clock()));
  if (handled.outcome === "invalid")
    return { status: 422, code: "validation_error", detail: null, credits: 0 };
  if (handled.outcome === "no_credits") return refused(handled.error);
  if (handled.outcome === "may_answer") return { status: null, code: null, detail: null, credits: price };
  if (handled.outcome === "found") return { status: 200, code: null, detail: null, credits: price };
  const ended = refused(handled.error);
  return { ...ended, credits: isCharged(ended.status, access.policy) ? price : 0 };
}

function kindOf(
  { kind }: AnswerSource,
  outcome: Handled["outcome"],
  fromDataset: boolean,
): CoveredLookup["kind"] {
  if (outcome === "may_answer") return "upstream";
  if (kind === "decoder" || kind === "computed") return kind;
  // A record that an upstream sent earlier and the service kept.
  return outcome === "found" && !fromDataset ? "upstream" : "records";
}

function pathOf({ path, query: schema }: FamilyLookup["operation"], params: Params, query: Params): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const search = schema ? new URLSearchParams(query).toString() : "";
  return search === "" ? filled : `${filled}?${search}`;
}
