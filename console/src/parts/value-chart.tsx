import { count, counted, money } from "../base/format.ts";
import { AmountAxis } from "./amount-axis.tsx";
import { linear, roundUp } from "./scales.ts";
import { useWidth } from "./use-width.ts";

/** A value at a mileage: the middle, and what 15 and 85 of 100 sell below. */
export interface ValuePoint {
  readonly miles: number;
  readonly p15: number;
  readonly p50: number;
  readonly p85: number;
}

const [left, right, top, bottom] = [52, 12, 20, 40] as const;

/** Value over mileage: band, curve, this car. */
export function ValueCurve({
  points,
  me,
  sales,
}: {
  readonly points: readonly ValuePoint[];
  readonly me: ValuePoint;
  /** Single sales that the value rests on. */
  readonly sales: readonly { readonly miles: number; readonly price: number }[];
}) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const height = width < 520 ? 280 : 340;
  const all = [...points.filter(({ miles }) => miles !== me.miles), me].sort((a, b) => a.miles - b.miles);
  const most = roundUp(Math.max(...all.map(({ p85 }) => p85), ...sales.map(({ price }) => price)));
  const farthest = Math.max(...all.map(({ miles }) => miles), ...sales.map(({ miles }) => miles));
  const x = linear(0, farthest, left, width - right);
  const y = linear(0, most, height - bottom, top);
  const line = (kind: "p15" | "p50" | "p85", order: readonly ValuePoint[], start = "M") =>
    order.map((point, index) => `${index ? "L" : start}${x(point.miles)} ${y(point[kind])}`).join("");
  const label = `Value falls from ${money(all[0]?.p50 ?? 0)} at ${count(all[0]?.miles ?? 0)} miles to ${money(all.at(-1)?.p50 ?? 0)} at ${count(farthest)} miles`;
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
              miles
            </text>
            <path className="band" d={`${line("p85", all)}${line("p15", [...all].reverse(), "L")}Z`} />
            <path className="s-acc" d={line("p50", all)} />
            {sales.map(({ miles, price }, index) => (
              <circle key={`${index + 1}`} className="pt" cx={x(miles)} cy={y(price)} r={5}>
                <title>{`Sold for ${money(price)} at ${count(miles)} miles`}</title>
              </circle>
            ))}
            <line className="cross" x1={x(me.miles)} x2={x(me.miles)} y1={top} y2={y(0)} />
            <circle className="pt-me" cx={x(me.miles)} cy={y(me.p50)} r={7} />
            <text className="lab halo" x={x(me.miles)} y={top - 6} textAnchor="middle">
              {`This car, ${money(me.p50)}`}
            </text>
          </svg>
        )}
      </div>
      <details className="datat">
        <summary>The same as a table</summary>
        {sales.length > 0 && (
          <p className="sm muted">
            The rings are {counted(sales.length, "sale")}:{" "}
            {sales.map(({ miles, price }) => `${money(price)} at ${count(miles)} miles`).join(", ")}.
          </p>
        )}
        <table className="t">
          <caption className="vh">Value by mileage</caption>
          <thead>
            <tr>
              {["Miles", "15 of 100 sell below", "Middle", "85 of 100 sell below"].map((head) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((point) => (
              <tr key={point.miles}>
                <th scope="row" className="num">
                  {count(point.miles)}
                </th>
                {[point.p15, point.p50, point.p85].map((value, index) => (
                  <td key={`${index + 1}`} className="num">
                    {money(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
