import type { Policy } from "../../access/policy/policy.ts";

/** What a replay of recorded calls cannot show of a policy, one sentence each. */
export function previewNotes({ rate_limit, quota, credit_cost, charge_on, cache, cors }: Policy): string[] {
  return [
    "Callers who are refused call again, or less: they are replayed as they called.",
    "Refusals that were only counted in the service's log, beyond VINGATE_REFUSAL_LIMIT, are not among the calls.",
    "Calls that were refused then and are admitted now have no answer: what they would have cost is not counted.",
    "Balances are not replayed: a call that met no credits is counted as admitted, without credits.",
    ...(rate_limit ? ["The rate is judged as by one node, with a full bucket when the window begins."] : []),
    ...(quota
      ? ["What was answered in the quota's period before the window counts as it was recorded."]
      : []),
    ...(credit_cost || charge_on
      ? ["A call whose caller had left before the answer cost nothing; here it costs what its answer does."]
      : []),
    ...(cors
      ? ["Origins are not recorded: which scripts a browser would keep from the answers is not known."]
      : []),
    ...(cache ? ["Callers that keep answers call less: that is not known."] : []),
  ];
}
