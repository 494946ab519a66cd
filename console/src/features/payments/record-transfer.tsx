import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { moneyField, textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { changedByPayments } from "./payment-queries.ts";

const plain = { required: false, autoComplete: "off" } as const;

/** A transfer as the bank shows it. The service matches it if its text has a payment's reference. */
export const RecordTransfer = ({ close }: { close: () => void }) => (
  <FormDialog
    title={t("Record a transfer")}
    action={t("Record transfer")}
    incomplete={t("Enter the amount and the bank's ID.")}
    close={close}
    changes={changedByPayments}
    fields={({ currency = "EUR" }) => ({
      minor: moneyField(currency, { label: t("Amount"), beside: true }),
      currency: textField({
        ...plain,
        label: t("Currency"),
        initial: "EUR",
        maxLength: 3,
        shaped: (typed) => typed.toUpperCase(),
      }),
      reference: textField({
        ...plain,
        label: t("Reference"),
        maxLength: 500,
        hint: t("What the payer wrote. A payment's own reference matches it."),
      }),
      sender: textField({ ...plain, label: t("Sender"), maxLength: 200 }),
      bank_ref: textField({
        ...plain,
        label: t("ID at the bank"),
        maxLength: 200,
        blocksEmpty: true,
        hint: t("A transfer is recorded once."),
        beside: true,
      }),
      day: textField({ ...plain, label: t("Received on"), type: "date", hint: t("Default: now.") }),
    })}
    send={async ({ day, ...values }) => {
      const body = { ...values, bank_ref: values.bank_ref.trim() };
      const received = day === "" ? {} : { received_at: `${day}T00:00:00Z` };
      const { state } = await dataOf(api.POST("/payments/transfers", { body: { ...body, ...received } }));
      return state === "matched"
        ? t("Recorded and matched with its payment")
        : t("Recorded: {state}", { state });
    }}
  />
);
