interface AmountAxisProps {
  /** The top of the scale; its half is labelled too. */
  readonly most: number;
  readonly left: number;
  readonly right: number;
  y(value: number): number;
  /** How a value is written; as dollars if absent. */
  readonly label?: (value: number) => string;
}

const dollars = (value: number) => (value >= 1000 ? `$${value / 1000}k` : `$${value}`);

/** Three grid lines of a scale with their labels. */
export function AmountAxis({ most, left, right, y, label = dollars }: AmountAxisProps) {
  return [0, most / 2, most].map((value) => (
    <g key={value}>
      <line className={value ? "grid" : "base"} x1={left} x2={right} y1={y(value)} y2={y(value)} />
      <text x={left - 8} y={y(value) + 4} textAnchor="end">
        {label(value)}
      </text>
    </g>
  ));
}
