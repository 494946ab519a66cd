import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Section } from "../../parts/section.tsx";
import type { Grant, Plan } from "./plan-queries.ts";
import { expiriesText, keysText, nextName } from "./plan-words.ts";
import { usePlanChange } from "./use-plan-change.tsx";
import type { ZoneDates } from "./zone-dates.ts";

interface StopProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly dates: ZoneDates;
}

const pathOf = ({ subscription_id: id }: Plan) => ({ path: { id } });

/** What is scheduled or has stopped, with the button that undoes it. */
export function PlanNotice({ plan, grants, dates }: StopProps) {
  const { run, fault } = usePlanChange();
  const { offer, change, state, period, renewal, payment } = plan;
  if (!offer) return null;
  const name = offer.display_name;
  if (change) {
    const keep = () =>
      run(
        () => dataOf(api.DELETE("/subscriptions/{id}/plan/change", { params: pathOf(plan) })),
        t("{name} stays", { name }),
      );
    const next = nextName(plan);
    return (
      <Notice
        title={
          next
            ? t("Changes to {next} on {day}", { next, day: dates.day(change.at) })
            : t("Ends on {day}", { day: dates.day(change.at) })
        }
        action={
          <Button permission="plans.change" onPress={keep}>
            {t("Keep {name}", { name })}
          </Button>
        }
        fault={fault}
      >
        {next
          ? t(
              "You keep {name} until then. The next payment is {price} on {short}. Credits that are left stay until they expire.",
              {
                name,
                price: renewal ? price(renewal.price_minor, renewal.currency) : t("none"),
                short: dates.short(change.at),
              },
            )
          : t("No payment follows. {keysText}", { keysText: keysText(grants, dates) })}
      </Notice>
    );
  }
  if (state === "lapsed")
    return (
      <Notice title={t("The last period was not paid")}>
        {t("You owe nothing for it, and no further period starts. {keysText}", {
          keysText: keysText(grants, dates),
        })}{" "}
        {payment === "invoice" && t("Ask the operator to resume the plan.")}
      </Notice>
    );
  if (state !== "paused") return null;
  const resume = () =>
    run(
      () => dataOf(api.POST("/subscriptions/{id}/resume", { params: pathOf(plan) })),
      t("{name} renews again", { name }),
    );
  const end = period?.ends_at;
  return (
    <Notice
      title={t("{name} is paused", { name })}
      action={
        end && (
          <Button permission="plans.change" onPress={resume}>
            {t("Resume {name} ({price} now)", { name, price: price(0, offer.currency) })}
          </Button>
        )
      }
      fault={fault}
    >
      {end
        ? t("No payment on {short}. Until then, resuming costs nothing and the plan renews as before.", {
            short: dates.short(end),
          })
        : t("No period runs. Restarting begins one, at the price below.")}{" "}
      {keysText(grants, dates)}
    </Notice>
  );
}

/** Pausing and ending renewals, each with its effect above the button. */
export function StopPlan({ plan, grants, dates }: StopProps) {
  const pausing = usePlanChange();
  const ending = usePlanChange();
  const { offer, renewal, state, change, overage } = plan;
  if (!offer || !renewal || state !== "active") return null;
  const name = offer.display_name;
  const date = dates.short(renewal.at);
  const keys = keysText(grants, dates);
  const expiries = expiriesText(grants, dates);
  const pause = () =>
    pausing.run(
      () => dataOf(api.POST("/subscriptions/{id}/pause", { params: pathOf(plan) })),
      t("{name} is paused", { name }),
    );
  const end = () =>
    ending.run(
      () =>
        dataOf(
          api.POST("/subscriptions/{id}/plan", {
            params: pathOf(plan),
            body: { product_id: null, when: "period_end" },
          }),
        ),
      t("{name} ends on {date}", { name, date }),
    );
  return (
    <div className="cols">
      <Section title={t("Pause")} className="c6">
        <ul className="words">
          <li>{t("No payment on {date}, and none until you resume.", { date })}</li>
          <li>{keys}</li>
          <li>
            {expiries
              ? t("Credits keep their dates: {expiries}.", { expiries })
              : t("Your credits do not expire.")}
          </li>
          <li>
            {t(
              "Until {date} you can resume for {price}. Later, a new period starts on the day you resume, at the price of that day.",
              { date, price: price(0, offer.currency) },
            )}
          </li>
          {change && <li>{t("The change on {short} is withdrawn.", { short: dates.short(change.at) })}</li>}
        </ul>
        {pausing.fault}
        <p className="actions note">
          <Button permission="plans.change" onPress={pause}>
            {t("Pause {name}", { name })}
          </Button>
        </p>
      </Section>
      <Section id="cancel" title={t("Cancel")} className="c6">
        <ul className="words">
          <li>{t("No payment on {date} or later.", { date })}</li>
          <li>{keys}</li>
          <li>
            {overage
              ? t("Beyond credits turns off on {date}.", { date })
              : t("{name} stays until {date}; then nothing renews.", { name, date })}
          </li>
          <li>{t("You can undo this until {date}, and start again at any time.", { date })}</li>
        </ul>
        {ending.fault}
        <p className="actions note">
          <Button permission="plans.change" look="danger" onPress={end}>
            {t("Cancel renewal")}
          </Button>
        </p>
      </Section>
    </div>
  );
}
