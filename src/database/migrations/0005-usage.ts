import type { Migration, Types } from "../migration.ts";

function sums(integer: string): string {
  const columns = ["calls", "credits", "bytes", "cache_hits", "cache_misses"].concat(
    ["api_us", "service_us"].flatMap((time) => [`${time}_sum`, `${time}_min`, `${time}_max`]),
  );
  return columns.map((column) => `${column} ${integer} not null`).join(", ");
}

/** What calls came to in one span of time: by subscription, and over all of them. */
function rollUps(span: "hour" | "minute", table: string, { integer, text, strict }: Types): string[] {
  // SQLite then keeps the rows themselves in the key's order, and a report reads them one after another.
  const clustered = strict && `${strict}, without rowid`;
  return [
    `create table ${table} (
      subscription_id ${text} not null, ${span} ${integer} not null, api_id ${text} not null,
      operation ${text} not null, class ${text} not null, user_id ${text} not null, ${sums(integer)},
      primary key (subscription_id, ${span}, api_id, operation, class, user_id)) ${clustered}`,
    `create index ${table}_user on ${table} (user_id, ${span})`,
    `create table ${table}_total (
      ${span} ${integer} not null, api_id ${text} not null, class ${text} not null, ${sums(integer)},
      primary key (${span}, api_id, class)) ${clustered}`,
  ];
}

/**
 * What reports read, and who changed what. A roll-up names the user who owned the subscription when the call
 * was made. No foreign keys: all of it outlives what it speaks of.
 */
export const usage: Migration = {
  id: "0005-usage",
  statements: (types) => {
    const { integer, text, strict } = types;
    return [
      ...rollUps("hour", "usage_hourly", types),
      ...rollUps("minute", "usage_minute", types),
      // Minutes are removed in time as the request log is; hours stay.
      "create index usage_minute_start on usage_minute (minute)",
      "drop index request_log_subscription",
      "create index request_log_at on request_log (at, journal_id, seq)",
      "create index request_log_user on request_log (user_id, at, journal_id, seq)",
      "create index request_log_subscription on request_log (subscription_id, at, journal_id, seq)",
      `create table audit_log (
        id ${text} primary key, at ${integer} not null, actor ${text} not null, action ${text} not null,
        object ${text} not null, ip_address ${text} not null, request_id ${text} not null,
        before ${text}, after ${text}) ${strict}`,
      "create index audit_log_at on audit_log (at, id)",
      "create index audit_log_actor on audit_log (actor, at, id)",
      "create index audit_log_action on audit_log (action, at, id)",
      "create index audit_log_object on audit_log (object, at, id)",
    ];
  },
};
