import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Delivery, type DeliveryState, deliveriesOf, type Webhook } from "../../api/webhooks.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { List, usePaged } from "../../parts/list-page.tsx";
import { State, Status } from "../../parts/outcome.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { SendAgain, sendAgain, sentAgain } from "./send-again.tsx";

const stateOptions = [
  ["pending", t("Pending")],
  ["delivered", t("Delivered")],
  ["failed", t("Failed")],
] as const;

/** What a failing address has not received: all that is not given up yet. */
const waiting = { since: new Date(0).toISOString(), state: "pending" } as const;

/** The deliveries of a webhook, newest first, with a way to send them again. */
export function Deliveries({ webhook: { id, state, failing_since: failingSince } }: { webhook: Webhook }) {
  const { search, change } = useSearchState();
  const decide = useDecision(["webhook", id]);
  const paged = usePaged();
  const chosen = search.state as DeliveryState | undefined;
  const query = useQuery({
    ...deliveriesOf(id, { ...paged, ...(chosen && { state: chosen }) }),
    placeholderData: keepPreviousData,
  });
  const [again, setAgain] = useState(false);
  const columns: readonly Column<Delivery>[] = [
    {
      head: t("Event"),
      cell: (one) => (
        <Button
          look="text"
          aria-pressed={search.event === one.event_id}
          onPress={() => change({ event: one.event_id })}
        >
          {one.type}
        </Button>
      ),
    },
    { head: t("Created"), cell: (one) => <Time at={one.created_at} show="recent" /> },
    { head: t("State"), cell: (one) => <State state={one.state} /> },
    { head: t("Last response"), cell: (one) => lastResponse(one) },
    { head: t("Attempts"), cell: (one) => count(one.attempts), figures: true },
  ];
  return (
    <Section
      title={t("Deliveries")}
      note={t(
        "Each event is sent until your server returns a 2xx status, for three days. Its ID stays the same.",
      )}
      aside={
        state === "active" && (
          <span className="actions">
            {failingSince !== null && (
              <Button
                permission="events.change"
                look="primary"
                onPress={() => decide(sendAgain(id, waiting), sentAgain)}
                busy={t("Sending")}
              >
                {t("Send all that wait")}
              </Button>
            )}
            <Button permission="events.change" onPress={() => setAgain(true)}>
              {t("Send events again")}
            </Button>
          </span>
        )
      }
    >
      <div className="filters">
        <FilterSelect label={t("State")} name="state" options={stateOptions} />
      </div>
      <div className="note">
        <List
          query={query}
          what={t("Could not load the deliveries")}
          rows={4}
          empty={
            <Empty title={chosen ? t("No matching deliveries") : t("No deliveries yet")}>
              {chosen ? t("Choose another state.") : t("Send a test event to try your server.")}
            </Empty>
          }
          paged
          caption={t("Deliveries")}
          keyOf={(one) => one.event_id}
          columns={columns}
        />
      </div>
      {again && <SendAgain webhookId={id} close={() => setAgain(false)} />}
    </Section>
  );
}

function lastResponse({ attempts, response_code: status, error, next_attempt_at: next }: Delivery) {
  if (attempts === 0) return "";
  return (
    <>
      {error ?? <Status status={status ?? 200} />}
      {next && (
        <span className="sub">
          <T text="Next attempt {time}" time={<Time at={next} show="recent" />} />
        </span>
      )}
    </>
  );
}
