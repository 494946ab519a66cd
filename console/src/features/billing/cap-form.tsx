import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { amountText, price } from "../../base/money.ts";
import { amountFault, isEmpty, type Typed, typedAmount } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import { MoneyField } from "../../parts/number-field.tsx";
import { Section } from "../../parts/section.tsx";
import { useChange } from "../../parts/use-change.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { changedByPlans, type Grant, type Plan } from "./plan-queries.ts";
import { beyondAmount, beyondPrice, creditsFor } from "./plan-words.ts";
import type { ZoneDates } from "./zone-dates.ts";

interface CapFormProps {
  readonly plan: Plan;
  readonly overage: NonNullable<Plan["overage"]>;
  readonly grants: readonly Grant[];
  readonly dates: ZoneDates;
}

/** The cap beyond credits, typed in money: the service stores it in credits. */
export function CapForm({ plan, overage, grants, dates }: CapFormProps) {
  const { currency, cap, cap_max } = overage;
  const minorOf = (credits: number) => Number(beyondAmount(credits, overage));
  const capOf = (credits: number) => amountText(minorOf(credits), currency);
  const change = useChange(...changedByPlans);
  const [typed, setTyped] = useState<Typed>(minorOf(cap));
  const minor = typedAmount(typed, currency) ?? Number.NaN;
  const credits = Number.isNaN(minor) ? 0 : creditsFor(minor, overage);
  const isAbove = credits > cap_max;
  const fault = isEmpty(typed)
    ? t("Enter an amount; 0 turns it off.")
    : (amountFault(typed, currency) ??
      (isAbove
        ? t("At most {capOf} with {displayName}.", {
            capOf: capOf(cap_max),
            displayName: plan.offer?.display_name,
          })
        : undefined));
  const { problem, working, submit } = useForm(async () => {
    if (fault) return;
    const params = { path: { id: plan.subscription_id } };
    await change(
      dataOf(api.PUT("/subscriptions/{id}/overage", { params, body: { cap: credits } })),
      credits === 0 ? t("Beyond credits is off") : t("Cap saved"),
    );
    setTyped(minorOf(credits));
  });
  const used = grants.find(({ source, period }) => source === "overage" && period === plan.period?.number);
  const month = plan.offer?.price_every === "month" ? plan.offer.price_minor : 0;
  const most = price(BigInt(month) + beyondAmount(credits, overage), currency);
  return (
    <Section
      title={t("Beyond credits")}
      note={t("Calls go on after your credits are used up, and are paid when the period ends.")}
    >
      <form className="stackform" onSubmit={submit}>
        <div className="inline-form">
          <MoneyField
            label={t("Cap per period ({currency})", { currency })}
            value={typed}
            currency={currency}
            hint={t("From 0 to {capOf}. 0 turns it off.", { capOf: capOf(cap_max) })}
            fault={fault}
            change={setTyped}
          />
          <Button
            permission="spending.change"
            type="submit"
            disabled={fault !== undefined}
            unavailable={plan.not_sold !== null && credits > cap && t("Not sold now. Ask the operator.")}
            aria-disabled={working || undefined}
          >
            {t("Save cap")}
          </Button>
        </div>
        <Fault message={problem?.message} />
        {!fault && (
          <div className="said">
            <p>
              <T
                text="<b>At most {most} per period:</b> {planPrice} for the plan, {creditsPrice} for {credits, plural, one {# credit} other {# credits}} at {beyondPrice}."
                most={most}
                planPrice={price(month, currency)}
                creditsPrice={price(beyondAmount(credits, overage), currency)}
                credits={credits}
                beyondPrice={beyondPrice(overage)}
              />
            </p>
            <p className="muted">
              {plan.period &&
                t("Used since {short}: {price}.", {
                  short: dates.short(plan.period.starts_at),
                  price: price(beyondAmount(used?.spent ?? 0, overage), currency),
                })}{" "}
              {t("Calls beyond the cap return 402 and are not charged.")}
            </p>
          </div>
        )}
      </form>
    </Section>
  );
}
