import { type FormEvent, useState } from "react";
import { plainNumber } from "../../../../src/base/reading/declared.ts";
import { count, money } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { type Typed, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { Failure } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { ValueChart } from "../../parts/value-chart.tsx";
import { useLookups, type VinCalls } from "./use-vin-calls.ts";

interface Valuation {
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
    readonly mileage_used?: number;
    readonly coverage?: number | null;
    readonly coverage_n?: number;
    readonly as_of: string;
    readonly confidence: string;
    readonly notes?: readonly string[];
    readonly sales?: readonly { readonly mileage: number; readonly price: number }[];
  };
}

const milesOf = ({ basic, statistics }: Valuation): number =>
  plainNumber(basic.mileage ?? "") || statistics.mileage_median;

/** The heading of a valuation. */
export function valueFinding(data: unknown): string {
  if (!data) return t("No value available");
  const valuation = data as Valuation;
  return t("Worth {money} at {milesOf} miles", {
    money: money(valuation.statistics.p50),
    milesOf: count(milesOf(valuation)),
  });
}

const plottedMiles = [10_000, 40_000, 70_000, 100_000, 130_000, 160_000];

interface ValueProps {
  readonly data: unknown;
  /** The path without a mileage. */
  readonly path: string;
  readonly calls: VinCalls;
  update(miles: string): void;
}

/** A valuation: the usual range, values by condition and, on request, by mileage. */
export function Value({ data, path, calls, update }: ValueProps) {
  const [miles, setMiles] = useState<Typed>("");
  const plot = plottedMiles.map((mileage) => `${path}?mileage=${mileage}`);
  const [plotted, setPlotted] = useState(calls.unpaid(plot).length === 0);
  if (!data) return <p className="muted">{t("Too few sales of comparable vehicles.")}</p>;
  const valuation = data as Valuation;
  const { statistics, market_value } = valuation;
  const { comparables, p15, p50, p85, confidence, as_of, coverage, coverage_n = 0 } = statistics;
  // The page shows this note once for all of its records.
  const notes = (statistics.notes ?? []).filter((note) => !note.startsWith("Synthetic values"));
  const typed = wholeNumber(miles);
  const isFaulty = wholeFault(miles) !== undefined;
  const typedPath = `${path}?mileage=${typed ?? ""}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== undefined && !isFaulty) update(String(typed));
  };
  return (
    <div className="cols">
      <div className="c7">
        <p className="sumup">
          <T
            text="Most sell between {low} and {high}. The median is {median}. Based on <b>{comparables, plural, one {# sale} other {# sales}}</b> up to {asOf}. Confidence: {confidence}."
            low={<b>{money(p15)}</b>}
            high={<b>{money(p85)}</b>}
            median={<b>{money(p50)}</b>}
            comparables={comparables}
            asOf={as_of}
            confidence={confidence}
          />{" "}
          {typeof coverage === "number" &&
            t(
              "In a test, {percent}% of {coverageN, plural, one {# sale} other {# sales}} were in such a range.",
              { percent: Math.round(100 * coverage), coverageN: coverage_n },
            )}{" "}
          {notes.join(" ")}
        </p>
        <form className="filters" onSubmit={submit}>
          <WholeField
            label={t("Mileage")}
            value={miles}
            placeholder={count(milesOf(valuation))}
            change={setMiles}
          />
          <Button type="submit" disabled={isFaulty}>
            {t("Update value ({price})", { price: calls.price([typedPath]) })}
          </Button>
        </form>
        <div className="note">
          {plotted ? (
            <ValuePlot paths={plot} calls={calls} miles={milesOf(valuation)} statistics={statistics} />
          ) : (
            <Button onPress={() => setPlotted(true)}>
              {t("Plot value by mileage ({price})", { price: calls.price(plot) })}
            </Button>
          )}
        </div>
      </div>
      <div className="c5">
        {market_value.market_value_data.map((one) => (
          <Table
            key={one.trim}
            wide
            caption={t("By condition{trim}", { trim: one.trim && `, ${one.trim}` })}
            captionShown
            items={one["market value"]}
            keyOf={(row) => row.Condition ?? ""}
            columns={[
              { head: t("Condition"), cell: (row) => row.Condition },
              ...saleKinds.map(([kind, head]) => ({
                head,
                cell: (row: Readonly<Record<string, string>>) => row[kind],
                figures: true,
              })),
            ]}
          />
        ))}
        <p className="xs muted note">{t("Values are for a clean title.")}</p>
      </div>
    </div>
  );
}

/** The kinds of sale by their names in the data. */
const saleKinds = [
  ["Trade-In", t("Trade-In")],
  ["Private Party", t("Private Party")],
  ["Dealer Retail", t("Dealer Retail")],
] as const;

interface ValuePlotProps {
  readonly paths: readonly string[];
  readonly calls: VinCalls;
  readonly miles: number;
  readonly statistics: Valuation["statistics"];
}

function ValuePlot({ paths, calls, miles, statistics }: ValuePlotProps) {
  const { lookups, ready, failed, retry } = useLookups(calls, paths, true);
  if (failed !== undefined)
    return <Failure error={failed} what={t("Could not load the values")} retry={retry} />;
  if (!ready)
    return (
      <p className="muted">
        {t("Loading {plottedMiles, plural, one {# value} other {# values}}.", {
          plottedMiles: plottedMiles.length,
        })}
      </p>
    );
  const points = lookups.flatMap(({ data }, index) => {
    if (!data) return [];
    const { statistics: plotted } = data as Valuation;
    return [{ ...plotted, miles: plotted.mileage_used ?? plottedMiles[index] ?? 0 }];
  });
  // Mileages that no sale is near have the value of the nearest.
  const distinct = points.filter((point, index) => point.miles !== points[index - 1]?.miles);
  const sales = (statistics.sales ?? []).map(({ mileage, price }) => ({ miles: mileage, price }));
  return <ValueChart points={distinct} me={{ miles, ...statistics }} sales={sales} />;
}
