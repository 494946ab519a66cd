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
import { paymentsOf, refundTransfers, unmatchedReturns, unmatchedTransfers } from "./payment-queries.ts";
import { ProblemPayment } from "./problem-payment.tsx";
import { ProviderProblems } from "./provider-problems.tsx";
import { RecordTransfer } from "./record-transfer.tsx";
import { RefundToSend } from "./refund-to-send.tsx";
import { SellingNotice } from "./selling-notice.tsx";
import { UnmatchedReturn } from "./unmatched-return.tsx";
import { UnmatchedTransfer } from "./unmatched-transfer.tsx";

/** The most of each kind that are shown as decisions. */
const first = { page: 1, page_size: 20 } as const;

/** What needs a decision of the operator, then all payments. */
export function Payments() {
  const transfers = useQuery(unmatchedTransfers);
  const returns = useQuery(unmatchedReturns);
  const refunds = useQuery(refundTransfers({ state: "open", page_size: 100 }));
  const problems = useQuery(paymentsOf({ ...first, state: "problem" }));
  const disputes = useQuery(paymentsOf({ ...first, state: "disputed" }));
  const [isRecording, setRecording] = useState(false);
  const all = [transfers, returns, refunds, problems, disputes];
  const query = {
    data: transfers.data &&
      returns.data &&
      refunds.data &&
      problems.data &&
      disputes.data && {
        transfers: transfers.data,
        returns: returns.data,
        refunds: refunds.data,
        problems: problems.data,
        disputes: disputes.data,
      },
    error: all.find(({ error }) => error)?.error,
    refetch: () => Promise.all(all.map((one) => one.refetch())),
  };
  const accounts = [refunds, problems, disputes].map(({ data }) =>
    (data?.items ?? []).map(({ account_id }) => account_id),
  );
  const names = useNames(accounts.flat());
  const nameOf = (accountId: string) => names.get(accountId) ?? accountId;
  return (
    <>
      <Loaded query={query} what={t("Could not load the payments")} rows={8}>
        {(lists) => {
          const { transfers, returns, refunds, problems, disputes } = lists;
          const total = sumOf(Object.values(lists).map((one) => one.total));
          const shown = Math.min(total, sumOf(Object.values(lists).map((one) => one.items.length)));
          return (
            <>
              <Head
                title={heading(total)}
                actions={
                  <>
                    <Button permission="payments.decide" onPress={() => navigate("/money/bank-file")}>
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
                {refunds.items.map((one) => (
                  <RefundToSend key={one.id} refund={one} customer={nameOf(one.account_id)} />
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

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** `2 payments need a decision`. */
function heading(total: number): string {
  if (total === 0) return t("No payment needs a decision");
  return t(
    "{total, plural, one {# payment} other {# payments}} {total, plural, one {needs} other {need}} a decision",
    { total },
  );
}
