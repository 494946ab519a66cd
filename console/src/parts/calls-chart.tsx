import { Fragment, useState } from "react";
import type { CallBucket } from "../api/reports.ts";
import { count, withinSentence } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { Mark } from "./outcome.tsx";
import type { Outcome } from "./outcome-kind.ts";
import { Link } from "./router.tsx";
import { linear, roundUp } from "./scales.ts";
import { countColumn, Table } from "./table.tsx";
import { useWidth } from "./use-width.ts";

const kinds: readonly (readonly [kind: Outcome, name: string])[] = [
  ["ok", t("Successful")],
  ["other", t("Not found")],
  ["blocked", t("Blocked")],
  ["failed", t("Invalid or server error")],
];

const left = 44;
const right = 4;
const top = 14;
const upper = 132;
const gap = 34;
const lower = 62;
const foot = 24;
const barMax = 18;
const below = ["other", "blocked", "failed"] as const;

function refusedOf(bucket: CallBucket): number {
  return bucket.other + bucket.blocked + bucket.failed;
}

const callsOf = (bucket: CallBucket): number => bucket.ok + refusedOf(bucket);

interface Frame {
  readonly width: number;
  readonly buckets: readonly CallBucket[];
  readonly okMax: number;
  readonly refusedMax: number;
}

const yUpper = ({ okMax }: Frame) => linear(0, okMax, upper, top);
const yLower = ({ refusedMax }: Frame) => linear(0, refusedMax, upper + gap + lower, upper + gap);

function Axes({ frame }: { frame: Frame }) {
  const { width, okMax, refusedMax } = frame;
  const lines = [
    ...[0, okMax / 2, okMax].map((value) => ({ value, y: yUpper(frame)(value), id: `a${value}` })),
    ...[0, refusedMax].map((value) => ({ value, y: yLower(frame)(value), id: `b${value}` })),
  ];
  return (
    <>
      {lines.map(({ value, y, id }) => (
        <g key={id}>
          <line className={value ? "grid" : "base"} x1={left} x2={width - right} y1={y} y2={y} />
          <text x={left - 8} y={y + 4} textAnchor="end">
            {count(value)}
          </text>
        </g>
      ))}
      <text className="lab" x={left} y={8}>
        {t("Successful")}
      </text>
      <text className="lab" x={left} y={upper + gap - 8}>
        {t("Not found, blocked, invalid, server error")}
      </text>
    </>
  );
}

function Bars({ frame, at }: { frame: Frame; at: number | undefined }) {
  const { width, buckets } = frame;
  const step = (width - left - right) / buckets.length;
  const bar = Math.min(barMax, Math.max(1, step - Math.min(2, step * 0.24)));
  const [up, down] = [yUpper(frame), yLower(frame)];
  return buckets.map((bucket, index) => {
    const x = left + index * step + (step - bar) / 2;
    let sum = 0;
    return (
      <g key={`${bucket.label} ${index + 1}`} opacity={at === undefined || at === index ? 1 : 0.55}>
        <rect className="f-ok" x={x} y={up(bucket.ok)} width={bar} height={up(0) - up(bucket.ok)} />
        {below.map((kind) => {
          const value = bucket[kind];
          if (value === 0) return null;
          const y = down(sum + value);
          const height = Math.max(1, down(sum) - y - (sum > 0 ? 1 : 0));
          sum += value;
          return <rect key={kind} className={`f-${kind}`} x={x} y={y} width={bar} height={height} />;
        })}
      </g>
    );
  });
}

function Labels({ frame }: { frame: Frame }) {
  const { width, buckets } = frame;
  const step = (width - left - right) / buckets.length;
  const every = Math.max(1, Math.ceil(buckets.length / Math.max(2, Math.floor((width - left) / 92))));
  return buckets.map(({ label }, index) =>
    index % every === 0 && (index + every / 2 < buckets.length || index === 0) ? (
      <text
        key={`${label} ${index + 1}`}
        x={Math.min(left + index * step + step / 2, width - 30)}
        y={upper + gap + lower + foot - 4}
        textAnchor="middle"
      >
        {label}
      </text>
    ) : null,
  );
}

function Tip({ bucket, x, width }: { bucket: CallBucket; x: number; width: number }) {
  return (
    <div className="tip" style={{ left: Math.max(0, Math.min(x + 12, width - 150)) }}>
      <b>{bucket.label}</b>
      <br />
      {t("{credits, plural, one {# credit} other {# credits}}", { credits: bucket.credits })}
      {kinds.map(([kind, name]) => (
        <Fragment key={kind}>
          <br />
          {count(bucket[kind])} {withinSentence(name)}
        </Fragment>
      ))}
    </div>
  );
}

interface ChartProps {
  readonly buckets: readonly CallBucket[];
  readonly label: string;
  /** Shows the calls of a bar. The rows of the table do the same, for keyboards. */
  open?(bucket: CallBucket): void;
}

/** Successful calls above; the others below on a scale of their own, since they are rare. */
export function CallsChart({ buckets, label, open }: ChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<number>();
  const frame: Frame = {
    width,
    buckets,
    okMax: roundUp(Math.max(2, ...buckets.map(({ ok }) => ok))),
    refusedMax: roundUp(Math.max(4, ...buckets.map(refusedOf))),
  };
  const step = (width - left - right) / Math.max(1, buckets.length);
  const height = upper + gap + lower + foot;
  const hovered = at === undefined ? undefined : buckets[at];
  return (
    <div className="chart" ref={ref}>
      {width > 0 && buckets.length > 0 && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the links of the table below do the same.
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${height}`}
          height={height}
          onPointerMove={(event) => {
            const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
            const index = Math.floor(x / step);
            setAt(index >= 0 && index < buckets.length ? index : undefined);
          }}
          onPointerLeave={() => setAt(undefined)}
          onClick={() => hovered && callsOf(hovered) > 0 && open?.(hovered)}
          className={open && hovered && callsOf(hovered) > 0 ? "opens" : undefined}
        >
          <Axes frame={frame} />
          <Bars frame={frame} at={at} />
          <Labels frame={frame} />
        </svg>
      )}
      {hovered && at !== undefined && <Tip bucket={hovered} x={left + at * step + step / 2} width={width} />}
    </div>
  );
}

/** The sums of the chart, each with its shape. */
export function CallsLegend({ buckets }: { buckets: readonly CallBucket[] }) {
  const sum = (kind: Outcome) => count(buckets.reduce((total, bucket) => total + bucket[kind], 0));
  return (
    <p className="legend">
      {kinds.map(([kind, name]) => (
        <Mark key={kind} outcome={kind}>
          {name} {sum(kind)}
        </Mark>
      ))}
    </p>
  );
}

interface TableProps {
  readonly buckets: readonly CallBucket[];
  readonly caption: string;
  /** The search parameters of the calls of a bar in the request log. */
  search?(bucket: CallBucket): Readonly<Record<string, string | undefined>>;
}

/** The figures of the chart as a table. */
export function CallsTable({ buckets, caption, search }: TableProps) {
  return (
    <details className="datat">
      <summary>{t("View as table")}</summary>
      <Table
        wide
        caption={caption}
        items={buckets.filter((bucket) => callsOf(bucket) > 0)}
        keyOf={({ label }) => label}
        columns={[
          {
            head: t("Time"),
            cell: (bucket) =>
              search ? (
                <Link to="/calls" search={search(bucket)}>
                  {bucket.label}
                </Link>
              ) : (
                bucket.label
              ),
          },
          ...kinds.map(([kind, name]) => countColumn<CallBucket>(name, (bucket) => bucket[kind])),
          countColumn<CallBucket>(t("Credits"), ({ credits }) => credits),
        ]}
      />
    </details>
  );
}
