import { api, dataOf } from "../../api/client.ts";
import { price } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/section.tsx";
import { Notice } from "./notice.tsx";
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
        `${name} stays`,
      );
    const next = nextName(plan);
    return (
      <Notice
        title={next ? `Changes to ${next} on ${dates.day(change.at)}` : `Ends on ${dates.day(change.at)}`}
        action={
          <Button permission="plans.change" onPress={keep}>
            Keep {name}
          </Button>
        }
        fault={fault}
      >
        {next
          ? `You keep ${name} until then. The next payment is ${renewal ? price(renewal.price_minor, renewal.currency) : "none"} on ${dates.short(change.at)}. Credits that are left stay until they expire.`
          : `No payment follows. ${keysText(grants, dates)}`}
      </Notice>
    );
  }
  if (state === "lapsed")
    return (
      <Notice title="The last period was not paid">
        You owe nothing for it, and no further period starts. {keysText(grants, dates)}{" "}
        {payment === "invoice" && "Ask the operator to resume the plan."}
      </Notice>
    );
  if (state !== "paused") return null;
  const resume = () =>
    run(
      () => dataOf(api.POST("/subscriptions/{id}/resume", { params: pathOf(plan) })),
      `${name} renews again`,
    );
  const end = period?.ends_at;
  return (
    <Notice
      title={`${name} is paused`}
      action={
        end && (
          <Button permission="plans.change" onPress={resume}>
            Resume {name} ({price(0, offer.currency)} now)
          </Button>
        )
      }
      fault={fault}
    >
      {end
        ? `No payment on ${dates.short(end)}. Until then, resuming costs nothing and the plan renews as before.`
        : "No period runs. Restarting begins one, at the price below."}{" "}
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
      `${name} is paused`,
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
      `${name} ends on ${date}`,
    );
  return (
    <div className="cols">
      <Section title="Pause" className="c6">
        <ul className="words">
          <li>No payment on {date}, and none until you resume.</li>
          <li>{keys}</li>
          <li>{expiries ? `Credits keep their dates: ${expiries}.` : "Your credits do not expire."}</li>
          <li>
            Until {date} you can resume for {price(0, offer.currency)}. Later, a new period starts on the day
            you resume, at the price of that day.
          </li>
          {change && <li>The change on {dates.short(change.at)} is withdrawn.</li>}
        </ul>
        {pausing.fault}
        <p className="actions note">
          <Button permission="plans.change" onPress={pause}>
            Pause {name}
          </Button>
        </p>
      </Section>
      <Section title="Cancel" className="c6">
        <ul className="words">
          <li>No payment on {date} or later.</li>
          <li>{keys}</li>
          <li>
            {overage
              ? `Beyond credits turns off on ${date}.`
              : `${name} stays until ${date}; then nothing renews.`}
          </li>
          <li>You can undo this until {date}, and start again at any time.</li>
        </ul>
        {ending.fault}
        <p className="actions note">
          <Button permission="plans.change" look="danger" onPress={end}>
            Cancel renewal
          </Button>
        </p>
      </Section>
    </div>
  );
}
