import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAccount } from "../../api/account.ts";
import { subscriptionsOf } from "../../api/queries.ts";
import { type PlacedWatches, watchesOf } from "../../api/watches.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Select } from "../../parts/field.tsx";
import { usePaged } from "../../parts/list-page.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded, NoSubscription } from "../../parts/states.tsx";
import { Comparisons } from "./comparisons.tsx";
import { Uploaded } from "./upload-watches.tsx";
import { WatchActions } from "./watch-actions.tsx";
import { WatchTable } from "./watch-table.tsx";
import { WebhookNote } from "./webhook-note.tsx";

/** The watched VINs of one subscription: a customer changes them, an operator reads them. */
export function Watches() {
  const operator = useAccount().role === "operator";
  return operator ? <OfSubscription /> : <Own />;
}

function Top({ children }: { children?: ReactNode }) {
  return (
    <Head title={t("Watches")} actions={children}>
      <T
        text="A watch reports when the records of a VIN change. <link>Watching is free</link>: only lookups cost credits. The plan limits the number of VINs."
        link={(words) => <Link to="/docs/watches">{words}</Link>}
      />
    </Head>
  );
}

function OfSubscription() {
  const id = useSearchState().search.subscription;
  return (
    <>
      <Top />
      {id ? (
        <>
          <p className="muted">
            <T text="Subscription {id}. Its owner can change the watches." id={<code>{id}</code>} />
          </p>
          <List subscriptionId={id} />
        </>
      ) : (
        <div className="sec">
          <Empty
            title={t("No subscription chosen")}
            action={
              <Link className="btn" to="/customers">
                {t("View users")}
              </Link>
            }
          >
            {t("A user's page links to the watches of each subscription.")}
          </Empty>
        </div>
      )}
    </>
  );
}

function Own() {
  const { search, change } = useSearchState();
  const [placed, setPlaced] = useState<PlacedWatches>();
  const query = useQuery(subscriptionsOf(useAccount().id));
  return (
    <Loaded query={query} what={t("Could not load your subscriptions")} rows={8}>
      {({ items }) => {
        const active = items.filter(({ state }) => state === "active");
        const chosen = active.find(({ id }) => id === search.subscription) ?? active[0];
        if (!chosen)
          return (
            <>
              <Top />
              <div className="sec">
                <NoSubscription>{t("Every list of watches belongs to a subscription.")}</NoSubscription>
              </div>
            </>
          );
        return (
          <>
            <Top>
              <WatchActions subscriptionId={chosen.id} uploaded={setPlaced} />
            </Top>
            {active.length > 1 && (
              <div className="filters note">
                <Select
                  label={t("Subscription")}
                  value={chosen.id}
                  change={(subscription) => {
                    setPlaced(undefined);
                    change({ subscription, page: "" });
                  }}
                  options={active.map(({ id, display_name }) => [id, display_name])}
                />
              </div>
            )}
            <WebhookNote />
            {placed && <Uploaded placed={placed} close={() => setPlaced(undefined)} />}
            <List key={chosen.id} subscriptionId={chosen.id} changeable />
          </>
        );
      }}
    </Loaded>
  );
}

function List({ subscriptionId, changeable }: { subscriptionId: string; changeable?: boolean }) {
  const paged = usePaged();
  const query = useQuery({ ...watchesOf(subscriptionId, paged), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} what={t("Could not load the watches")} rows={8}>
      {(page) => (
        <>
          <Section
            title={t("Watched VINs")}
            note={t("{total} of {limit} that the plan allows.", {
              total: count(page.total),
              limit: count(page.limit),
            })}
          >
            {page.items.length === 0 ? (
              <Empty title={t("No watched VINs")}>
                {changeable ? t("Add one, or upload a list of VINs.") : t("The customer has added none.")}
              </Empty>
            ) : (
              <WatchTable page={page} subscriptionId={subscriptionId} changeable={changeable} />
            )}
          </Section>
          <Comparisons comparisons={page.comparisons} />
        </>
      )}
    </Loaded>
  );
}
