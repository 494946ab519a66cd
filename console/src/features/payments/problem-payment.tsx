import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import type { Payment } from "./payment-queries.ts";
import { sumOf } from "./payment-words.ts";

/** Money that could not have what it paid for. */
export function ProblemPayment({ payment, customer }: { payment: Payment; customer: string }) {
  const { account_id, description, problem } = payment;
  return (
    <Section
      className="c6"
      title={t("Problem: {sumOf}", { sumOf: sumOf(payment) })}
      aside={<Mark outcome="blocked">{t("Not decided")}</Mark>}
    >
      <p>
        <T
          text="{customer} paid for {description}. {problem}"
          customer={
            <Link to={`/customers/${account_id}`} dir="auto">
              {customer}
            </Link>
          }
          description={description}
          problem={<b>{problem}</b>}
        />
      </p>
      <div className="note">
        <PaymentActions payment={payment} customer={customer} isPrimary />
      </div>
    </Section>
  );
}
