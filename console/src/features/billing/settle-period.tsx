import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { changedByPlans, type Period, periodsIn } from "./plan-queries.ts";
import { datesIn } from "./zone-dates.ts";

const extendDays = 7;
const utc = datesIn("UTC");
/** What a period changes: its plan, and its line of money. */
const changes = [...changedByPlans, ["payments"]] as const;

/** The most unpaid periods that are read at once. */
const known = { page: 1, page_size: 1000 };

interface ActionsProps {
  /** The subscription and the number of the period, as `s1/3`. */
  readonly of: string;
  /** Whether a payment is requested for it: its money is recorded there. */
  readonly isRequested?: boolean;
}

/** The operator's actions on a period that is not paid; nothing for others. */
export function PeriodActions({ of, isRequested }: ActionsProps) {
  const unpaid = useQuery(periodsIn("unpaid", known)).data?.items ?? [];
  const due = useQuery(periodsIn("due", known)).data?.items ?? [];
  const period = [...unpaid, ...due].find((one) => `${one.subscription_id}/${one.number}` === of);
  return period ? <SettlePeriod period={period} isRequested={isRequested} /> : null;
}

interface SettleProps {
  readonly period: Period;
  readonly isRequested: boolean | undefined;
}

function SettlePeriod({ period, isRequested }: SettleProps) {
  const decide = useDecision(...changes);
  const [open, setOpen] = useState<"pay" | "lapse">();
  const { subscription_id: id, number, state, price_minor, currency, lapses_at } = period;
  const params = { path: { id, number } };
  const sum = price(price_minor, currency);
  const extend = () =>
    decide(
      dataOf(api.POST("/subscriptions/{id}/periods/{number}/extend", { params, body: { days: extendDays } })),
      ({ lapses_at }) => t("Lapses on {day}", { day: utc.day(lapses_at ?? "") }),
    );
  const of = <span className="vh"> {t("of {id}", { id })}</span>;
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
      {!isRequested && (
        <Button permission="payments.decide" onPress={() => setOpen("pay")}>
          <T text="Settle {sum}{of}" sum={sum} of={of} />
        </Button>
      )}
      {open &&
        createPortal(
          open === "pay" ? (
            <Settle period={period} close={() => setOpen(undefined)} />
          ) : (
            <Lapse period={period} close={() => setOpen(undefined)} />
          ),
          document.getElementById("root")!,
        )}
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
      changes={changes}
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
      changes={changes}
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
