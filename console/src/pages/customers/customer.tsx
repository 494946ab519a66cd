import { useQuery } from "@tanstack/react-query";
import { type Customer, customerById, userById } from "../../api/operator-queries.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { rangeOf } from "../../base/range.ts";
import { State } from "../../parts/outcome.tsx";
import { type PageParts, pageParts } from "../../parts/page-parts.ts";
import { PageTabs } from "../../parts/page-tabs.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useNow } from "../../parts/use-now.ts";
import { SubscriptionKeys } from "../account/subscription-keys.tsx";
import { InvoicesAndStatements } from "../customer/account-billing.tsx";
import { nameOf } from "../usage/use-names.ts";
import { Activity } from "./activity.tsx";
import { CallFigures, Calls } from "./calls.tsx";
import { CustomerActions } from "./customer-actions.tsx";
import { kindText } from "./customer-words.tsx";
import { Overview } from "./overview.tsx";
import { SubscriptionDetails } from "./subscription-details.tsx";

const refreshMs = 15_000;

/** A customer: what needs the operator, plan, money, calls, members, keys, and who did what. */
export function CustomerPage({ params: { userId = "" } }: { params: { readonly userId?: string } }) {
  const query = useQuery(userById(userId));
  return (
    <Loaded query={query} what={t("Could not load the customer")} rows={8}>
      {(user) => <Page key={user.id} user={user} />}
    </Loaded>
  );
}

function Page({ user }: { user: User }) {
  const name = nameOf(user);
  usePageTitle(name);
  const row = useQuery({ ...customerById(user.id), enabled: user.role === "customer" }).data?.items[0];
  const tabs = useTabs(user, row);
  return (
    <>
      <Head
        crumb={<Link to="/customers">{t("Customers")}</Link>}
        title={<bdi>{name}</bdi>}
        actions={<CustomerActions user={user} name={name} />}
      >
        {row && user.state !== "deleted" ? <bdi>{kindText(row)}</bdi> : user.email}{" "}
        <State state={user.state} />
      </Head>
      <PageTabs label={name} tabs={tabs} />
    </>
  );
}

function useTabs(user: User, row: Customer | undefined) {
  const query = useQuery(subscriptionsOf(user.id));
  const subscriptions = query.data?.items ?? [];
  const range = rangeOf({}, "30d", useNow(refreshMs));
  const all = (draw: () => React.ReactNode) => (
    <Loaded query={query} what={t("Could not load the subscriptions")}>
      {draw}
    </Loaded>
  );
  const members = sectionsOf("members", user);
  return [
    {
      id: "overview",
      title: t("Overview"),
      panel: () => (
        <>
          <Overview user={user} row={row} range={range} subscriptions={subscriptions} />
          {user.role === "customer" && user.state !== "deleted" && (
            <div className="cols">{sectionsOf("overview", user)}</div>
          )}
        </>
      ),
    },
    {
      id: "billing",
      title: t("Billing"),
      panel: () => (
        <>
          <Section title={t("Subscriptions")} aside={linksOf(user)}>
            {all(() =>
              subscriptions.length === 0 ? (
                <Empty title={t("No subscriptions yet")} />
              ) : (
                <div className="subs">
                  {subscriptions.map((one) => (
                    <SubscriptionDetails key={one.id} subscription={one} />
                  ))}
                </div>
              ),
            )}
          </Section>
          {user.role === "customer" && <InvoicesAndStatements account={user.id} />}
        </>
      ),
    },
    {
      id: "calls",
      title: t("Calls"),
      count: row?.calls,
      panel: () =>
        all(() => (
          <>
            <CallFigures user={user} range={range} subscriptions={subscriptions} />
            <Calls user={user} range={range} subscriptions={subscriptions} />
          </>
        )),
    },
    ...(user.kind === "organization" && members.length > 0
      ? [{ id: "members", title: t("Members"), count: row?.members ?? undefined, panel: () => members }]
      : []),
    {
      id: "keys",
      title: t("Keys"),
      panel: () =>
        all(() => {
          const active = subscriptions.filter(({ state }) => state === "active");
          return active.length === 0 ? (
            <Section title={t("Keys")}>
              <Empty title={t("No keys")}>{t("Only active subscriptions have keys.")}</Empty>
            </Section>
          ) : (
            active.map((one) => (
              <Section
                key={one.id}
                title={<bdi className="sub-name">{one.display_name}</bdi>}
                aside={
                  <Link to={`/customers/${user.id}/watches`} search={{ subscription: one.id }}>
                    {t("Watched VINs")}
                  </Link>
                }
              >
                <SubscriptionKeys subscription={one} onDemand />
              </Section>
            ))
          );
        }),
    },
    {
      id: "activity",
      title: t("Activity"),
      panel: () => <Activity user={user} subscriptions={subscriptions} />,
    },
  ];
}

const sectionsOf = (tab: NonNullable<PageParts["customer"]>["tab"], user: User) =>
  pageParts().flatMap(({ customer }, index) => {
    if (customer?.tab !== tab) return [];
    return <customer.Section key={`${index + 1}`} userId={user.id} />;
  });

/** Pages of features about the customer. */
const linksOf = (user: User) =>
  pageParts().flatMap(({ user: page }) => {
    if (!page) return [];
    return (
      <Link key={page.title} to={page.pathOf(user.id)}>
        {page.title}
      </Link>
    );
  });
