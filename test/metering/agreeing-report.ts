/** What the consistency check prints of an installation with one subscription, if all agrees. `parts`: of the schema. */
export const agreeing = (place: string, parts: number) => `Consistency check of ${place}

  ok       schema = schema of this version                        ${parts} parts
  ok       ledger = granted                                       1 subscriptions
  ok       ledger's write-offs = written off                      1 subscriptions
  ok       remaining + held + used = granted + owed               1 subscriptions with a meter
  ok       below zero = nothing                                   1 subscriptions
  ok       owed without a lease to pay it = nothing               1 subscriptions
  ok       held by ended journals = nothing                       1 journals
  ok       granted by grants = granted                            1 subscriptions
  ok       ledger of a grant = amount not expired                 1 grants
  ok       removed by the ledger = removed from grants            1 subscriptions
  ok       credits without a grant = nothing                      1 subscriptions with a meter
  ok       closing grants = closing                               1 subscriptions
  ok       closing without a lease to await = nothing             0 subscriptions
  ok       due at = next start or expiry                          1 subscriptions
  ok       ledger heads = chain                                   2 ledger rows
  ok       times of ledger rows = times of their grants           1 rows of a grant
  ok       credits by hour = used                                 1 subscriptions
  ok       calls by hour in all = calls by hour                   2 hours of an API
  ok       credits by hour in all = credits by hour               2 hours of an API
  ok       bytes by hour in all = bytes by hour                   2 hours of an API
  ok       calls by minute in all = calls by minute               2 minutes of an API
  ok       credits by minute in all = credits by minute           2 minutes of an API
  ok       bytes by minute in all = bytes by minute               2 minutes of an API
  ok       calls by minute = calls by hour                        1 hours of a subscription
  ok       credits by minute = credits by hour                    1 hours of a subscription
  ok       bytes by minute = bytes by hour                        1 hours of a subscription
  ok       calls in the log = calls by hour                       1 hours of a subscription
  ok       credits in the log = credits by hour                   1 hours of a subscription
  ok       bytes in the log = bytes by hour                       1 hours of a subscription
  ok       single calls = runs in the log                         3 sums of a subscription
  ok       kinds by minute = kinds by hour                        2 operations, outcomes and users
  ok       kinds in the log = kinds by hour                       2 operations, outcomes and users
  ok       calls of a journal = its applied seq                   1 journals
  ok       grants of operators = audit log                        0 grants
  ok       versions of offers = terms as they were published      0 versions
  ok       plans = periods, offers and subscriptions              0 plans
  ok       periods = plans, offers and grants                     0 periods
  ok       grants of periods = periods                            0 grants
  ok       papers = their bodies and sums                         0 papers
  ok       numbers of papers = 1 to the counter of their series   0 series
  ok       payments = grants, papers and periods                  0 payments
  ok       rows that name a payment = payments                    0 rows
  ok       debts that credits paid = debts that were collected    0 subscriptions with debts
  ok       tenures of moved subscriptions = ledger and audit log  0 tenures
  ok       proof logs = their leaves                              0 logs and days
  ok       cuts of journals = one after the other                 0 journals
  ok       calls of proved days = calls in the log                0 days of a subscription
  ok       stored statements = what was signed                    0 statements
  ok       salts of proofs = accounts                             0 salts and keys

All 49 comparisons agree.
`;
