import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { paymentProvider } from "./payment-queries.ts";

const utc = datesIn("UTC");

/** What an operator must change at the payment provider or in the settings, and what to do. Nothing without a problem. */
export function ProviderProblems() {
  const { data } = useQuery(paymentProvider);
  if (!data || (data.problems.length === 0 && data.unknown_events === 0)) return null;
  return (
    <>
      {data.problems.map(({ code, found, advice, since }) => (
        <Section
          key={code}
          title={t("The payment provider needs a change")}
          aside={<Mark outcome="failed">{t("Since {day}", { day: utc.day(since) })}</Mark>}
        >
          <p>{sentText(found)}.</p>
          <p className="muted">{sentText(advice)}</p>
        </Section>
      ))}
      {data.unknown_events > 0 && (
        <p className="xs muted note">
          {t(
            "{events, plural, one {# event} other {# events}} of the last day are of nothing that this service has made. They change nothing.",
            { events: data.unknown_events },
          )}
        </p>
      )}
    </>
  );
}
