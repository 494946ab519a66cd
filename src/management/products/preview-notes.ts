import type { Policy } from "../../access/policy/policy.ts";

/** What a replay of recorded calls cannot show of a policy, one sentence each. */
export function previewNotes({ rate_limit, quota, credit_cost, charge_on, cache, cors }: Policy): string[] {
  return [
    "Refused callers may retry or call less. Calls are replayed as they were made.",
    "Refusals beyond VINGATE_REFUSAL_LIMIT are only counted in the service's log. They are not among the calls.",
    "Calls that were refused and would now be admitted have no response. Their cost is not included.",
    "Balances are not replayed. A call that failed for lack of credits counts as admitted and costs nothing.",
    ...(rate_limit
      ? ["The rate limit is replayed as on one node, with a full bucket at the start of the time range."]
      : []),
    ...(quota
      ? ["Calls counted in the quota's period before the time range are taken from the record."]
      : []),
    ...(charge_on === "valid"
      ? ["Batches record no VINs: here each of their answers costs as if its check digit were right."]
      : []),
    ...(credit_cost || charge_on
      ? [
          "A call whose client disconnected before the response cost nothing. Here it costs as much as its response.",
        ]
      : []),
    ...(cors ? ["Origins are not recorded, so the effect on scripts in browsers is unknown."] : []),
    ...(cache ? ["Clients that cache responses call less. The preview does not include this effect."] : []),
    ...(cache && quota
      ? ["Of registered APIs, answers that were not kept when they were made take a place in the quota."]
      : []),
  ];
}
