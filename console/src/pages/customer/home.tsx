import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../../api/account.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { useSearchState } from "../../parts/router.tsx";
import { Skeleton } from "../../parts/states.tsx";
import { RemainingNotice } from "../account/remaining-notice.tsx";
import { CustomerOverview } from "./overview.tsx";
import { QuickStart } from "./quick-start.tsx";

/** A customer's first page: the quick start until the first call, and on request; then credits and calls. */
export function Home() {
  const { id } = useAccount();
  const may = useMay();
  const { search } = useSearchState();
  const { data } = useQuery(subscriptionsOf(id));
  const maySeeKeys = may("keys.view");
  if (maySeeKeys && !search.start && !data) return <Skeleton rows={6} />;
  const hasCalled = data?.items.some(({ credits }) => credits.used > 0) ?? true;
  return (
    <>
      <RemainingNotice />
      {maySeeKeys && (search.start || !hasCalled) ? <QuickStart /> : <CustomerOverview />}
    </>
  );
}
