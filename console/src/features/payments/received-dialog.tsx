import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { showToast } from "../../base/toast.ts";
import { amountFault, type Typed, typedAmount } from "../../base/typed-numbers.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { MoneyField } from "../../parts/number-field.tsx";
import { type Payment, useRefreshed } from "./payment-queries.ts";
import { dueOf } from "./payment-words.ts";

interface ReceivedProps {
  readonly payment: Payment;
  readonly customer: string;
  close(): void;
}

/** Money that has arrived by transfer, in part or all of it. */
export function ReceivedDialog({ payment, customer, close }: ReceivedProps) {
  const { id, currency, description, credits } = payment;
  const due = dueOf(payment);
  const [typed, setTyped] = useState<Typed>(due);
  const refreshed = useRefreshed();
  const minor = typedAmount(typed, currency);
  const fault =
    amountFault(typed, currency) ?? (minor === undefined || minor === 0 ? t("Enter an amount.") : undefined);
  const sum = fault ? "" : price(minor!, currency);
  const act = async () => {
    await dataOf(api.POST("/payments/{id}/received", { params: { path: { id } }, body: { minor: minor! } }));
    await refreshed();
    showToast(t("{sum} recorded", { sum }));
  };
  return (
    <Dialog
      title={t("Record money of {customer}", { customer })}
      action={fault ? t("Record") : t("Record {sum}", { sum })}
      disabled={fault !== undefined}
      act={act}
      close={close}
    >
      <p className="sm">
        {t("{description}: {price} is due.", { description, price: price(due, currency) })}
        {payment.provider === "stripe" && <> {t("It is not charged to a card any more.")}</>}
      </p>
      <MoneyField
        label={t("Received ({currency})", { currency })}
        value={typed}
        currency={currency}
        fault={fault}
        change={setTyped}
      />
      {!fault && <p className="sm muted">{effect(minor!, due, currency, credits > 0)}</p>}
    </Dialog>
  );
}

function effect(minor: number, due: number, currency: string, hasCredits: boolean): string {
  if (minor < due)
    return t("{price} stays due. What is paid for begins when all has arrived.", {
      price: price(due - minor, currency),
    });
  const more =
    minor > due
      ? t(" {price} is too much: decide on it afterwards.", { price: price(minor - due, currency) })
      : "";
  return t(
    "All has arrived: {hasCredits, select, yes {its credits are granted and } other {}}the invoice is issued.{more}",
    { hasCredits: hasCredits ? "yes" : "no", more },
  );
}
