import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Subscription } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { isEmpty, type Typed, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";

const creditsMax = 1_000_000_000;

const actions = { add: t("Add"), remove: t("Remove"), set: t("Set to") } as const;

type Action = keyof typeof actions;

/** Adjusts a subscription's credits once, with a reason for the credit history. */
export function AdjustCredits({ subscription, close }: { subscription: Subscription; close: () => void }) {
  const queries = useQueryClient();
  const [action, setAction] = useState<Action>("add");
  const [credits, setCredits] = useState<Typed>(100);
  const [reason, setReason] = useState("");
  // One key for every attempt, so that a retry changes nothing twice.
  const [idempotencyKey] = useState(() => newId("console"));
  const amount = wholeNumber(credits) ?? Number.NaN;
  const least = action === "set" ? 0 : 1;
  const valid = !isEmpty(credits) && !wholeFault(credits, least, creditsMax);
  const before = subscription.credits.remaining ?? 0;
  const after = { add: before + amount, remove: before - amount, set: amount }[action];
  const adjust = async () => {
    const changed = await dataOf(
      api.POST("/subscriptions/{id}/credits", {
        params: { path: { id: subscription.id } },
        body: {
          ...(action === "set" ? { set: amount } : { change: action === "add" ? amount : -amount }),
          idempotency_key: idempotencyKey,
          ...(reason && { reason }),
        },
      }),
    );
    await queries.invalidateQueries();
    showToast(
      t("Credits adjusted: {remaining, plural, one {# credit} other {# credits}} left", {
        remaining: changed.remaining,
      }),
    );
  };
  const receipt = [
    [t("Before"), before],
    [actions[action], amount],
    [t("After"), after],
  ] as const;
  return (
    <Dialog
      title={t("Adjust credits")}
      action={t("Adjust credits")}
      unavailable={!valid && t("Correct the number of credits.")}
      act={adjust}
      close={close}
    >
      <Select
        label={t("Action")}
        value={action}
        change={(value) => setAction(value as Action)}
        options={Object.entries(actions)}
      />
      <WholeField
        label={t("Credits")}
        value={credits}
        least={least}
        most={creditsMax}
        fault={isEmpty(credits) ? t("Enter a whole number from {least}.", { least }) : undefined}
        change={setCredits}
      />
      <Field
        label={t("Reason")}
        value={reason}
        dir="auto"
        maxLength={500}
        hint={t("Shown to the customer in the credit history.")}
        change={setReason}
      />
      {valid && (
        <table className="receipt">
          <tbody>
            {receipt.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{count(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
