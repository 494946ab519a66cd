import type { Migration, Types } from "../migration.ts";

const times = ["api_us", "service_us"].flatMap((time) => [`${time}_sum`, `${time}_min`, `${time}_max`]);
const sums = ["calls", "credits", "bytes", "cache_hits", "cache_misses", ...times];
const names = ["subscription_id", "api_id", "operation", "class", "user_id"];
const spans = ["hour", "minute"] as const;

const tableOf = (span: (typeof spans)[number]) => (span === "hour" ? "usage_hourly" : "usage_minute");

/** The sums under their series' number, those of one time side by side, and the view that shows them under its names. */
function renumbered(span: (typeof spans)[number], { integer, strict, roomy }: Types): readonly string[] {
  const table = tableOf(span);
  const clustered = strict && `${strict}, without rowid`;
  return [
    `create table ${table}_sum (
      ${span} ${integer} not null, series_id ${integer} not null,
      ${sums.map((column) => `${column} ${integer} not null`).join(", ")},
      primary key (${span}, series_id)) ${clustered}`,
    ...roomy(`${table}_sum`),
    `insert into ${table}_sum
      select ${span}, s.id, ${sums.join(", ")} from ${table} r
      join usage_series s on ${names.map((name) => `s.${name} = r.${name}`).join(" and ")}
      order by ${span}, s.id`,
    `drop table ${table}`,
    // SQLite reads what is joined so in the order of its names: an owner's series first. Minutes have no index for it.
    `create view ${table} as
      select s.subscription_id, r.${span}, s.api_id, s.operation, s.class, s.user_id,
        ${sums.map((column) => `r.${column}`).join(", ")}
      from usage_series s ${span === "hour" ? "cross join" : ","} ${table}_sum r where r.series_id = s.id`,
  ];
}

/**
 * The names in the key of a subscription's roll-ups once for all times, in `usage_series`: its number stands in their
 * place. A row is a quarter as long, and is found by two numbers and not by five texts. Hours are kept by time, as
 * minutes are: by subscription, each second's folding changed a page for every subscription.
 */
export const usageSeries: Migration = {
  id: "0025-usage-series",
  statements: (types) => {
    const { identity, text, strict } = types;
    return [
      `create table usage_series (
        id ${identity}, ${names.map((name) => `${name} ${text} not null`).join(", ")},
        unique (${names.join(", ")})) ${strict}`,
      `insert into usage_series (${names.join(", ")})
        select ${names.join(", ")} from usage_hourly union select ${names.join(", ")} from usage_minute`,
      "create index usage_series_user on usage_series (user_id)",
      ...spans.flatMap((span) => renumbered(span, types)),
      "create index usage_hourly_sum_series on usage_hourly_sum (series_id, hour)",
    ];
  },
};
