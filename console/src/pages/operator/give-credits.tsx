import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, type Subscription } from "../../api/client.ts";
import { newId } from "../../api/new-id.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { count, counted } from "../../parts/format.ts";
import { say } from "../../parts/toast.tsx";

const creditsMax = 10_000;

/** Gives a subscription more credits, once, with the reason that the ledger keeps. */
export function GiveCredits({
  subscription,
  close,
}: {
  readonly subscription: Subscription;
  readonly close: () => void;
}) {
  const queries = useQueryClient();
  const [credits, setCredits] = useState("100");
  const [reason, setReason] = useState("");
  // However often the button is pressed, or a lost answer is asked for again, they are given once.
  const [idempotencyKey] = useState(() => newId("console"));
  const amount = Number(credits);
  const valid = Number.isInteger(amount) && amount >= 1 && amount <= creditsMax;
  const { remaining } = subscription.credits;
  const give = async () => {
    const given = await answerOf(
      api.PUT("/subscriptions/sandbox-bump", {
        body: {
          subscription_id: subscription.id,
          credits: amount,
          idempotency_key: idempotencyKey,
          ...(reason && { reason }),
        },
      }),
    );
    await queries.invalidateQueries();
    say(`${counted(given.credits, "credit")} given; ${count(given.remaining)} are left`);
  };
  return (
    <Dialog title="Give credits" action="Give credits" disabled={!valid} act={give} close={close}>
      <Field
        label="Credits"
        inputMode="numeric"
        value={credits}
        fault={valid ? undefined : `A whole number from 1 to ${count(creditsMax)}.`}
        onChange={(event) => setCredits(event.target.value.trim())}
      />
      <Field
        label="Reason"
        value={reason}
        dir="auto"
        maxLength={500}
        hint="The ledger and the audit log keep it."
        onChange={(event) => setReason(event.target.value)}
      />
      {valid && remaining !== null && (
        <table className="receipt">
          <tbody>
            <tr>
              <th scope="row">Before</th>
              <td>{count(remaining)}</td>
            </tr>
            <tr>
              <th scope="row">Given</th>
              <td>+{count(amount)}</td>
            </tr>
            <tr>
              <th scope="row">After</th>
              <td>{count(remaining + amount)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
