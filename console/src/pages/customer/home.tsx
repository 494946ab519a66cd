import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../../api/account.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { useSearchState } from "../../parts/router.tsx";
import { Skeleton } from "../../parts/states.tsx";
import { RemainingNotice, useRemaining } from "../account/remaining-notice.tsx";
import { CustomerOverview } from "./overview.tsx";
import { QuickStart } from "./quick-start.tsx";

/** A customer's first page: the quick start until the first call, and on request; then credits and calls. */
export function Home() {
  const { id } = useAccount();
  const may = useMay();
  const { search } = useSearchState();
  const { data } = useQuery(subscriptionsOf(id));
  const remaining = useRemaining();
  const maySeeKeys = may("keys.view");
  if (maySeeKeys && !search.start && (!data || !remaining)) return <Skeleton rows={6} />;
  const isFirst = data?.items.every(({ credits }) => credits.used === 0) ?? false;
  // After a reset, keys are shown to who has a second factor: the notice is not to wait for that.
  const starts = search.start || (isFirst && remaining?.length === 0);
  return (
    <>
      <RemainingNotice />
      {maySeeKeys && starts ? <QuickStart /> : <CustomerOverview />}
    </>
  );
}
