import { type FormEvent, useState } from "react";
import { count, counted, money } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Failure } from "../../parts/states.tsx";
import { ValueCurve } from "../../parts/value-chart.tsx";
import { useLookups } from "./use-lookups.ts";

export interface Valuation {
  readonly basic: Readonly<Record<string, string>>;
  readonly market_value: {
    readonly market_value_data: readonly {
      readonly trim: string;
      readonly "market value": readonly Readonly<Record<string, string>>[];
    }[];
  };
  readonly statistics: {
    readonly comparables: number;
    readonly p15: number;
    readonly p50: number;
    readonly p85: number;
    readonly mileage_median: number;
    readonly as_of: string;
    readonly confidence: string;
    readonly notes?: readonly string[];
    readonly sales?: readonly { readonly mileage: number; readonly price: number }[];
  };
}

/** What a valuation comes to, in a few words. */
export function valueFinding(data: unknown): string {
  if (!data) return "No value can be told";
  const { statistics, basic } = data as Valuation;
  return `Worth ${money(statistics.p50)} at ${count(Number(basic.mileage?.replaceAll(",", "")) || statistics.mileage_median)} miles`;
}

const curveMiles = [10_000, 40_000, 70_000, 100_000, 130_000, 160_000];

interface ValueProps {
  readonly data: unknown;
  readonly path: string;
  readonly ownKey: string | undefined;
  ask(miles: string): void;
}

/** A valuation: what most sell between, by condition, and on request over mileage. */
export function Value({ data, path, ownKey, ask }: ValueProps) {
  const [miles, setMiles] = useState("");
  const [curve, setCurve] = useState(false);
  if (!data)
    return <p className="muted">There are too few sales of comparable vehicles to tell a value from.</p>;
  const { basic, statistics, market_value } = data as Valuation;
  const { comparables, p15, p50, p85, confidence, as_of, notes = [] } = statistics;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (miles.trim()) ask(miles.replaceAll(",", "").trim());
  };
  return (
    <div className="cols">
      <div className="c7">
        <p className="sumup">
          Most sell between <b>{money(p15)}</b> and <b>{money(p85)}</b>, half of them above{" "}
          <b>{money(p50)}</b>. It rests on <b>{counted(comparables, "sale")}</b> up to {as_of}; confidence is{" "}
          {confidence}. {notes.join(" ")}
        </p>
        <form className="filters" onSubmit={submit}>
          <Field
            label="Miles on the odometer"
            inputMode="numeric"
            value={miles}
            placeholder={basic.mileage || String(statistics.mileage_median)}
            onChange={(event) => setMiles(event.target.value)}
          />
          <Button type="submit">Value it (1 lookup)</Button>
        </form>
        <div className="note">
          {curve ? (
            <Curve
              path={path}
              ownKey={ownKey}
              at={Number(basic.mileage?.replaceAll(",", "")) || statistics.mileage_median}
              statistics={statistics}
            />
          ) : (
            <Button onPress={() => setCurve(true)}>
              Draw it over mileage ({counted(curveMiles.length, "lookup")})
            </Button>
          )}
        </div>
      </div>
      <div className="c5">
        {market_value.market_value_data.map((one) => (
          <Conditions key={one.trim} trim={one.trim} rows={one["market value"]} />
        ))}
        <p className="xs muted note">A branded title is not in these values.</p>
      </div>
    </div>
  );
}

function Conditions({
  trim,
  rows,
}: {
  readonly trim: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}) {
  const columns = ["Trade-In", "Private Party", "Dealer Retail"];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label={`Values by condition ${trim}`}>
      <table className="t">
        <caption>By condition{trim && `, ${trim}`}</caption>
        <thead>
          <tr>
            <th scope="col">Condition</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="num">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.Condition}>
              <th scope="row">{row.Condition}</th>
              {columns.map((column) => (
                <td key={column} className="num">
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CurveProps {
  readonly path: string;
  readonly ownKey: string | undefined;
  readonly at: number;
  readonly statistics: Valuation["statistics"];
}

function Curve({ path, ownKey, at, statistics }: CurveProps) {
  const { asked, ready, failed, retry } = useLookups(
    curveMiles.map((miles) => `${path}?mileage=${miles}`),
    ownKey,
  );
  if (failed !== undefined)
    return <Failure error={failed} what="The curve could not be drawn" retry={retry} />;
  if (!ready) return <p className="muted">Asking for {counted(curveMiles.length, "value")}.</p>;
  const points = asked.flatMap(({ data }, index) =>
    data ? [{ miles: curveMiles[index] ?? 0, ...(data as Valuation).statistics }] : [],
  );
  const sales = (statistics.sales ?? []).map(({ mileage, price }) => ({ miles: mileage, price }));
  return <ValueCurve points={points} me={{ miles: at, ...statistics }} sales={sales} />;
}
