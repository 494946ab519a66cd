import { count, counted } from "../../base/format.ts";
import { price } from "../../base/money.ts";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { CostBox } from "../billing/change-sum.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { PaymentActions } from "./payment-actions.tsx";
import type { Payment } from "./payment-queries.ts";
import { sumOf } from "./payment-words.ts";

const utc = datesIn("UTC");

/** A disputed payment: what was sold, and what happens if the dispute is lost. It is answered at the provider. */
export function Dispute({ payment, customer }: { payment: Payment; customer: string }) {
  const { account_id, description, credits, currency, paid_at, minor, refunded_minor } = payment;
  const { credits_set_aside: aside, credits_removed: removed } = payment;
  const spent = Math.max(0, credits - aside - removed);
  return (
    <Section
      className="c6"
      title={`Dispute: ${sumOf(payment)}`}
      aside={<Mark outcome="failed">Answer it at the provider</Mark>}
    >
      <p>
        <Link to={`/users/${account_id}`} dir="auto">
          {customer}
        </Link>{" "}
        disputes the charge{paid_at && ` of ${utc.day(paid_at)}`}.
      </p>
      <Facts
        className="facts note"
        facts={[
          [description, counted(credits, "credit")],
          ["Spent since", count(spent)],
          ["Left, set aside until decided", count(aside)],
        ]}
      />
      <CostBox
        title="If the dispute is lost"
        lines={[
          ["Credits removed", `−${count(aside)}`],
          ["Credits spent, then owed", count(spent)],
          ["Money returned, at most", `−${price(minor - refunded_minor, currency)}`, "rule"],
        ]}
      />
      <PaymentActions payment={payment} customer={customer} />
      <p className="xs muted note">The evidence is the signed statement of the month, with each call.</p>
    </Section>
  );
}
