import { count, money } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { AmountAxis } from "./amount-axis.tsx";
import { linear, roundUp } from "./scales.ts";
import { Table } from "./table.tsx";
import { useWidth } from "./use-width.ts";

/** Percentiles of the value at a mileage, dollars. */
export interface ValuePoint {
  readonly miles: number;
  readonly p15: number;
  readonly p50: number;
  readonly p85: number;
}

const [left, right, top, bottom] = [52, 12, 20, 40] as const;

interface ValueChartProps {
  readonly points: readonly ValuePoint[];
  /** This vehicle. */
  readonly me: ValuePoint;
  /** The sales behind the values. */
  readonly sales: readonly { readonly miles: number; readonly price: number }[];
}

/** Values by mileage: the median as a line, the 15th to 85th percentile as a band. */
export function ValueChart({ points, me, sales }: ValueChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const height = width < 520 ? 280 : 340;
  const all = [...points.filter(({ miles }) => miles !== me.miles), me].sort((a, b) => a.miles - b.miles);
  const most = roundUp(Math.max(...all.map(({ p85 }) => p85), ...sales.map(({ price }) => price)));
  const farthest = Math.max(...all.map(({ miles }) => miles), ...sales.map(({ miles }) => miles));
  const x = linear(0, farthest, left, width - right);
  const y = linear(0, most, height - bottom, top);
  const line = (kind: "p15" | "p50" | "p85", order: readonly ValuePoint[], start = "M") =>
    order.map((point, index) => `${index ? "L" : start}${x(point.miles)} ${y(point[kind])}`).join("");
  const label = t("Value falls from {first} at {miles} miles to {last} at {farthest} miles", {
    first: money(all[0]?.p50 ?? 0),
    miles: count(all[0]?.miles ?? 0),
    last: money(all.at(-1)?.p50 ?? 0),
    farthest: count(farthest),
  });
  return (
    <>
      <div className="chart" ref={ref}>
        {width > 0 && (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} height={height}>
            <AmountAxis most={most} left={left} right={width - right} y={y} />
            {all.map(({ miles }) => (
              <text key={miles} x={Math.min(x(miles), width - 24)} y={height - 20} textAnchor="middle">
                {miles === me.miles ? "" : `${Math.round(miles / 1000)}k`}
              </text>
            ))}
            <text x={width - right} y={height - 3} textAnchor="end">
              {t("miles")}
            </text>
            <path className="band" d={`${line("p85", all)}${line("p15", [...all].reverse(), "L")}Z`} />
            <path className="s-acc" d={line("p50", all)} />
            {sales.map(({ miles, price }, index) => (
              <circle key={`${index + 1}`} className="pt" cx={x(miles)} cy={y(price)} r={5}>
                <title>
                  {t("Sold for {money} at {miles} miles", { money: money(price), miles: count(miles) })}
                </title>
              </circle>
            ))}
            <line className="cross" x1={x(me.miles)} x2={x(me.miles)} y1={top} y2={y(0)} />
            <circle className="pt-me" cx={x(me.miles)} cy={y(me.p50)} r={7} />
            <text className="lab halo" x={x(me.miles)} y={top - 6} textAnchor="middle">
              {t("This car, {money}", { money: money(me.p50) })}
            </text>
          </svg>
        )}
      </div>
      <details className="datat">
        <summary>{t("View as table")}</summary>
        {sales.length > 0 && (
          <p className="sm muted">
            {t("The rings show {count, plural, one {# sale} other {# sales}}: {sales}.", {
              count: sales.length,
              sales: sales
                .map(({ miles, price }) =>
                  t("{money} at {miles} miles", { money: money(price), miles: count(miles) }),
                )
                .join(", "),
            })}
          </p>
        )}
        <Table
          wide
          caption={t("Value by mileage")}
          items={all}
          keyOf={({ miles }) => miles}
          columns={[
            { head: t("Miles"), cell: ({ miles }) => count(miles), figures: true },
            { head: t("15th percentile"), cell: ({ p15 }) => money(p15), figures: true },
            { head: t("Median"), cell: ({ p50 }) => money(p50), figures: true },
            { head: t("85th percentile"), cell: ({ p85 }) => money(p85), figures: true },
          ]}
        />
      </details>
    </>
  );
}
