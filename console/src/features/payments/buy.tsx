import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { planOf } from "../billing/plan-queries.ts";
import { BuyForm } from "./buy-form.tsx";
import { quoteOf, type Wanted } from "./payment-queries.ts";
import { wantedIn } from "./wanted.ts";

/** What a plan, a package or a period costs, and the button that pays it. The address names it. */
export function Buy() {
  const wanted = wantedIn(useSearchState().search);
  if (wanted) return <Wish key={JSON.stringify(wanted)} wanted={wanted} />;
  const plans = (
    <Link className="btn btn-primary" to="/billing#plan">
      {t("View plans")}
    </Link>
  );
  return (
    <>
      <Head title={t("Nothing to pay")} />
      <div className="sec">
        <Empty title={t("The address names nothing that is sold")} action={plans}>
          {t("Choose a plan or a package.")}
        </Empty>
      </div>
    </>
  );
}

function Wish({ wanted }: { wanted: Wanted }) {
  const quote = useQuery(quoteOf(wanted));
  const plan = useQuery(planOf(wanted.subscription_id));
  const query = {
    data: quote.data && plan.data && { quote: quote.data, plan: plan.data },
    error: quote.error ?? plan.error,
    refetch: () => Promise.all([quote.refetch(), plan.refetch()]),
  };
  return (
    <div className="narrow">
      <Loaded query={query} what={t("Could not load the price")} rows={6}>
        {(data) => <BuyForm {...data} wanted={wanted} showCurrent={query.refetch} />}
      </Loaded>
      <p className="note">
        <Link to="/billing#plan" search={{ subscription: wanted.subscription_id }}>
          {t("View plans")}
        </Link>
      </p>
    </div>
  );
}
