import { isoTime } from "../../base/clock.ts";
import type { Context } from "../../calls/context.ts";
import { callWithin, type InnerAnswer, type InnerCall } from "../../calls/several/inner-call.ts";
import { Together } from "../../calls/several/together.ts";
import type { Call } from "../../http/endpoint.ts";
import { demoDatasetName } from "../../vehicles/families/record-family.ts";
import { currentDatasets, type Datasets } from "../../vehicles/lookups/records/datasets.ts";
import type { ReportPart } from "./families.ts";
import type { PlannedPart } from "./plan.ts";

/** How the parts of a report are called. */
export interface PartCalls extends Pick<InnerCall, "key" | "onceKey" | "isCounted"> {
  /** The request that they are calls of; its ID is theirs. */
  readonly outer: Call;
  /** The context of what is answered: that of the test set for a key for tests. */
  readonly data: Context;
}

/** A part, and what its lookup answered; undefined without an answer. */
export interface CalledPart {
  readonly part: ReportPart;
  readonly answered: unknown;
}

/** Calls the lookups of a report, each with its own charge and record, which are written together. */
export async function callParts(
  context: Context,
  parts: readonly PlannedPart[],
  calls: PartCalls,
): Promise<readonly CalledPart[]> {
  const together = new Together(parts.filter(({ lookup }) => lookup !== undefined).length);
  const answered = Promise.all(parts.map((part) => callPart(context, part, calls, together)));
  const [answers, datasets] = await Promise.all([answered, currentDatasets(calls.data.database).catch(none)]);
  return parts.map((part, index) => {
    const answer = answers[index];
    return answer ? answeredPart(part, answer, datasets) : { part: unfitPart(part), answered: undefined };
  });
}

const none = (): Datasets => new Map();

async function callPart(
  context: Context,
  { lookup, params, search }: PlannedPart,
  { outer, key, onceKey, isCounted }: PartCalls,
  together: Together,
): Promise<InnerAnswer | undefined> {
  if (!lookup) return undefined;
  const { operation } = lookup;
  const answer = await together.run((part) =>
    callWithin(context, outer, {
      operation,
      params,
      search,
      key,
      onceKey,
      isCounted,
      part,
      via: outer.via,
    }),
  );
  outer.charged?.(answer.credits);
  return answer;
}

function answeredPart(
  { family, lookup, match }: PlannedPart,
  { response, body, credits }: InnerAnswer,
  datasets: Datasets,
): CalledPart {
  const { status, headers } = response;
  const common = { status, operation: lookup!.operation.id, credits_charged: credits };
  if (status !== 200) {
    const error = errorOf(body, headers.get("retry-after"));
    return { part: { ...withoutAnswer(error), ...common }, answered: undefined };
  }
  const source = headers.get("x-data-source");
  const { data, unread, answered } = family.read(body);
  const part = {
    ...withoutAnswer(null),
    ...common,
    source,
    as_of: source === null ? null : dayOf(source, datasets),
    synthetic: source?.split(", ").includes(demoDatasetName) ?? false,
    match: (headers.get("x-match") as ReportPart["match"]) ?? match ?? null,
    unread: [...unread],
    data,
  };
  return { part, answered };
}

const withoutAnswer = (error: ReportPart["error"]): ReportPart => ({
  status: 422,
  operation: null,
  source: null,
  as_of: null,
  synthetic: false,
  match: null,
  credits_charged: 0,
  error,
  unread: [],
  data: null,
});

const unfitPart = ({ fault }: PlannedPart): ReportPart =>
  withoutAnswer({ code: "validation_error", detail: fault, retry_after_s: null });

interface Refused {
  readonly code?: string;
  readonly detail: string | readonly { readonly loc: readonly string[]; readonly msg: string }[];
}

function errorOf(body: string, retryAfter: string | null): ReportPart["error"] {
  const { code = "validation_error", detail } = JSON.parse(body) as Refused;
  return {
    code,
    detail:
      typeof detail === "string" ? detail : detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join("; "),
    retry_after_s: retryAfter === null ? null : Number(retryAfter),
  };
}

const dayIn = /(?:^|[^\d])((?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)$/;

/** The oldest day of the sources of an answer: that of a version, else of its dataset's import. */
function dayOf(source: string, datasets: Datasets): string | null {
  const days = source.split(", ").flatMap((one) => {
    const stated = dayIn.exec(one)?.[1];
    if (stated !== undefined) return [stated];
    const times = [...datasets.values()].filter((dataset) => dataset.source === one).map((of) => of.loadedAt);
    return times.length > 0 ? [isoTime(Math.min(...times)).slice(0, "2026-11-21".length)] : [];
  });
  return days.sort()[0] ?? null;
}
