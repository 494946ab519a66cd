import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import { t } from "../../base/language/language.ts";
import { List, useOwnPaged } from "../../parts/list-page.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { PlanPart } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { paymentPath } from "../../parts/side-paths.ts";
import { Empty } from "../../parts/states.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { InvoiceLink, useNumbers } from "./invoice-link.tsx";
import { paymentsOf, useIsTaken } from "./payment-queries.ts";
import { methodText, stateOf, sumOf } from "./payment-words.ts";
import { SavedMethod } from "./saved-method.tsx";
import { TopUpSection } from "./top-up-form.tsx";

const pageSize = 20;

/** What payments add to the page of billing; nothing where none are taken. */
export function BillingSections({ plan }: PlanPart) {
  const isTaken = useIsTaken(plan);
  const { subscription_id } = plan;
  const { paged, own } = useOwnPaged(pageSize);
  const query = useQuery({
    ...paymentsOf({ subscription_id, ...paged }),
    placeholderData: keepPreviousData,
  });
  const numbers = useNumbers(query.data?.items ?? [], useAccount().id);
  const dates = datesIn(plan.time_zone);
  if (!isTaken && !query.data?.total) return null;
  return (
    <>
      {isTaken && <TopUpSection plan={plan} />}
      <Section
        title={t("Payments")}
        aside={
          isTaken &&
          plan.offer && (
            <Link to={`/billing?tab=plans&subscription=${subscription_id}#packages`}>{t("Buy credits")}</Link>
          )
        }
      >
        <List
          query={query}
          what={t("Could not load the payments")}
          empty={<Empty title={t("No payments yet")}>{t("Your first payment is listed here.")}</Empty>}
          paged={own}
          caption={t("Payments, newest first")}
          keyOf={({ id }) => id}
          columns={[
            { head: t("Date"), cell: (one) => dates.day(one.paid_at ?? one.created_at) },
            {
              head: t("For"),
              cell: (one) => <Link to={paymentPath(one.id)}>{one.description}</Link>,
            },
            { head: t("Amount with VAT"), cell: sumOf, figures: true },
            {
              head: t("State"),
              cell: (one) => {
                const [outcome, text] = stateOf(one);
                return (
                  <>
                    <Mark outcome={outcome}>{text}</Mark>
                    {one.next_attempt_at && (
                      <span className="sub">
                        {t("next try on {day}", { day: dates.day(one.next_attempt_at) })}
                      </span>
                    )}
                  </>
                );
              },
            },
            { head: t("Method"), cell: methodText },
            { head: t("Invoice"), cell: (one) => <InvoiceLink payment={one} numbers={numbers} /> },
          ]}
        />
      </Section>
      <SavedMethod dates={dates} />
    </>
  );
}
