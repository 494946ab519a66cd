import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { amountFault, typedAmount } from "../../base/typed-numbers.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { MoneyField } from "../../parts/number-field.tsx";
import { useRefreshed } from "./payment-queries.ts";

const empty = { amount: "", currency: "EUR", reference: "", sender: "", bankRef: "", day: "" };

/** A transfer as the bank shows it. The service matches it if its text has a payment's reference. */
export function RecordTransfer({ close }: { close: () => void }) {
  const [form, setForm] = useState(empty);
  const refreshed = useRefreshed();
  const { amount, currency, reference, sender, bankRef, day } = form;
  const minor = typedAmount(amount, currency);
  const fault = amountFault(amount, currency);
  const isComplete = !fault && minor !== undefined && minor > 0 && bankRef.trim() !== "";
  const set = (name: keyof typeof empty) => (value: string) => setForm({ ...form, [name]: value });
  const act = async () => {
    const { state } = await dataOf(
      api.POST("/payments/transfers", {
        body: {
          bank_ref: bankRef.trim(),
          minor: minor!,
          currency,
          reference,
          sender,
          ...(day !== "" && { received_at: `${day}T00:00:00Z` }),
        },
      }),
    );
    await refreshed();
    showToast(
      state === "matched" ? t("Recorded and matched with its payment") : t("Recorded: {state}", { state }),
    );
  };
  return (
    <Dialog
      title={t("Record a transfer")}
      action={t("Record transfer")}
      unavailable={!isComplete && t("Enter the amount and the bank's ID.")}
      act={act}
      close={close}
    >
      <div className="row2">
        <MoneyField label={t("Amount")} value={amount} currency={currency} change={set("amount")} />
        <Field
          label={t("Currency")}
          value={currency}
          maxLength={3}
          autoComplete="off"
          change={(value) => set("currency")(value.toUpperCase())}
        />
      </div>
      <Field
        label={t("Reference")}
        value={reference}
        maxLength={500}
        autoComplete="off"
        hint={t("What the payer wrote. A payment's own reference matches it.")}
        change={set("reference")}
      />
      <Field label={t("Sender")} value={sender} maxLength={200} autoComplete="off" change={set("sender")} />
      <div className="row2">
        <Field
          label={t("ID at the bank")}
          value={bankRef}
          maxLength={200}
          autoComplete="off"
          hint={t("A transfer is recorded once.")}
          change={set("bankRef")}
        />
        <Field
          label={t("Received on")}
          type="date"
          value={day}
          hint={t("Default: now.")}
          change={set("day")}
        />
      </div>
    </Dialog>
  );
}
