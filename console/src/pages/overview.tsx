import { lazy, Suspense } from "react";
import { useAccount } from "../api/account.ts";
import { Skeleton } from "../parts/states.tsx";
import { RemainingNotice } from "./account/remaining-notice.tsx";
import { CustomerOverview } from "./customer/overview.tsx";

// Customers do not download the operator's page.
const OperatorOverview = lazy(() =>
  import("./operator/overview.tsx").then(({ OperatorOverview: component }) => ({ default: component })),
);

/** The start page of a signed-in user, by role. */
export function Overview() {
  const { role } = useAccount();
  return (
    <>
      <RemainingNotice />
      {role === "operator" ? (
        <Suspense fallback={<Skeleton rows={6} />}>
          <OperatorOverview />
        </Suspense>
      ) : (
        <CustomerOverview />
      )}
    </>
  );
}
