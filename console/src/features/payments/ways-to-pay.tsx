import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { day, listedAsChoice } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import type { PlanPart } from "../../parts/page-parts.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { changedByPayments, methodOf, useMethods } from "./payment-queries.ts";

/** How the account pays, and its saved card, which is named only where a card can be used. */
export function WaysToPay({ plan }: Partial<PlanPart>) {
  return plan ? <OfPlan plan={plan} /> : null;
}

function OfPlan({ plan }: PlanPart) {
  const { id } = useAccount();
  const query = useQuery(methodOf(id));
  const [isOpen, setOpen] = useState(false);
  const methods = useMethods(plan);
  const remove = async () => {
    await dataOf(api.DELETE("/users/{user_id}/payment-method", { params: { path: { user_id: id } } }));
    return t("Card removed");
  };
  if (methods.length === 0 && !query.data?.label) return null;
  const names = { saved: [], card: [t("Card")], transfer: [t("Bank transfer")] };
  const possible = listedAsChoice(methods.flatMap((method) => names[method]));
  const isCard = methods.includes("card");
  return (
    <Section title={t("Ways to pay")} className="c6">
      <Loaded query={query} what={t("Could not load the payment method")} rows={2}>
        {({ label, saved_at }) => (
          <>
            <Facts
              facts={[
                ...(possible ? [[t("Possible"), possible] as const] : []),
                ...(label || isCard
                  ? [
                      [
                        t("Saved card"),
                        label
                          ? t("{label}, since {day}", { label, day: day(saved_at ?? "") })
                          : t("none; the next card you pay with is saved"),
                      ] as const,
                    ]
                  : []),
              ]}
            />
            {label && (
              <p className="actions note">
                <Button permission="plans.change" onPress={() => setOpen(true)}>
                  {t("Remove {label}", { label })}
                </Button>
              </p>
            )}
            {isOpen && (
              <FormDialog
                title={t("Remove {label}?", { label })}
                action={t("Remove card")}
                danger
                changes={changedByPayments}
                send={remove}
                close={() => setOpen(false)}
              >
                <p>
                  {t(
                    "Renewals are not charged then: you pay each period yourself, or it lapses. Automatic top-up stops.",
                  )}
                </p>
              </FormDialog>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
