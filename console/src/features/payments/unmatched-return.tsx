import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import type { UnmatchedReturn as Return } from "./payment-queries.ts";
import { useDecision } from "./use-decision.ts";

const utc = datesIn("UTC");

/** A refund or dispute of a charge whose payment is not here. It is applied by itself when the payment is. */
export function UnmatchedReturn({ of }: { of: Return }) {
  const decide = useDecision();
  const { id, currency, received_minor, refunded_minor, dispute, disputed_minor, created_at } = of;
  const close = () =>
    decide(
      () => dataOf(api.POST("/payments/returns/{id}/close", { params: { path: { id } } })),
      t("Noted as done"),
    );
  return (
    <Section
      className="c6"
      title={dispute ? t("Dispute without a payment") : t("Refund without a payment")}
      aside={<Mark outcome="blocked">{t("Since {day}", { day: utc.day(created_at) })}</Mark>}
    >
      <p>
        {t(
          "Its payment is not here, for example since a restore. It is applied by itself as soon as the payment is here. If it does not come, decide it at the provider.",
        )}
      </p>
      <Facts
        className="facts note"
        facts={[
          [t("Charge at the provider"), of.provider_ref],
          [t("Payment ID"), of.payment_id],
          [t("Received"), price(received_minor, currency)],
          [t("Returned"), price(refunded_minor, currency)],
          ...(dispute ? [[t("Disputed"), price(disputed_minor, currency)] as const] : []),
        ]}
      />
      <div className="actions note">
        <Button permission="payments.decide" onPress={close}>
          {t("Note as done")}
        </Button>
      </div>
    </Section>
  );
}
