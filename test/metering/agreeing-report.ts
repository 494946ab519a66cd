/** What the consistency check prints of an installation with one subscription, if all agrees. `parts`: of the schema. */
export const agreeing = (place: string, parts: number) => `Consistency check of ${place}

  ok       schema = schema of this version               ${parts} parts
  ok       ledger = granted                              1 subscriptions
  ok       ledger's write-offs = written off             1 subscriptions
  ok       remaining + held + used = granted + owed      1 subscriptions with a meter
  ok       below zero = nothing                          1 subscriptions
  ok       owed without a lease to pay it = nothing      1 subscriptions
  ok       held by ended journals = nothing              1 journals
  ok       granted by grants = granted                   1 subscriptions
  ok       ledger of a grant = amount not expired        1 grants
  ok       removed by the ledger = removed from grants   1 subscriptions
  ok       credits without a grant = nothing             1 subscriptions with a meter
  ok       closing grants = closing                      1 subscriptions
  ok       closing without a lease to await = nothing    0 subscriptions
  ok       due at = next start or expiry                 1 subscriptions
  ok       ledger heads = chain                          2 ledger rows
  ok       credits by hour = used                        1 subscriptions
  ok       calls by hour in all = calls by hour          2 hours of an API
  ok       credits by hour in all = credits by hour      2 hours of an API
  ok       bytes by hour in all = bytes by hour          2 hours of an API
  ok       calls by minute in all = calls by minute      2 minutes of an API
  ok       credits by minute in all = credits by minute  2 minutes of an API
  ok       bytes by minute in all = bytes by minute      2 minutes of an API
  ok       calls by minute = calls by hour               1 hours of a subscription
  ok       credits by minute = credits by hour           1 hours of a subscription
  ok       bytes by minute = bytes by hour               1 hours of a subscription
  ok       calls in the log = calls by hour              1 hours of a subscription
  ok       credits in the log = credits by hour          1 hours of a subscription
  ok       bytes in the log = bytes by hour              1 hours of a subscription
  ok       single calls = runs in the log                3 sums of a subscription
  ok       kinds by minute = kinds by hour               2 operations, outcomes and users
  ok       kinds in the log = kinds by hour              2 operations, outcomes and users
  ok       calls of a journal = its applied seq          1 journals

All 32 comparisons agree.
`;
