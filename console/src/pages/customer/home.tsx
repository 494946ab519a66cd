import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount, useMay } from "../../api/account.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { useSearchState } from "../../parts/router.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { RemainingNotice, useRemaining } from "../account/remaining-notice.tsx";
import { CustomerOverview } from "./overview.tsx";
import { QuickStart } from "./quick-start.tsx";

/**
 * A customer's first page: the quick start until the first call, and on request; then credits and calls. The quick start
 * stays until the page is left: it has the answer to the first call.
 */
export function Home() {
  const { id } = useAccount();
  const may = useMay();
  const { search } = useSearchState();
  const { data, error, refetch } = useQuery(subscriptionsOf(id));
  const [hasStarted, setStarted] = useState(false);
  const remaining = useRemaining();
  const maySeeKeys = may("keys.view");
  if (maySeeKeys && !search.start && (!data || !remaining)) {
    if (!error) return <Skeleton rows={6} />;
    return <Failure error={error} what={t("Could not load your subscriptions")} retry={refetch} />;
  }
  const isFirst = data?.items.every(({ credits }) => credits.used === 0) ?? false;
  // After a reset, what remains is shown first: keys require a second factor then.
  const starts = hasStarted || search.start || (isFirst && remaining?.length === 0);
  if (starts && !hasStarted) setStarted(true);
  return (
    <>
      <RemainingNotice />
      {maySeeKeys && starts ? <QuickStart /> : <CustomerOverview />}
    </>
  );
}
