import { startOfDay } from "../../../src/base/reading/days.ts";
import { kmPerMile } from "../../../src/base/reading/odometer/readings.ts";
import type { TimelineReading } from "../../../src/base/reading/odometer/timeline.ts";
import { count, day } from "../base/format.ts";
import { AmountAxis } from "./amount-axis.tsx";
import { linear, roundUp } from "./scales.ts";
import { useWidth } from "./use-width.ts";
import { YearAxis, yearScale } from "./year-axis.tsx";

const [left, right, top, bottom, height] = [52, 16, 24, 44, 216] as const;

interface OdometerChartProps {
  /** Dated readings with a value, in order. */
  readonly readings: readonly (TimelineReading & { readonly date: string; readonly km: number })[];
  /** The unit of the scale. */
  readonly unit: "km" | "mi";
  readonly label: string;
}

const distance = (value: number): string => (value < 1000 ? count(value) : `${count(value / 1000)}k`);

/** A rollback is what the odometer showed; other findings are readings that it did not have. */
const rolledBack = { flag: "rollback" } as const;

/** Readings by year. A line joins what the odometer showed; a reading that does not fit is a cross. */
export function OdometerChart({ readings, unit, label }: OdometerChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const inUnit = (km: number) => (unit === "km" ? km : km / kmPerMile);
  const points = readings.map((reading) => ({
    at: startOfDay(reading.date),
    value: inUnit(reading.km),
    isCounted: reading.status === "counted",
    isOff: reading.finding !== null,
    isJoined: reading.status === "counted" && (reading.finding ?? rolledBack).flag === "rollback",
  }));
  const { x, ticks } = yearScale(
    points.map(({ at }) => at),
    width,
    left,
    right,
  );
  const most = roundUp(Math.max(...points.map(({ value }) => value)));
  const y = linear(0, most, height - bottom, top);
  const line = points.filter(({ isJoined }) => isJoined);
  return (
    <div className="chart" ref={ref}>
      {width > 0 && (
        <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} height={height}>
          <AmountAxis most={most} left={left} right={width - right} y={y} label={distance} />
          <text x={left - 8} y={12} textAnchor="end">
            {unit}
          </text>
          <YearAxis x={x} ticks={ticks} y={height - 6} />
          <path
            className="s-acc"
            d={line.map(({ at, value }, index) => `${index ? "L" : "M"}${x(at)} ${y(value)}`).join("")}
          />
          {points.map(({ at, value, isCounted, isOff }, index) => (
            <g key={`${index + 1}`}>
              <title>{`${day(at)}: ${count(Math.round(value))} ${unit}`}</title>
              {isOff ? (
                <path className="off" d={cross(x(at), y(value))} />
              ) : (
                <circle className={isCounted ? "pt-me" : "pt"} cx={x(at)} cy={y(value)} r={5} />
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

const arm = 6;

const cross = (x: number, y: number): string =>
  `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`;
