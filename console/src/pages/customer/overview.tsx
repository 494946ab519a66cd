import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import type { Product, Subscription } from "../../api/client.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { callsByApi } from "../../api/reports.ts";
import { requestsOf } from "../../api/requests.ts";
import { useUser } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { type Range, rangeOf } from "../../base/range.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { ConfirmEmail } from "../../parts/confirm-email.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { Link, navigate } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded, NoSubscription } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { isLive, planName } from "../account/plan-name.ts";
import { RequestTable } from "../requests/request-table.tsx";
import { CallsByApi, CallsFinding } from "../usage/api-metrics-table.tsx";
import { Traffic } from "../usage/traffic.tsx";

const refreshMs = 15_000;

/** A customer's credits and recent calls. */
export function CustomerOverview() {
  const { first_name: name } = useUser();
  const { id, account } = useAccount();
  const range = rangeOf({}, "7d", useNow(refreshMs));
  const subscriptions = useQuery(subscriptionsOf(id));
  const plans = useQuery(products).data?.items ?? [];
  return (
    <>
      <Head title={<CallsFinding range={range} period={t("in 7 days")} />}>
        {account && account.name !== "" && (account.is_visit || account.kind === "organization") ? (
          <T text="These are the calls and credits of {name}." name={<bdi>{account.name}</bdi>} />
        ) : (
          <T text="{name}, these are the calls and credits of your keys." name={<bdi>{name}</bdi>} />
        )}
      </Head>
      <ConfirmEmail />
      <Section title={t("Credits")} aside={<Link to="/keys">{t("API keys")}</Link>}>
        <Loaded query={subscriptions} what={t("Could not load your subscriptions")}>
          {({ items }) => <Credits current={items.filter(isLive)} plans={plans} />}
        </Loaded>
      </Section>
      <Calls range={range} />
    </>
  );
}

function Credits({ current, plans }: { current: readonly Subscription[]; plans: readonly Product[] }) {
  if (current.length === 0)
    return <NoSubscription>{t("A subscription has credits and two API keys.")}</NoSubscription>;
  return (
    <div className="subs">
      {current.map((one) => (
        <div key={one.id}>
          <h3>
            {planName(one, plans)}
            <State state={one.state} />
          </h3>
          <Meter {...one.credits} />
          {!one.credits.unlimited && one.credits.remaining === 0 && (
            <p className="sm note">
              <T
                text="No credits left. Lookups return 402. <link>View plans</link> {askOperator}"
                askOperator={<AskOperator>{t("or ask the operator.")}</AskOperator>}
                link={(words) => <Link to="/billing#plan">{words}</Link>}
              />
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

function Calls({ range }: { range: Range }) {
  const byApi = useQuery({ ...callsByApi(range), placeholderData: keepPreviousData });
  const recent = useQuery({
    ...requestsOf(range, { page: 1, page_size: 8 }),
    placeholderData: keepPreviousData,
  });
  if (byApi.data && !byApi.data.items.some((one) => one.call_count_total > 0))
    return (
      <Section title={t("Calls")}>
        <Empty
          title={t("No calls yet")}
          action={
            <Link className="btn btn-primary" to="/home?start=1">
              {t("Make your first call")}
            </Link>
          }
        >
          {t("The quick start contains your key and a request.")}
        </Empty>
      </Section>
    );
  return (
    <>
      <Section title={t("Calls, last 7 days")} aside={<Link to="/calls">{t("Request log")}</Link>}>
        <Traffic range={range} granularity="hour" />
      </Section>
      <div className="cols">
        <Section className="c6" title={t("Calls by API")}>
          <CallsByApi range={range} />
        </Section>
        <Section className="c6" title={t("Recent calls")} aside={<Link to="/calls">{t("View all")}</Link>}>
          <Loaded query={recent} what={t("Could not load the request log")}>
            {({ items }) => (
              <RequestTable items={items} choose={(id) => void navigate("/calls", { search: { id } })} />
            )}
          </Loaded>
        </Section>
      </div>
    </>
  );
}
