import type { Migration, Types } from "../migration.ts";

const names = ["api_id", "operation", "class", "user_id"];
const times = ["api_us", "service_us"].flatMap((time) => [`${time}_sum`, `${time}_min`, `${time}_max`]);
const sums = ["calls", "credits", "bytes", "cache_hits", "cache_misses", ...times];

/** Each slot's own sums by one interval, and the view of a series' sums with those of slots. */
function slots(span: "hour" | "minute", table: string, types: Types): readonly string[] {
  const { integer, text, clustered, roomForUpdates } = types;
  const sumColumns = sums.map((column) => `${column} ${integer} not null`).join(", ");
  const selectFrom = (from: string) => `
    select s.subscription_id, r.${span}, ${[...names.map((name) => `s.${name}`), ...sums.map((sum) => `r.${sum}`)].join(", ")}
    from usage_series s ${span === "hour" ? "cross join" : ","} ${from} r where r.series_id = s.id`;
  return [
    `create table ${table}_sum_slot (
      ${span} ${integer} not null, series_id ${integer} not null, slot ${integer} not null, ${sumColumns},
      primary key (${span}, series_id, slot)) ${clustered}`,
    ...roomForUpdates(`${table}_sum_slot`),
    `create table ${table}_total_slot (
      ${span} ${integer} not null, api_id ${text} not null, class ${text} not null, slot ${integer} not null,
      ${sumColumns}, primary key (${span}, api_id, class, slot)) ${clustered}`,
    ...roomForUpdates(`${table}_total_slot`),
    `drop view ${table}`,
    `create view ${table} as ${selectFrom(`${table}_sum`)} union all ${selectFrom(`${table}_sum_slot`)}`,
  ];
}

/**
 * Sums of a slot: an open journal has a number of its own, so that no two nodes add to one row. Ended minutes and
 * hours are moved to the tables without slots.
 */
export const usageSlots: Migration = {
  id: "0008-usage-slots",
  summary: "lets every node add to sums of its own, in new tables that reports add to the present ones",
  statements: (types) => [
    `alter table journal add column slot ${types.integer} not null default 0`,
    "create unique index journal_slot on journal (slot) where state = 'open' and slot > 0",
    ...slots("hour", "usage_hourly", types),
    ...slots("minute", "usage_minute", types),
    "create index usage_hourly_sum_slot_series on usage_hourly_sum_slot (series_id, hour)",
  ],
};
