import { useState } from "react";
import { count } from "../../base/format.ts";
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
      title="What a lookup costs"
      note={
        isSame ? "The same prices in credits hold for all plans." : "Prices in credits differ between plans."
      }
      aside={
        plans.length > 1 && (
          <Select
            label={<span className="vh">Prices with</span>}
            value={plan.product_id}
            options={plans.map(({ product_id, display_name }) => [product_id, display_name] as const)}
            change={choose}
          />
        )
      }
    >
      <div className="cols">
        <PriceTable caption="Prices by lookup, part one" plan={plan} lookups={all.slice(0, half)} />
        <PriceTable caption="Prices by lookup, part two" plan={plan} lookups={all.slice(half)} />
      </div>
      <p className="legend note">
        <Mark outcome="ok">200 Successful: the price above</Mark>
        <Mark outcome="other">404 Not found: {isFreeIfMissing(plan) ? "free" : "the price above"}</Mark>
        <Mark outcome="blocked">402, 403, 429 Blocked: free</Mark>
        <Mark outcome="failed">422 Invalid, 503 Server error: free</Mark>
      </p>
      <p className="sm muted">
        Every response returns the credits left in <code>x-credits-remaining</code>.
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
            <th scope="col">Lookup</th>
            <th scope="col" className="num">
              Credits
            </th>
            {hasCallPrice(plan) && (
              <th scope="col" className="num">
                {plan.display_name}, per call
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lookups.map((lookup) => (
            <tr key={lookup.name}>
              <th scope="row">{lookup.name}</th>
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
  min === max ? text(min) : `${text(min)} to ${text(max)}`;

function creditsCell({ credits }: PricedLookup) {
  if (!credits) return <span className="soft">not included</span>;
  if (credits[1] === 0) return <span className="soft">free</span>;
  return ranged(credits, count);
}

function moneyCell({ credits }: PricedLookup, { offer }: SoldPlan) {
  const rate = creditPrice(offer);
  if (!credits || !rate) return null;
  if (credits[1] === 0) return <span className="soft">{shortPrice(0, offer.currency)}</span>;
  return ranged(credits, (each) => callPrice(each, rate.minor, rate.per, offer.currency));
}
