import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { CostBox } from "../billing/change-sum.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import type { Payment } from "./payment-queries.ts";
import { sumOf } from "./payment-words.ts";

const utc = datesIn("UTC");

/** A disputed payment: what was sold, and what happens if the dispute is lost. It is answered at the provider. */
export function Dispute({ payment, customer }: { payment: Payment; customer: string }) {
  const { account_id, description, credits, currency, paid_at, minor, refunded_minor } = payment;
  const { credits_set_aside: aside, credits_removed: removed } = payment;
  const isInquiry = payment.dispute === "inquiry";
  const spent = isInquiry ? undefined : Math.max(0, credits - aside - removed);
  return (
    <Section
      title={
        isInquiry
          ? t("Inquiry: {sumOf}", { sumOf: sumOf(payment) })
          : t("Dispute: {sumOf}", { sumOf: sumOf(payment) })
      }
      aside={<Mark outcome="failed">{t("Answer it at the provider")}</Mark>}
    >
      <p>
        <T
          text="{customer} disputes the charge{day, select, none {} other { of {day}}}."
          customer={
            <Link to={`/customers/${account_id}`} dir="auto">
              {customer}
            </Link>
          }
          day={paid_at ? utc.day(paid_at) : "none"}
        />
      </p>
      <Facts
        className="facts note"
        facts={[
          [description, t("{credits, plural, one {# credit} other {# credits}}", { credits })],
          ...(spent === undefined
            ? []
            : ([
                [t("Spent since"), count(spent)],
                [t("Left, set aside until decided"), count(aside)],
              ] as const)),
        ]}
      />
      {spent === undefined ? (
        <p className="note">
          {t("The bank only asks. Nothing was taken, and no credits are set aside. A refund ends it.")}
        </p>
      ) : (
        <CostBox
          title={t("If the dispute is lost")}
          lines={[
            [t("Credits removed"), `−${count(aside)}`],
            [t("Credits spent, then owed"), count(spent)],
            [t("Money returned, at most"), `−${price(minor - refunded_minor, currency)}`, "rule"],
          ]}
        />
      )}
      <p className="xs muted note">
        {t("The evidence is the signed statement of the month, with each call.")}
      </p>
    </Section>
  );
}
