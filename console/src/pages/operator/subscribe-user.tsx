import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { grantWords } from "../../parts/policy-words.ts";

/** Gives a user an active subscription to a plan, published or not. */
export function SubscribeUser({ user, name, close }: { user: User; name: string; close: () => void }) {
  const queries = useQueryClient();
  const plans = useQuery(products).data?.items ?? [];
  const [chosen, setChosen] = useState<string>();
  const [label, setLabel] = useState("");
  // One ID for every attempt, so that a retry creates one subscription.
  const [id] = useState(() => newId("sub"));
  const plan = plans.find((one) => one.id === chosen) ?? plans[0];
  const subscribe = async () => {
    if (!plan) return;
    const body = {
      scope: `/products/${plan.id}`,
      owner_id: user.id,
      display_name: label.trim() || plan.display_name,
      state: "active" as const,
    };
    await dataOf(
      api.POST("/subscriptions/{subscription_id}", { params: { path: { subscription_id: id } }, body }),
    );
    await queries.invalidateQueries();
    showToast(t("{name} is on {displayName}", { name, displayName: plan.display_name }));
  };
  return (
    <Dialog
      title={t("Put {name} on a plan", { name })}
      action={t("Create subscription")}
      busy={t("Creating")}
      unavailable={!plan && t("Choose a plan.")}
      act={subscribe}
      close={close}
    >
      <Select
        label={t("Plan")}
        value={plan?.id ?? ""}
        change={setChosen}
        options={plans.map((one) => [
          one.id,
          `${one.display_name}${one.state === "published" ? "" : t(" (not published)")}`,
        ])}
      />
      <Field
        label={t("Name")}
        value={label}
        dir="auto"
        maxLength={100}
        hint={t("Default: {displayName}", { displayName: plan?.display_name ?? "" })}
        change={setLabel}
      />
      {plan && (
        <p className="muted">
          {t("{grantWords} and two keys. It starts immediately and needs no approval.", {
            grantWords: grantWords(plan.credits_granted),
          })}
        </p>
      )}
    </Dialog>
  );
}
