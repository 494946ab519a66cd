import { api, dataOf, type Subscription } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { choiceField, textField, wholeField } from "../../parts/fields.tsx";
import { everything, FormDialog } from "../../parts/form-dialog.tsx";

const creditsMax = 1_000_000_000;

const actions = { add: t("Add"), remove: t("Remove"), set: t("Set to") } as const;

type Action = keyof typeof actions;

const actionOptions = Object.entries(actions) as [Action, string][];

/** Adjusts a subscription's credits once, with a reason for the credit history. */
export function AdjustCredits({ subscription, close }: { subscription: Subscription; close: () => void }) {
  const before = subscription.credits.remaining ?? 0;
  return (
    <FormDialog
      title={t("Adjust credits")}
      action={(values) =>
        values?.action === "add" && values.amount > 0
          ? t("Add {amount, plural, one {# credit} other {# credits}}", { amount: values.amount })
          : t("Adjust credits")
      }
      incomplete={t("Correct the number of credits.")}
      close={close}
      changes={everything}
      fields={({ action }) => {
        const least = action === "set" ? 0 : 1;
        return {
          action: choiceField({ label: t("Action"), options: actionOptions }),
          amount: wholeField({
            label: t("Credits"),
            initial: 100,
            least,
            most: creditsMax,
            missing: t("Enter a whole number from {least}.", { least }),
          }),
          reason: textField({
            label: t("Reason"),
            required: false,
            maxLength: 500,
            hint: t("Shown to the customer in the credit history."),
          }),
        };
      }}
      send={async ({ action, amount, reason }, headers) => {
        const { remaining } = await dataOf(
          api.POST("/subscriptions/{id}/credits", {
            params: { path: { id: subscription.id } },
            body: {
              ...(action === "set" ? { set: amount } : { change: action === "add" ? amount : -amount }),
              idempotency_key: headers["idempotency-key"]!,
              ...(reason && { reason }),
            },
          }),
        );
        return t("Credits adjusted: {remaining, plural, one {# credit} other {# credits}} left", {
          remaining,
        });
      }}
    >
      {(values) => values && <Receipt before={before} action={values.action} amount={values.amount} />}
    </FormDialog>
  );
}

function Receipt({ before, action, amount }: { before: number; action: Action; amount: number }) {
  const after = { add: before + amount, remove: before - amount, set: amount }[action];
  const lines = [
    [t("Before"), before],
    [actions[action], amount],
    [t("After"), after],
  ] as const;
  return (
    <table className="receipt">
      <tbody>
        {lines.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{count(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
