import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { changedByPlans, type Period } from "./plan-queries.ts";
import { datesIn } from "./zone-dates.ts";

const extendDays = 7;
const utc = datesIn("UTC");

/** The operator's actions on a period that is not paid. */
export function SettlePeriod({ period }: { period: Period }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"pay" | "lapse">();
  const { subscription_id: id, number, state, price_minor, currency, lapses_at, grant_id } = period;
  const params = { path: { id, number } };
  const sum = price(price_minor, currency);
  const done = async (text: string) => {
    await Promise.all(changedByPlans.map((queryKey) => queries.invalidateQueries({ queryKey })));
    showToast(text);
  };
  const pay = async () => {
    await dataOf(api.POST("/subscriptions/{id}/periods/{number}/paid", { params }));
    await done(t("{sum} settled", { sum }));
  };
  const lapse = async () => {
    await dataOf(api.POST("/subscriptions/{id}/periods/{number}/lapse", { params }));
    await done(t("The period has lapsed"));
  };
  const extend = async () => {
    try {
      const longer = await dataOf(
        api.POST("/subscriptions/{id}/periods/{number}/extend", { params, body: { days: extendDays } }),
      );
      await done(t("Lapses on {day}", { day: utc.day(longer.lapses_at ?? "") }));
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const of = <span className="vh"> {t("of {id}", { id })}</span>;
  const [Receive] = pageParts().flatMap(({ receivePeriod = [] }) => receivePeriod);
  const settle = (
    <Button permission="payments.decide" onPress={() => setOpen("pay")}>
      <T text="Settle {sum}{of}" sum={sum} of={of} />
    </Button>
  );
  return (
    <span className="actions">
      {lapses_at && (
        <Button permission="payments.decide" onPress={extend}>
          <T text="Extend {extendDays} days{of}" extendDays={extendDays} of={of} />
        </Button>
      )}
      {state === "unpaid" && !lapses_at && (
        <Button permission="payments.decide" onPress={() => setOpen("lapse")}>
          <T text="Let lapse{of}" of={of} />
        </Button>
      )}
      {Receive ? (
        <Suspense>
          <Receive period={period}>{settle}</Receive>
        </Suspense>
      ) : (
        settle
      )}
      {open === "pay" && (
        <Dialog
          title={t("Settle {sum} without VAT?", { sum })}
          action={t("Settle {sum}", { sum })}
          act={pay}
          close={() => setOpen(undefined)}
        >
          <p>
            <T
              text="Subscription {id}, {span}."
              id={<code>{id}</code>}
              span={utc.span(period.starts_at, period.ends_at)}
            />{" "}
            {grant_id ? t("Its credits were granted before.") : t("Its credits are granted now.")}
          </p>
          <p>
            {t(
              "The period has no payment. Where payments are taken, one is recorded with its invoice. Otherwise you send the invoice.",
            )}
          </p>
          <p className="muted">{t("This cannot be undone.")}</p>
        </Dialog>
      )}
      {open === "lapse" && (
        <Dialog
          title={t("Let the period lapse?")}
          action={t("Let lapse")}
          danger
          act={lapse}
          close={() => setOpen(undefined)}
        >
          <p>
            {t(
              "What is left of its credits is removed, and {sum} is not owed. No further period starts until the plan is resumed.",
              { sum },
            )}
          </p>
          <p className="muted">{t("This cannot be undone.")}</p>
        </Dialog>
      )}
    </span>
  );
}
