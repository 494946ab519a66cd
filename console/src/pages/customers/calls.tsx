import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Subscription } from "../../api/client.ts";
import { callsByApi } from "../../api/reports.ts";
import { requestsOf } from "../../api/requests.ts";
import type { User } from "../../api/session.ts";
import { count, recently, share } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import type { Range } from "../../base/range.ts";
import { Figures } from "../../parts/facts.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { CallsByApi } from "../usage/api-metrics-table.tsx";
import { Traffic } from "../usage/traffic.tsx";

interface CallsProps {
  readonly user: User;
  readonly range: Range;
  readonly subscriptions: readonly Subscription[];
}

/** Credits and calls in figures. */
export function CallFigures({ user, range, subscriptions }: CallsProps) {
  const report = useQuery(callsByApi(range, { user_id: user.id })).data;
  const last = useQuery(requestsOf(range, { user_id: user.id, page: 1, page_size: 1 })).data?.items[0];
  const active = subscriptions.filter(({ state }) => state === "active");
  const sum = (kind: "call_count_total" | "call_count_success" | "call_count_blocked") =>
    report?.items.reduce((total, one) => total + one[kind], 0) ?? 0;
  const left = active.reduce((total, { credits }) => total + (credits.remaining ?? 0), 0);
  const unlimited = active.some(({ credits }) => credits.unlimited);
  const used = subscriptions.reduce((total, { credits }) => total + credits.used, 0);
  const successful = share(sum("call_count_success"), sum("call_count_total"));
  return (
    <Figures
      className="figs lead-figs note"
      figures={[
        [
          t("Credits left"),
          unlimited ? t("Unlimited") : count(left),
          t("of {subscriptions, plural, one {# subscription} other {# subscriptions}}", {
            subscriptions: subscriptions.length,
          }),
        ],
        [t("Used"), count(used), t("credits in total")],
        [
          t("Calls"),
          count(sum("call_count_total")),
          t("in 30 days, {successful} successful", { successful }),
        ],
        [t("Blocked"), count(sum("call_count_blocked")), t("401, 402, 403 and 429")],
        [
          t("Last call"),
          last ? recently(last.timestamp) : t("none"),
          last?.ip_address ? t("from {ipAddress}", { ipAddress: last.ip_address }) : t("in 30 days"),
        ],
      ]}
    />
  );
}

/** The calls of a customer in the last 30 days. */
export function Calls({ user, range, subscriptions }: CallsProps) {
  const [chosen, setChosen] = useState<string>();
  const byUse = [...subscriptions].sort((a, b) => b.credits.used - a.credits.used);
  const shown = chosen ?? byUse[0]?.id;
  if (!shown) return null;
  return (
    <div className="cols">
      <Section
        className="c6"
        title={t("Calls, last 30 days")}
        aside={
          <Link to="/calls" search={{ user: user.id, range: "30d" }}>
            {t("In Calls")}
          </Link>
        }
      >
        {byUse.length > 1 && (
          <fieldset className="actions choose">
            <legend className="vh">{t("Subscription")}</legend>
            {byUse.map(({ id, display_name }) => (
              <button
                key={id}
                type="button"
                className="btn btn-text"
                aria-pressed={id === shown}
                onClick={() => setChosen(id)}
              >
                <span dir="auto">{display_name}</span>
              </button>
            ))}
          </fieldset>
        )}
        <Traffic range={range} granularity="day" filter={{ subscription_id: shown }} />
      </Section>
      <Section className="c6" title={t("Calls by API")}>
        <CallsByApi range={range} filter={{ user_id: user.id }} />
      </Section>
    </div>
  );
}
