import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { changedByPlans, type Period } from "./plan-queries.ts";
import { datesIn } from "./zone-dates.ts";

const extendDays = 7;
const utc = datesIn("UTC");

/** The operator's actions on a period that is not paid. */
export function SettlePeriod({ period }: { period: Period }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"pay" | "lapse">();
  const { subscription_id: id, number, state, price_minor, currency, lapses_at } = period;
  const params = { path: { id, number } };
  const sum = price(price_minor, currency);
  const extend = async () => {
    try {
      const longer = await dataOf(
        api.POST("/subscriptions/{id}/periods/{number}/extend", { params, body: { days: extendDays } }),
      );
      await Promise.all(changedByPlans.map((queryKey) => queries.invalidateQueries({ queryKey })));
      showToast(t("Lapses on {day}", { day: utc.day(longer.lapses_at ?? "") }));
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
      {open === "pay" && <Settle period={period} close={() => setOpen(undefined)} />}
      {open === "lapse" && <Lapse period={period} close={() => setOpen(undefined)} />}
    </span>
  );
}

interface DialogProps {
  readonly period: Period;
  close(): void;
}

function Settle({ period, close }: DialogProps) {
  const { subscription_id: id, number, price_minor, currency, starts_at, ends_at, grant_id } = period;
  const sum = price(price_minor, currency);
  return (
    <FormDialog
      title={t("Settle {sum} without VAT?", { sum })}
      action={t("Settle {sum}", { sum })}
      close={close}
      changes={changedByPlans}
      send={async () => {
        const params = { path: { id, number } };
        await dataOf(api.POST("/subscriptions/{id}/periods/{number}/paid", { params }));
        return t("{sum} settled", { sum });
      }}
    >
      <p>
        <T text="Subscription {id}, {span}." id={<code>{id}</code>} span={utc.span(starts_at, ends_at)} />{" "}
        {grant_id ? t("Its credits were granted before.") : t("Its credits are granted now.")}
      </p>
      <p>
        {t(
          "The period has no payment. Where payments are taken, one is recorded with its invoice. Otherwise you send the invoice.",
        )}
      </p>
      <p className="muted">{t("This cannot be undone.")}</p>
    </FormDialog>
  );
}

function Lapse({ period, close }: DialogProps) {
  const { subscription_id: id, number, price_minor, currency } = period;
  return (
    <FormDialog
      title={t("Let the period lapse?")}
      action={t("Let lapse")}
      danger
      close={close}
      changes={changedByPlans}
      send={async () => {
        const params = { path: { id, number } };
        await dataOf(api.POST("/subscriptions/{id}/periods/{number}/lapse", { params }));
        return t("The period has lapsed");
      }}
    >
      <p>
        {t(
          "What is left of its credits is removed, and {sum} is not owed. No further period starts until the plan is resumed.",
          { sum: price(price_minor, currency) },
        )}
      </p>
      <p className="muted">{t("This cannot be undone.")}</p>
    </FormDialog>
  );
}
