import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { locale, t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { showToast } from "../../base/toast.ts";
import { amountFault, type Typed, typedAmount, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { MoneyField, WholeField } from "../../parts/number-field.tsx";
import { Mark } from "../../parts/outcome.tsx";
import type { PlanPart } from "../../parts/page-parts.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import type { OfferPackage } from "../offers/offer-queries.ts";
import { methodOf, type TopUp, topUpOf, useIsTaken, useMethods, useRefreshed } from "./payment-queries.ts";
import { failureText } from "./payment-words.ts";

/** Credits below which a package is bought, before a customer sets them. */
const usualThreshold = 1000;

/** Packages that are bought without a press. Off until the customer turns it on. */
export function TopUpSection({ plan }: PlanPart) {
  const topUp = useQuery(topUpOf(plan.subscription_id));
  const isTaken = useIsTaken(plan);
  const { offer, packages } = plan;
  // It charges a card: it is not shown where none can be used.
  const isCard = useMethods(plan).some((method) => method !== "transfer") || topUp.data?.enabled;
  if (!isTaken || !isCard || !offer || packages.length === 0) return null;
  return (
    <Section
      title={t("Automatic top-up")}
      note={t("Off until you turn it on. The limit holds even if many calls arrive in the same moment.")}
    >
      <Loaded query={topUp} what={t("Could not load automatic top-up")}>
        {(current) => (
          <TopUpForm
            current={current}
            packages={packages}
            currency={offer.currency}
            isSold={plan.not_sold === null}
          />
        )}
      </Loaded>
    </Section>
  );
}

interface FormProps {
  readonly current: TopUp;
  readonly packages: readonly OfferPackage[];
  readonly currency: string;
  readonly isSold: boolean;
}

function TopUpForm({ current, packages, currency, isSold }: FormProps) {
  const card = useQuery(methodOf(useAccount().id));
  const refreshed = useRefreshed();
  const [first] = packages;
  const isSet = current.package_id !== "";
  const [enabled, setEnabled] = useState(current.enabled);
  const [below, setBelow] = useState<Typed>(isSet ? current.threshold : usualThreshold);
  const [packageId, setPackageId] = useState(
    packages.some(({ id }) => id === current.package_id) ? current.package_id : first!.id,
  );
  const chosen = packages.find(({ id }) => id === packageId) ?? first!;
  const [typed, setTyped] = useState<Typed>(isSet ? current.month_limit_minor : 2 * first!.price_minor);
  const threshold = wholeNumber(below);
  const limit = typedAmount(typed, currency);
  const cost = price(chosen.price_minor, currency);
  const belowFault =
    wholeFault(below, 1) ??
    (threshold === undefined ? t("Enter a whole number from {least}.", { least: 1 }) : undefined);
  const limitFault =
    amountFault(typed, currency) ??
    (limit === undefined
      ? t("Enter an amount.")
      : limit < chosen.price_minor
        ? t("A limit below the package ({cost}) buys nothing.", { cost })
        : undefined);
  const noCard = isSold
    ? card.data?.label === null && t("No card is saved. Pay once by card first.")
    : t("Not sold now. Ask the operator.");
  const { problem, working, submit } = useForm(async () => {
    if (belowFault || limitFault) return;
    const body = { enabled, threshold: threshold!, package_id: packageId, month_limit_minor: limit! };
    const params = { path: { id: current.subscription_id } };
    await dataOf(api.PUT("/subscriptions/{id}/top-up", { params, body }));
    await refreshed();
    showToast(enabled ? t("Automatic top-up is on") : t("Automatic top-up is off"));
  });
  const most = limitFault ? 0 : Math.floor(limit! / Math.max(1, chosen.price_minor));
  const spent =
    current.month_minor === 0
      ? t("none, {price}", { price: price(0, currency) })
      : price(current.month_minor, currency);
  return (
    <form className="stackform wide" onSubmit={submit}>
      {current.stopped && (
        <p>
          <Mark outcome="failed">
            {t("Turned off: {failureText}", { failureText: failureText(current.stopped) })}
          </Mark>
        </p>
      )}
      <label className="check">
        <input type="checkbox" checked={enabled} onChange={() => setEnabled(!enabled)} />
        {t("Buy credits automatically")}
      </label>
      <div className="row3">
        <WholeField
          label={t("Below (credits)")}
          value={below}
          least={1}
          fault={belowFault}
          change={setBelow}
        />
        <Select
          label={t("Package")}
          value={packageId}
          change={setPackageId}
          options={packages.map(({ id, credits, price_minor }) => [
            id,
            `${t("{credits, plural, one {# credit} other {# credits}}", { credits })}, ${price(price_minor, currency)}`,
          ])}
        />
        <MoneyField
          label={t("Monthly limit ({currency})", { currency })}
          value={typed}
          currency={currency}
          fault={limitFault}
          change={setTyped}
        />
      </div>
      {!limitFault && (
        <div className="said">
          <p>
            <T
              text="<b>At most {most, plural, one {# purchase} other {# purchases}} per calendar month (UTC), {price} without VAT.</b> In {monthName}: {spent}."
              most={most}
              price={price(most * chosen.price_minor, currency)}
              monthName={monthName()}
              spent={spent}
            />
          </p>
          <p className="muted">
            {t(
              "One purchase at a time. Turns off after 3 failed payments, with an email. The saved card is charged{card}.",
              { card: card.data?.label && `: ${card.data.label}` },
            )}
          </p>
        </div>
      )}
      <Fault message={problem?.message} />
      <p className="actions">
        <Button
          permission="spending.change"
          type="submit"
          disabled={Boolean(belowFault || limitFault)}
          unavailable={enabled && noCard}
          aria-disabled={working || undefined}
        >
          {t("Save automatic top-up")}
        </Button>
      </p>
    </form>
  );
}

const monthName = () =>
  new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }).format(Date.now());
