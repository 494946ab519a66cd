import { useState } from "react";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { callPrice, shortPrice } from "../../base/money.ts";
import { Select } from "../../parts/field.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import type { SoldPlan } from "./offer-queries.ts";
import { creditPrice } from "./offer-words.ts";
import {
  hasCallPrice,
  haveSamePrices,
  isFreeIfMissing,
  lookupsOf,
  type PricedLookup,
} from "./pricing-words.ts";

interface LookupPricesProps {
  readonly plans: readonly SoldPlan[];
  /** The plan whose prices are shown first. */
  readonly middle: SoldPlan;
}

/** What each lookup costs: in credits, and in money with a plan of one's choice. */
export function LookupPrices({ plans, middle }: LookupPricesProps) {
  const [chosen, choose] = useState(middle.product_id);
  const plan = plans.find(({ product_id }) => product_id === chosen) ?? middle;
  const isSame = haveSamePrices(plans);
  const all = lookupsOf(plan, plans);
  const half = Math.ceil(all.length / 2);
  return (
    <Section
      title={t("What a lookup costs")}
      note={
        isSame
          ? t("The same prices in credits hold for all plans.")
          : t("Prices in credits differ between plans.")
      }
      aside={
        plans.length > 1 && (
          <Select
            label={<span className="vh">{t("Prices with")}</span>}
            value={plan.product_id}
            options={plans.map(({ product_id, display_name }) => [product_id, display_name] as const)}
            change={choose}
          />
        )
      }
    >
      <div className="cols">
        <PriceTable caption={t("Prices by lookup, part one")} plan={plan} lookups={all.slice(0, half)} />
        <PriceTable caption={t("Prices by lookup, part two")} plan={plan} lookups={all.slice(half)} />
      </div>
      <p className="legend note">
        <Mark outcome="ok">{t("200 Successful: the price above")}</Mark>
        <Mark outcome="other">
          {t("404 Not found: {isFreeIfMissing, select, yes {free} other {the price above}}", {
            isFreeIfMissing: isFreeIfMissing(plan) ? "yes" : "no",
          })}
        </Mark>
        <Mark outcome="blocked">{t("402, 403, 429 Blocked: free")}</Mark>
        <Mark outcome="failed">{t("422 Invalid, 503 Server error: free")}</Mark>
      </p>
      <p className="sm muted">
        <T text="Every response returns the credits left in <code>x-credits-remaining</code>." />
      </p>
    </Section>
  );
}

interface PriceTableProps {
  readonly caption: string;
  readonly plan: SoldPlan;
  readonly lookups: readonly PricedLookup[];
}

function PriceTable({ caption, plan, lookups }: PriceTableProps) {
  return (
    <div className="c6">
      <table className="t">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Lookup")}</th>
            <th scope="col" className="num">
              {t("Credits")}
            </th>
            {hasCallPrice(plan) && (
              <th scope="col" className="num">
                {t("{displayName}, per call", { displayName: plan.display_name })}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lookups.map((lookup) => (
            <tr key={lookup.name}>
              <th scope="row">{sentText(lookup.name)}</th>
              <td className="num">{creditsCell(lookup)}</td>
              {hasCallPrice(plan) && <td className="num">{moneyCell(lookup, plan)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One text, or the least and the most. */
const ranged = ([min, max]: readonly [number, number], text: (credits: number) => string) =>
  min === max ? text(min) : t("{least} to {most}", { least: text(min), most: text(max) });

function creditsCell({ credits }: PricedLookup) {
  if (!credits) return <span className="soft">{t("not included")}</span>;
  if (credits[1] === 0) return <span className="soft">{t("free")}</span>;
  return ranged(credits, count);
}

function moneyCell({ credits }: PricedLookup, { offer }: SoldPlan) {
  const rate = creditPrice(offer);
  if (!credits || !rate) return null;
  if (credits[1] === 0) return <span className="soft">{shortPrice(0, offer.currency)}</span>;
  return ranged(credits, (each) => callPrice(each, rate.minor, rate.per, offer.currency));
}
