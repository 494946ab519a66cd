import { linear } from "./scales.ts";

/** A scale over whole years, from that of the first moment to the end of that of the last, and the years that have room. */
export function yearScale(moments: readonly number[], width: number, left: number, right: number) {
  const years = moments.map((at) => new Date(at).getUTCFullYear());
  const [first, last] = [years[0] ?? 0, (years.at(-1) ?? 0) + 1];
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, Math.floor(width / 70))));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (_, index) => index % every === 0,
  );
  return { x: linear(Date.UTC(first), Date.UTC(last), left, width - right), ticks };
}

interface YearAxisProps extends Pick<ReturnType<typeof yearScale>, "x" | "ticks"> {
  readonly y: number;
}

/** The years below a chart. */
export const YearAxis = ({ x, ticks, y }: YearAxisProps) =>
  ticks.map((year) => (
    <text key={year} x={x(Date.UTC(year))} y={y} textAnchor="middle">
      {year}
    </text>
  ));
