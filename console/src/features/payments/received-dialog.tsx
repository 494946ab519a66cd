import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { amountFault, amountText, price, typedAmount } from "../../base/money.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
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
  const [typed, setTyped] = useState(amountText(due, currency));
  const refreshed = useRefreshed();
  const minor = typedAmount(typed, currency);
  const fault =
    amountFault(typed, currency) ?? (minor === undefined || minor === 0 ? "Enter an amount." : undefined);
  const sum = fault ? "" : price(minor!, currency);
  const act = async () => {
    await dataOf(api.POST("/payments/{id}/received", { params: { path: { id } }, body: { minor: minor! } }));
    await refreshed();
    showToast(`${sum} recorded`);
  };
  return (
    <Dialog
      title={`Record money of ${customer}`}
      action={fault ? "Record" : `Record ${sum}`}
      disabled={fault !== undefined}
      act={act}
      close={close}
    >
      <p className="sm">
        {description}: {price(due, currency)} is due.
      </p>
      <Field
        label={`Received (${currency})`}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        fault={fault}
        change={setTyped}
      />
      {!fault && <p className="sm muted">{effect(minor!, due, currency, credits > 0)}</p>}
    </Dialog>
  );
}

function effect(minor: number, due: number, currency: string, hasCredits: boolean): string {
  if (minor < due)
    return `${price(due - minor, currency)} stays due. What is paid for begins when all has arrived.`;
  const more = minor > due ? ` ${price(minor - due, currency)} is too much: decide on it afterwards.` : "";
  return `All has arrived: ${hasCredits ? "its credits are granted and " : ""}the invoice is issued.${more}`;
}
