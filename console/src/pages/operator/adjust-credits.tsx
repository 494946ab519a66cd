import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, type Subscription } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Select } from "../../parts/field.tsx";

const creditsMax = 1_000_000_000;

type How = "give" | "take" | "set";

const hows: readonly { readonly how: How; readonly words: string }[] = [
  { how: "give", words: "Give" },
  { how: "take", words: "Take away" },
  { how: "set", words: "Set to" },
];

/** Changes a subscription's credits, once, with the reason that the ledger keeps. */
export function GiveCredits({
  subscription,
  close,
}: {
  readonly subscription: Subscription;
  readonly close: () => void;
}) {
  const queries = useQueryClient();
  const [how, setHow] = useState<How>("give");
  const [credits, setCredits] = useState("100");
  const [reason, setReason] = useState("");
  // However often the button is pressed, or a lost answer is asked for again, it is done once.
  const [idempotencyKey] = useState(() => newId("console"));
  const amount = Number(credits.replaceAll(",", ""));
  const valid =
    credits !== "" && Number.isInteger(amount) && amount >= (how === "set" ? 0 : 1) && amount <= creditsMax;
  const before = subscription.credits.remaining ?? 0;
  const after = { give: before + amount, take: before - amount, set: amount }[how];
  const apply = async () => {
    const changed = await answerOf(
      api.POST("/subscriptions/{id}/credits", {
        params: { path: { id: subscription.id } },
        body: {
          ...(how === "set" ? { set: amount } : { change: how === "give" ? amount : -amount }),
          idempotency_key: idempotencyKey,
          ...(reason && { reason }),
        },
      }),
    );
    await queries.invalidateQueries();
    showToast(`Done; ${count(changed.remaining)} credits are left`);
  };
  return (
    <Dialog title="Change the credits" action="Change credits" disabled={!valid} act={apply} close={close}>
      <Select label="What" value={how} onChange={(event) => setHow(event.target.value as How)}>
        {hows.map((one) => (
          <option key={one.how} value={one.how}>
            {one.words}
          </option>
        ))}
      </Select>
      <Field
        label="Credits"
        inputMode="numeric"
        value={credits}
        fault={valid ? undefined : "A whole number, such as 1,000."}
        onChange={(event) => setCredits(event.target.value.trim())}
      />
      <Field
        label="Reason"
        value={reason}
        dir="auto"
        maxLength={500}
        hint="The ledger shows it to the customer."
        onChange={(event) => setReason(event.target.value)}
      />
      {valid && (
        <table className="receipt">
          <tbody>
            <tr>
              <th scope="row">Before</th>
              <td>{count(before)}</td>
            </tr>
            <tr>
              <th scope="row">{hows.find((one) => one.how === how)?.words}</th>
              <td>{count(amount)}</td>
            </tr>
            <tr>
              <th scope="row">After</th>
              <td>{count(after)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
