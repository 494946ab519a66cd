import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Product } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { newId } from "../../base/new-id.ts";
import { choiceField, textField } from "../../parts/fields.tsx";
import { everything, FormDialog } from "../../parts/form-dialog.tsx";
import { grantWords } from "../../parts/policy-words.ts";

/** Plans to choose from, published or not. */
export const planOptions = (plans: readonly Product[]) =>
  plans.map(
    ({ id, state, display_name: name }) =>
      [id, state === "published" ? name : t("{name} (not published)", { name })] as const,
  );

/** Gives a customer an active subscription to a plan, published or not. */
export function PutOnPlan({ user, name, close }: { user: User; name: string; close: () => void }) {
  const plans = useQuery(products).data?.items ?? [];
  // One ID for every attempt, so that a retry creates one subscription.
  const [id] = useState(() => newId("sub"));
  const planOf = (chosen: string | undefined) => plans.find((one) => one.id === chosen) ?? plans[0];
  return (
    <FormDialog
      title={t("Put {name} on a plan", { name })}
      action={t("Create subscription")}
      busy={t("Creating")}
      unavailable={plans.length === 0 && t("Choose a plan.")}
      close={close}
      changes={everything}
      fields={({ plan }) => ({
        plan: choiceField({
          label: t("Plan"),
          options: planOptions(plans),
        }),
        label: textField({
          label: t("Name"),
          required: false,
          maxLength: 100,
          hint: t("Default: {displayName}", { displayName: planOf(plan)?.display_name ?? "" }),
        }),
      })}
      send={async (values) => {
        const plan = planOf(values.plan)!;
        const body = {
          scope: `/products/${plan.id}`,
          owner_id: user.id,
          display_name: values.label.trim() || plan.display_name,
          state: "active" as const,
        };
        const params = { path: { subscription_id: id } };
        await dataOf(api.POST("/subscriptions/{subscription_id}", { params, body }));
        return t("{name} is on {displayName}", { name, displayName: plan.display_name });
      }}
    >
      {(values) => {
        const plan = planOf(values?.plan);
        return (
          plan && (
            <p className="muted">
              {t("{grantWords} and two keys. It starts immediately and needs no approval.", {
                grantWords: grantWords(plan.credits_granted),
              })}
            </p>
          )
        );
      }}
    </FormDialog>
  );
}
