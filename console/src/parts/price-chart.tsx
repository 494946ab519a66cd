import { day, money } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { AmountAxis } from "./amount-axis.tsx";
import { linear, roundUp } from "./scales.ts";
import { useWidth } from "./use-width.ts";
import { YearAxis, yearScale } from "./year-axis.tsx";

interface Priced {
  readonly id: string;
  readonly at: number;
  readonly price: number | undefined;
  readonly sold: boolean;
}

const labelWidth = 60;
const [left, right, top, bottom, height] = [52, 16, 24, 44, 216] as const;

/** Prices by year. Dots join the sales, since values between them are unknown. */
export function PriceChart({ events, label }: { events: readonly Priced[]; label: string }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const inOrder = [...events].sort((a, b) => a.at - b.at);
  const { x, ticks } = yearScale(
    inOrder.map(({ at }) => at),
    width,
    left,
    right,
  );
  const most = roundUp(Math.max(...inOrder.map(({ price }) => price ?? 0)));
  const y = linear(0, most, height - bottom, top);
  const sold = inOrder.filter((event) => event.sold);
  // Labels are above their points. One that would overlap an asking price or the label before it goes below.
  const labelX = (at: number) => Math.min(Math.max(x(at), left + 24), width - 40);
  const below = new Set<string>();
  for (const [index, { id, at }] of sold.entries()) {
    const before = sold[index - 1];
    const close = before && !below.has(before.id) && labelX(at) - labelX(before.at) < labelWidth;
    if (close || inOrder.some((one) => !one.sold && Math.abs(x(one.at) - x(at)) < 36)) below.add(id);
  }
  return (
    <div className="chart" ref={ref}>
      {width > 0 && (
        <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} height={height}>
          <AmountAxis most={most} left={left} right={width - right} y={y} />
          <YearAxis x={x} ticks={ticks} y={height - 6} />
          <path
            className="s-acc"
            strokeDasharray="1 5"
            strokeLinecap="round"
            d={sold.map(({ at, price }, index) => `${index ? "L" : "M"}${x(at)} ${y(price ?? 0)}`).join("")}
          />
          {inOrder.map(({ id, at, price = 0, sold: paid }) => (
            <circle key={id} className={paid ? "pt-me" : "pt"} cx={x(at)} cy={y(price)} r={6}>
              <title>{`${day(at)}: ${paid ? t("sold for") : t("asking price")} ${money(price)}`}</title>
            </circle>
          ))}
          {sold.map(({ id, at, price = 0 }) => (
            <text
              key={`l${id}`}
              className="lab halo"
              x={labelX(at)}
              y={below.has(id) ? y(price) + 22 : y(price) - 12}
              textAnchor="middle"
            >
              {money(price)}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}
