import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { datesIn } from "../billing/zone-dates.ts";
import { changedByPayments, restoredPayments } from "./payment-queries.ts";
import { ReturnButton } from "./return-button.tsx";

type Charge = Schemas["LostCharge"];
type Decide = ReturnType<typeof useDecision>;

const utc = datesIn("UTC");

/** Charges whose payments a restore has lost: each is matched or returned before the service resumes. */
export function LostCharges() {
  const { data } = useQuery(restoredPayments);
  const decide = useDecision(...changedByPayments, ["system"]);
  return data?.charges.map((charge) => (
    <LostCharge key={charge.provider_ref} charge={charge} decide={decide} />
  ));
}

interface LostProps {
  readonly charge: Charge;
  readonly decide: Decide;
}

function LostCharge({ charge, decide }: LostProps) {
  const sum = price(charge.minor, charge.currency);
  return (
    <Section
      className="c6"
      title={t("Charge without a payment: {sum}", { sum })}
      aside={<Mark outcome="blocked">{t("Since {day}", { day: utc.day(charge.charged_at) })}</Mark>}
    >
      <p>
        {charge.has_arrived
          ? t("It was taken before the restore, and its payment is lost. Match it, or return it.")
          : t("It is being debited, and its payment is lost. Match it, or wait until it has arrived.")}
      </p>
      <Facts
        className="facts note"
        facts={[
          [t("Charge at the provider"), charge.provider_ref],
          [t("Paid for"), paidFor(charge)],
          ...(charge.subscription_id === null ? [] : [[t("Subscription"), charge.subscription_id] as const]),
          ...(charge.refunded_minor === 0
            ? []
            : [[t("Returned"), price(charge.refunded_minor, charge.currency)] as const]),
        ]}
      />
      <Match charge={charge} decide={decide} />
    </Section>
  );
}

const kinds: Readonly<Record<string, () => string>> = {
  plan: () => t("Plan"),
  renewal: () => t("Renewal"),
  package: () => t("Package"),
  automatic: () => t("Automatic top-up"),
  overage: () => t("Credits beyond the plan"),
};

function paidFor({ kind, period }: Charge): string {
  const name = kinds[kind ?? ""]?.() ?? t("unknown");
  return period === null ? name : t("{name}, period {period}", { name, period: String(period) });
}

function Match({ charge, decide }: LostProps) {
  const { provider_ref: ref, minor, currency, subscription_id } = charge;
  const sum = price(minor, currency);
  const [to, setTo] = useState(subscription_id === null ? "payment" : "subscription");
  const [subscription, setSubscription] = useState(subscription_id ?? "");
  const [payment, setPayment] = useState("");
  const isPayment = to === "payment";
  const id = (isPayment ? payment : subscription).trim();
  const match = () =>
    decide(
      dataOf(
        api.POST("/payments/restored/{ref}/match", {
          params: { path: { ref } },
          body: isPayment ? { payment_id: id } : { subscription_id: id },
        }),
      ),
      t("{sum} matched", { sum }),
    );
  return (
    <>
      <Select
        label={t("Match with")}
        value={to}
        change={setTo}
        options={[
          ["subscription", t("A subscription")],
          ["payment", t("A payment that is here")],
        ]}
      />
      {isPayment ? (
        <Field
          label={t("Payment ID")}
          value={payment}
          autoComplete="off"
          hint={t("A payment of the same sum for which no money has arrived.")}
          change={setPayment}
        />
      ) : (
        <Field
          label={t("Subscription ID")}
          value={subscription}
          autoComplete="off"
          hint={t("It gets the period that was paid, or the package of this price.")}
          change={setSubscription}
        />
      )}
      <div className="actions note">
        <Button permission="payments.decide" look="primary" onPress={match} disabled={id === ""}>
          {t("Match {sum}", { sum })}
        </Button>
        {charge.has_arrived && <Return charge={charge} decide={decide} />}
      </div>
    </>
  );
}

function Return({ charge, decide }: LostProps) {
  const { provider_ref: ref, minor, refunded_minor, currency, dispute } = charge;
  const sum = price(minor - refunded_minor, currency);
  const isAtBank = dispute === "open" || dispute === "lost";
  const send = () =>
    decide(
      dataOf(api.POST("/payments/restored/{ref}/return", { params: { path: { ref } } })),
      t("{sum} returned", { sum }),
    );
  return (
    <ReturnButton sum={sum} action={t("Return {sum}", { sum })} act={send}>
      {isAtBank
        ? t("The charge is disputed: the bank decides. This moves no money.")
        : t("The payment provider returns it to the card.")}
    </ReturnButton>
  );
}
