import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Subscription } from "../../api/client.ts";
import { count, counted } from "../../base/format.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Select } from "../../parts/field.tsx";

const creditsMax = 1_000_000_000;

const actions = { add: "Add", remove: "Remove", set: "Set to" } as const;

type Action = keyof typeof actions;

/** Adjusts a subscription's credits once, with a reason for the credit history. */
export function AdjustCredits({ subscription, close }: { subscription: Subscription; close: () => void }) {
  const queries = useQueryClient();
  const [action, setAction] = useState<Action>("add");
  const [credits, setCredits] = useState("100");
  const [reason, setReason] = useState("");
  // One key for every attempt, so that a retry changes nothing twice.
  const [idempotencyKey] = useState(() => newId("console"));
  const amount = Number(credits.replaceAll(",", ""));
  const least = action === "set" ? 0 : 1;
  const valid = credits !== "" && Number.isInteger(amount) && amount >= least && amount <= creditsMax;
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
    showToast(`Credits adjusted: ${counted(changed.remaining, "credit")} left`);
  };
  const receipt = [
    ["Before", before],
    [actions[action], amount],
    ["After", after],
  ] as const;
  return (
    <Dialog
      title="Adjust credits"
      action="Adjust credits"
      unavailable={!valid && "Correct the number of credits."}
      act={adjust}
      close={close}
    >
      <Select
        label="Action"
        value={action}
        change={(value) => setAction(value as Action)}
        options={Object.entries(actions)}
      />
      <Field
        label="Credits"
        inputMode="numeric"
        value={credits}
        fault={valid ? undefined : "Enter a whole number, for example 1,000."}
        change={(value) => setCredits(value.trim())}
      />
      <Field
        label="Reason"
        value={reason}
        dir="auto"
        maxLength={500}
        hint="Shown to the customer in the credit history."
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
