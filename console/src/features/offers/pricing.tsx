import { useQuery } from "@tanstack/react-query";
import { identity } from "../../api/queries.ts";
import { count, listedAsChoice } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { NotSold } from "../../parts/not-sold.tsx";
import { GetKey, PublicPage } from "../../parts/public-page.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { type Pricing as Prices, pricing, type SoldPlan } from "./offer-queries.ts";
import { packageColumns } from "./package-columns.ts";
import { LookupPrices } from "./pricing-lookups.tsx";
import { Plans } from "./pricing-plans.tsx";
import {
  commonCurrency,
  comparison,
  isFreeIfMissing,
  middlePlan,
  namesText,
  packageGroups,
  promise,
} from "./pricing-words.ts";

/** What is on sale, for visitors. */
export function Pricing() {
  const query = useQuery(pricing);
  return (
    <PublicPage action={<GetKey />}>
      <main id="main">
        <Loaded query={query} what={t("Could not load the prices")} rows={8}>
          {(prices) =>
            prices.plans.length === 0 ? <NothingOnSale prices={prices} /> : <OnSale prices={prices} />
          }
        </Loaded>
      </main>
    </PublicPage>
  );
}

function NothingOnSale({ prices }: { prices: Prices }) {
  const { data } = useQuery(identity);
  return (
    <section className="hero">
      <h1>{t("No plans on sale")}</h1>
      <div>
        <p className="lead">{t("The operator creates accounts.")}</p>
        {data?.sign_up === "open" && prices.trial_credits !== null && (
          <p className="sm muted">
            {t("Or try it with {trialCredits, plural, one {# credit} other {# credits}}: get an API key.", {
              trialCredits: prices.trial_credits,
            })}
          </p>
        )}
      </div>
    </section>
  );
}

function OnSale({ prices: { plans, trial_credits: trial, not_sold } }: { prices: Prices }) {
  const currency = commonCurrency(plans);
  const missesFree = plans.every(isFreeIfMissing);
  const middle = middlePlan(plans)!;
  return (
    <>
      <section className="hero">
        <h1>{promise(plans)}</h1>
        <div>
          <p className="lead">
            {missesFree
              ? t("You pay for records that were found, in credits.")
              : t("You pay for lookups in credits.")}{" "}
            {t("Every call is counted exactly once.")}
          </p>
          <p className="sm muted">
            {trial !== null &&
              trial > 0 &&
              t("Try it with {trial, plural, one {# credit} other {# credits}}, no card, no approval.", {
                trial,
              })}{" "}
            {t("Prices are {one, select, yes {in {currency}, } other {}}without VAT.", {
              one: currency ? "yes" : "no",
              currency,
            })}
          </p>
        </div>
      </section>
      <Plans plans={plans} middle={middle} isSold={not_sold === null} />
      <LookupPrices plans={plans} middle={middle} />
      <Packages plans={plans} isSold={not_sold === null} />
      <Comparison plans={plans} />
      <Questions plans={plans} />
    </>
  );
}

function Packages({ plans, isSold }: { plans: readonly SoldPlan[]; isSold: boolean }) {
  const groups = packageGroups(plans);
  if (groups.length === 0) return null;
  return (
    <Section title={t("Packages")} note={t("Credits on top of a plan, bought once.")}>
      {!isSold && <NotSold />}
      {groups.map((group) => {
        const names = namesText(group.plans);
        const { currency } = group.plans[0]!.offer;
        return (
          <div key={names} className="note">
            <Table
              caption={t("Packages for {names}", { names })}
              items={group.packages}
              keyOf={({ id }) => id}
              columns={packageColumns(currency)}
            />
            <p className="sm muted note">
              {t(
                "For {names}. Credits that expire first are spent first, so a package waits until your monthly credits are used.",
                { names },
              )}
            </p>
          </div>
        );
      })}
    </Section>
  );
}

function Comparison({ plans }: { plans: readonly SoldPlan[] }) {
  return (
    <Section title={t("Compare plans")}>
      <table className="t cmp">
        <caption className="vh">{t("Plans compared")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t("Property")}</span>
            </th>
            {plans.map(({ product_id, display_name }) => (
              <th key={product_id} scope="col">
                {display_name}
              </th>
            ))}
          </tr>
        </thead>
        {comparison(plans).map(({ subject, rows }) => (
          <tbody key={subject}>
            <tr className="grp">
              <th scope="rowgroup" colSpan={plans.length + 1}>
                {subject}
              </th>
            </tr>
            {rows.map(({ name, cell }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {plans.map((plan) => (
                  <td key={plan.product_id} data-l={plan.display_name}>
                    {cell(plan) === "no" ? <span className="soft">{t("no")}</span> : cell(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Section>
  );
}

function Questions({ plans }: { plans: readonly SoldPlan[] }) {
  const sellsBeyond = plans.some(({ offer }) => offer.overage_minor !== null);
  const carrying = plans.filter(({ offer }) => offer.carry_over > 0);
  const months = new Set(plans.flatMap(({ offer }) => offer.packages.map((one) => one.months)));
  return (
    <Section title={t("Questions")}>
      <div className="faq">
        <div>
          <h3>{t("What happens when my credits are used up?")}</h3>
          <p>
            {t("Calls return 402 and cost nothing.")}{" "}
            {sellsBeyond &&
              t(
                "If you have set a cap, calls go on at the price beyond credits and stop at the cap. Beyond your plan you never owe more than the cap.",
              )}
          </p>
        </div>
        <div>
          <h3>{t("Do unused credits expire?")}</h3>
          <p>
            {t("Each credit has one expiry date.")}{" "}
            {carrying.length > 0 &&
              t("With {namesText} unused credits stay after their month.", {
                namesText: namesText(carrying),
              })}{" "}
            {months.size > 0 &&
              t("Packages last {months} months.", {
                months: listedAsChoice([...months].sort((a, b) => a - b).map(count)),
              })}{" "}
            {t("The credits that expire first are spent first.")}
          </p>
        </div>
        <div>
          <h3>{t("Can I change or cancel?")}</h3>
          <p>
            {t(
              "At any time. A larger plan starts now at its full price, and your credits stay until they expire. A smaller plan or a cancellation starts at the end of the period you have paid.",
            )}
          </p>
        </div>
      </div>
    </Section>
  );
}
