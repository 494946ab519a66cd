import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import type { ZoneDates } from "../billing/zone-dates.ts";
import { changedByPayments, methodOf } from "./payment-queries.ts";

/** The saved card, and its removal. */
export function SavedMethod({ dates }: { dates: ZoneDates }) {
  const { id } = useAccount();
  const query = useQuery(methodOf(id));
  const [isOpen, setOpen] = useState(false);
  const remove = async () => {
    await dataOf(api.DELETE("/users/{user_id}/payment-method", { params: { path: { user_id: id } } }));
    return t("Card removed");
  };
  return (
    <Section title={t("Payment method")}>
      <Loaded query={query} what={t("Could not load the payment method")} rows={2}>
        {({ label, saved_at }) => (
          <>
            <Facts
              facts={[
                [
                  t("Saved card"),
                  label
                    ? t("{label}, since {day}", { label, day: dates.day(saved_at ?? "") })
                    : t("none; the next card you pay with is saved"),
                ],
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
