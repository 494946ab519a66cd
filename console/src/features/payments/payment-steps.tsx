import type { ReactNode } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { changedByPayments, type Payment } from "./payment-queries.ts";
import { dueOf, isDebited, isOpen, sumOf } from "./payment-words.ts";
import { searchOf, wantedBy } from "./wanted.ts";

type Transfer = NonNullable<Payment["transfer"]>;

/** What the customer can do with a payment now. */
export function PaymentSteps({ payment }: { payment: Payment }) {
  const { state, kind, failure } = payment;
  if (state === "paid")
    return (
      <p className="actions note">
        <Link className="btn btn-primary" to="/home?start=1">
          {t("Open quick start")}
        </Link>
        <Link className="btn" to="/keys">
          {t("View API keys")}
        </Link>
      </p>
    );
  if (state === "failed" || state === "cancelled") return <PayAgain payment={payment} />;
  if (!isOpen(payment) || isDebited(payment)) return null;
  const canCancel = (kind === "plan" || kind === "package") && payment.received_minor === 0;
  return (
    <>
      {payment.transfer && <TransferData payment={payment} transfer={payment.transfer} />}
      {failure && payment.provider === "stripe" && <PayAgain payment={payment} />}
      <p className="actions note">
        {payment.checkout_url && (
          <a className="btn btn-primary" href={payment.checkout_url}>
            {t("Continue to pay {sumOf}", { sumOf: sumOf(payment) })}
          </a>
        )}
        {canCancel && <Cancel payment={payment} />}
      </p>
    </>
  );
}

function TransferData({ payment, transfer }: { payment: Payment; transfer: Transfer }) {
  const { reference, recipient, iban, bic, text } = transfer;
  const sum = price(dueOf(payment), payment.currency);
  const copied = (name: string, value: string) => (
    <span className="copied">
      <code>{value}</code>{" "}
      <Button onPress={() => copyText(value, t("{name} copied", { name }))}>
        <T text="Copy {name}" name={<span className="vh">{name}</span>} />
      </Button>
    </span>
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("Amount"), sum],
    ...(recipient ? [[t("To"), <bdi key="to">{recipient}</bdi>] as const] : []),
    ...(iban ? [["IBAN", copied("IBAN", iban)] as const] : []),
    ...(bic ? [["BIC", copied("BIC", bic)] as const] : []),
    [t("Reference"), copied(t("Reference"), reference)],
  ];
  return (
    <Section title={t("Your transfer")}>
      <Facts facts={facts} />
      {text && <p className="given note">{text}</p>}
      <p className="muted note">
        {!iban && !text && <>{t("The operator has the bank account.")} </>}
        {t("The reference finds your payment: write it as it is.")}
      </p>
    </Section>
  );
}

function PayAgain({ payment }: { payment: Payment }) {
  const wanted = wantedBy(payment);
  return (
    <p className="actions note">
      {wanted ? (
        <Link className="btn btn-primary" to="/buy" search={searchOf(wanted)}>
          {t("Pay again ({sumOf})", { sumOf: sumOf(payment) })}
        </Link>
      ) : (
        <Link
          className="btn btn-primary"
          to="/billing#plan"
          search={{ subscription: payment.subscription_id }}
        >
          {t("View plans and packages")}
        </Link>
      )}
    </p>
  );
}

function Cancel({ payment: { id } }: { payment: Payment }) {
  const decide = useDecision(...changedByPayments);
  const cancel = () =>
    decide(dataOf(api.POST("/payments/{id}/cancel", { params: { path: { id } } })), t("Payment cancelled"));
  return (
    <Button permission="plans.change" onPress={cancel}>
      {t("Cancel payment")}
    </Button>
  );
}
