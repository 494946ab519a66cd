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
      title={`Problem: ${sumOf(payment)}`}
      aside={<Mark outcome="blocked">Not decided</Mark>}
    >
      <p>
        <Link to={`/users/${account_id}`} dir="auto">
          {customer}
        </Link>{" "}
        paid for {description}. <b>{problem}</b>
      </p>
      <div className="note">
        <PaymentActions payment={payment} customer={customer} isPrimary />
      </div>
    </Section>
  );
}
