import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { moneyField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { changedByPayments, type Payment } from "./payment-queries.ts";
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
  return (
    <FormDialog
      title={t("Record money of {customer}", { customer })}
      action={(value) => (value ? t("Record {sum}", { sum: price(value.minor, currency) }) : t("Record"))}
      close={close}
      changes={changedByPayments}
      above={
        <p className="sm">
          {t("{description}: {price} is due.", { description, price: price(due, currency) })}
          {payment.provider === "stripe" && <> {t("It is not charged to a card any more.")}</>}
        </p>
      }
      fields={{
        minor: moneyField(currency, {
          label: t("Received ({currency})", { currency }),
          initial: due,
          missing: t("Enter an amount."),
        }),
      }}
      send={async (body) => {
        await dataOf(api.POST("/payments/{id}/received", { params: { path: { id } }, body }));
        return t("{sum} recorded", { sum: price(body.minor, currency) });
      }}
    >
      {(value) => value && <p className="sm muted">{effect(value.minor, due, currency, credits > 0)}</p>}
    </FormDialog>
  );
}

function effect(minor: number, due: number, currency: string, hasCredits: boolean): string {
  if (minor < due)
    return t("{price} stays due. What is paid for begins when all has arrived.", {
      price: price(due - minor, currency),
    });
  const issued = t(
    "All has arrived: {hasCredits, select, yes {its credits are granted and } other {}}the invoice is issued.",
    { hasCredits: hasCredits ? "yes" : "no" },
  );
  if (minor === due) return issued;
  const more = t("{price} is too much: decide on it afterwards.", { price: price(minor - due, currency) });
  return `${issued} ${more}`;
}
