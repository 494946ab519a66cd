import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { navigate } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Dispute } from "./dispute.tsx";
import { PaymentList } from "./payment-list.tsx";
import { paymentsOf, unmatchedReturns, unmatchedTransfers } from "./payment-queries.ts";
import { ProblemPayment } from "./problem-payment.tsx";
import { ProviderProblems } from "./provider-problems.tsx";
import { RecordTransfer } from "./record-transfer.tsx";
import { SellingNotice } from "./selling-notice.tsx";
import { UnmatchedReturn } from "./unmatched-return.tsx";
import { UnmatchedTransfer } from "./unmatched-transfer.tsx";

/** The most of each kind that are shown as decisions. */
const first = { page: 1, page_size: 20 } as const;

/** What needs a decision of the operator, then all payments. */
export function Payments() {
  const transfers = useQuery(unmatchedTransfers);
  const returns = useQuery(unmatchedReturns);
  const problems = useQuery(paymentsOf({ ...first, state: "problem" }));
  const disputes = useQuery(paymentsOf({ ...first, state: "disputed" }));
  const [isRecording, setRecording] = useState(false);
  const all = [transfers, returns, problems, disputes];
  const query = {
    data: transfers.data &&
      returns.data &&
      problems.data &&
      disputes.data && {
        transfers: transfers.data,
        returns: returns.data,
        problems: problems.data,
        disputes: disputes.data,
      },
    error: all.find(({ error }) => error)?.error,
    refetch: () => Promise.all(all.map((one) => one.refetch())),
  };
  const ofPayments = [...(problems.data?.items ?? []), ...(disputes.data?.items ?? [])];
  const names = useNames(ofPayments.map(({ account_id }) => account_id));
  const nameOf = (accountId: string) => names.get(accountId) ?? accountId;
  return (
    <>
      <Loaded query={query} what={t("Could not load the payments")} rows={8}>
        {({ transfers, returns, problems, disputes }) => {
          const total = transfers.total + returns.total + problems.total + disputes.total;
          const shown = Math.min(
            total,
            transfers.items.length + returns.items.length + problems.items.length + disputes.items.length,
          );
          return (
            <>
              <Head
                title={heading(total)}
                actions={
                  <>
                    <Button permission="payments.decide" onPress={() => navigate("/bank-file")}>
                      {t("Import a bank file")}
                    </Button>
                    <Button permission="payments.decide" onPress={() => setRecording(true)}>
                      {t("Record a transfer")}
                    </Button>
                  </>
                }
              >
                {t("Times are in UTC.")}{" "}
                {shown < total && t("The first {shown} are shown.", { shown: count(shown) })}
              </Head>
              <SellingNotice />
              <ProviderProblems />
              <div className="cols">
                {transfers.items.map((one) => (
                  <UnmatchedTransfer key={one.id} transfer={one} />
                ))}
                {returns.items.map((one) => (
                  <UnmatchedReturn key={one.id} of={one} />
                ))}
                {problems.items.map((one) => (
                  <ProblemPayment key={one.id} payment={one} customer={nameOf(one.account_id)} />
                ))}
                {disputes.items.map((one) => (
                  <Dispute key={one.id} payment={one} customer={nameOf(one.account_id)} />
                ))}
              </div>
            </>
          );
        }}
      </Loaded>
      <PaymentList />
      {isRecording && <RecordTransfer close={() => setRecording(false)} />}
    </>
  );
}

/** `2 payments need a decision`. */
function heading(total: number): string {
  if (total === 0) return t("No payment needs a decision");
  return t(
    "{total, plural, one {# payment} other {# payments}} {total, plural, one {needs} other {need}} a decision",
    { total },
  );
}
