import type { Types } from "../migration.ts";

const names = ["subscription_id", "api_id", "operation", "class", "user_id"];
const times = ["api_us", "service_us"].flatMap((time) => [`${time}_sum`, `${time}_min`, `${time}_max`]);
const sums = ["calls", "credits", "bytes", "cache_hits", "cache_misses", ...times];

/**
 * Sums by one interval: of each series by number, of all subscriptions, and a view with the series' names.
 */
function rollUps(span: "hour" | "minute", table: string, types: Types): readonly string[] {
  const { integer, text, clustered, roomForUpdates } = types;
  const sumColumns = sums.map((column) => `${column} ${integer} not null`).join(", ");
  return [
    `create table ${table}_sum (
      ${span} ${integer} not null, series_id ${integer} not null, ${sumColumns},
      primary key (${span}, series_id)) ${clustered}`,
    ...roomForUpdates(`${table}_sum`),
    `create table ${table}_total (
      ${span} ${integer} not null, api_id ${text} not null, class ${text} not null, ${sumColumns},
      primary key (${span}, api_id, class)) ${clustered}`,
    // `cross join` makes SQLite read an owner's series first. Minutes have no index for that.
    `create view ${table} as
      select s.subscription_id, r.${span}, s.api_id, s.operation, s.class, s.user_id,
        ${sums.map((column) => `r.${column}`).join(", ")}
      from usage_series s ${span === "hour" ? "cross join" : ","} ${table}_sum r where r.series_id = s.id`,
  ];
}

/**
 * Rollups by minute and by hour. A series names the user who owned the subscription at the time of the call.
 */
export function usage(types: Types): readonly string[] {
  const { integer, text, identity, strict, clustered } = types;
  return [
    `create table usage_series (
      id ${identity}, ${names.map((name) => `${name} ${text} not null`).join(", ")},
      unique (${names.join(", ")})) ${strict}`,
    "create index usage_series_user on usage_series (user_id)",
    ...rollUps("hour", "usage_hourly", types),
    ...rollUps("minute", "usage_minute", types),
    "create index usage_hourly_sum_series on usage_hourly_sum (series_id, hour)",
    // The last minute in which each of a subscription's keys was used.
    `create table key_use (
      subscription_id ${text} not null, slot ${text} not null, minute ${integer} not null,
      primary key (subscription_id, slot)) ${clustered}`,
  ];
}
