import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../../api/account.ts";
import type { Product, Subscription } from "../../api/client.ts";
import { products, subscriptionsOf } from "../../api/queries.ts";
import { callsByApi } from "../../api/reports.ts";
import { errorsOf } from "../../api/requests.ts";
import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { type Range, rangeOf } from "../../base/range.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { ConfirmEmail } from "../../parts/confirm-email.tsx";
import { May } from "../../parts/may.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State, Status } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Loaded, NoSubscription } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useNow } from "../../parts/use-now.ts";
import { isLive, planName } from "../account/plan-name.ts";
import { Traffic } from "../usage/traffic.tsx";

const refreshMs = 15_000;
const dayMs = 86_400_000;
const days = 7;

/** A customer's credits and until when they last, calls, plan and errors. */
export function CustomerOverview() {
  const { id, account } = useAccount();
  const range = rangeOf({}, "7d", useNow(refreshMs));
  const subscriptions = useQuery(subscriptionsOf(id));
  const plans = useQuery(products).data?.items ?? [];
  const calls = useQuery({ ...callsByApi(range), placeholderData: keepPreviousData }).data?.items;
  const own = subscriptions.data?.items.filter(isLive);
  const perDay = (calls ?? []).reduce((sum, one) => sum + one.credits, 0) / days;
  return (
    <>
      <Head
        title={own ? creditsFinding(own, perDay) : t("Home")}
        actions={
          <>
            <May permission="credits.view">
              <Link className="btn" to="/billing">
                {t("Open billing")}
              </Link>
            </May>
            <May permission="keys.view">
              <Link className="btn btn-primary" to="/look-up">
                {t("Look up a VIN")}
              </Link>
            </May>
          </>
        }
      >
        {account?.name && (account.is_visit || account.kind === "organization") && (
          <bdi>{account.name}. </bdi>
        )}
        {perDay > 0
          ? t("At {perDay} per day, as in the last 7 days.", { perDay: count(Math.ceil(perDay)) })
          : t("No credits were used in the last 7 days.")}
      </Head>
      <ConfirmEmail />
      <div className="cols">
        <Section
          className="c7"
          title={t("Calls, last 7 days")}
          aside={
            <May permission="calls.view">
              <Link to="/calls">{t("Calls")}</Link>
            </May>
          }
        >
          <Traffic range={range} granularity="hour" empty={noCalls} />
        </Section>
        <Section
          className="c5"
          title={t("Plan")}
          aside={
            <May permission="keys.view">
              <Link to="/keys">{t("API keys")}</Link>
            </May>
          }
        >
          <Loaded query={subscriptions} what={t("Could not load your subscriptions")}>
            {({ items }) => <Credits current={items.filter(isLive)} plans={plans} />}
          </Loaded>
        </Section>
      </div>
      <RecentErrors range={range} />
    </>
  );
}

const noCalls = (
  <Empty
    title={t("No calls yet")}
    action={
      <May permission="keys.view">
        <Link className="btn" to="/home?start=1">
          {t("Make your first call")}
        </Link>
      </May>
    }
  >
    {t("The quick start contains your key and a request.")}
  </Empty>
);

/** What is left of all plans, and until when it lasts if it is used as in the last days. */
function creditsFinding(own: readonly Subscription[], perDay: number): string {
  if (own.some(({ credits }) => credits.unlimited)) return t("Unlimited credits");
  const credits = own.reduce((sum, one) => sum + (one.credits.remaining ?? 0), 0);
  const left = t("{credits, plural, one {# credit} other {# credits}} left", { credits });
  const lasts = perDay > 0 ? credits / perDay : Number.POSITIVE_INFINITY;
  if (credits === 0 || lasts > 365) return left;
  return t("{left}, enough until {day}", { left, day: day(Date.now() + lasts * dayMs) });
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

/** The errors of a range by type; nothing without one. */
function RecentErrors({ range }: { range: Range }) {
  const isPermitted = useMay()("calls.view");
  const { data, error, refetch } = useQuery({
    ...errorsOf(range, {}),
    enabled: isPermitted,
    placeholderData: keepPreviousData,
  });
  if (error) return <Failure error={error} what={t("Could not load the errors")} retry={refetch} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={t("Recent errors")}>
      <Table
        caption={t("Errors by type")}
        items={data.items}
        keyOf={({ response_code, error_code }) => `${response_code} ${error_code}`}
        columns={[
          {
            head: t("Error"),
            cell: ({ response_code: status, error_code: code }) => (
              <Link to="/calls" search={{ status: String(status), error: code ?? "" }}>
                <Status status={status} /> {code}
              </Link>
            ),
          },
          { head: t("Calls"), cell: ({ calls }) => count(calls), figures: true },
          { head: t("Last seen"), cell: ({ last_at }) => <Time at={last_at} show="recent" />, figures: true },
        ]}
      />
    </Section>
  );
}
