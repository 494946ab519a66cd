import type { Types } from "../migration.ts";

// The members of a chunk's JSON arrays in their order, which `metering/requests/chunk-codec.ts` writes and reads.
const callerFields = ["subscription_id", "user_id", "calls", "credits", "bytes"];
const labelFields = [
  ...["product_id", "api_id", "operation", "method", "ip_address", "status", "credits", "cache"],
  ...["error_code", "key_slot", "data_source", "caller"],
];
const entryFields = [
  ...["seq", "at", "labels", "request_id", "url", "request_size", "response_size", "api_us", "service_us"],
];
const numbers = [
  "status",
  "calls",
  "credits",
  "bytes",
  "request_size",
  "response_size",
  "api_us",
  "service_us",
];

function field(array: string, fields: readonly string[], name: string, type?: "integer" | "bigint"): string {
  const text = `${array} ->> ${fields.indexOf(name)}`;
  return type ? `cast(${text} as ${type})` : text;
}

const column = (array: string, fields: readonly string[], name: string): string =>
  `${field(array, fields, name, numbers.includes(name) ? "bigint" : undefined)} as ${name}`;

/**
 * The request log. A chunk is up to 64 calls of one minute and one shard. `callers` are the subscriptions and users
 * in it with the sums of their calls, `labels` what calls have in common, `entries` the rest of each call.
 * The views show the calls and the callers of all chunks.
 */
export function requestLog(types: Types): readonly string[] {
  const { integer, text, inDays, defaultPartition, lz4, json, jsonElements } = types;
  const labels = `(${json("chunk.labels")} -> ${field("entry.value", entryFields, "labels", "integer")})`;
  const caller = `(${json("chunk.callers")} -> ${field(labels, labelFields, "caller", "integer")})`;
  const ofCaller = (name: string) => column(caller, callerFields, name);
  const ofLabels = (name: string) => column(labels, labelFields, name);
  const ofEntry = (name: string) => column("entry.value", entryFields, name);
  const calls = [
    "chunk.journal_id",
    `chunk.first_seq + ${field("entry.value", entryFields, "seq", "bigint")} as seq`,
    `chunk.first_at - chunk.first_at % 60000 + ${field("entry.value", entryFields, "at", "bigint")} as at`,
    ofEntry("request_id"),
    ...["subscription_id", "user_id"].map(ofCaller),
    ...["product_id", "api_id", "operation", "method", "ip_address"].map(ofLabels),
    ofEntry("url"),
    ...["status", "credits"].map(ofLabels),
    ...["request_size", "response_size"].map(ofEntry),
    ...["cache", "error_code", "key_slot", "data_source"].map(ofLabels),
    ...["api_us", "service_us"].map(ofEntry),
  ];
  return [
    `create table request_chunk (
      last_at ${integer} not null, journal_id ${text} not null, first_seq ${integer} not null,
      first_at ${integer} not null, calls ${integer} not null, labels ${text} not null, entries ${text} not null,
      shard ${integer} not null default 0, callers ${text} not null default '[]',
      primary key (last_at, journal_id, first_seq)) ${inDays("last_at")}`,
    ...["entries", "callers", "labels"].flatMap((name) => lz4("request_chunk", name)),
    ...defaultPartition("request_chunk"),
    "create index request_chunk_shard on request_chunk (shard, last_at, journal_id, first_seq)",
    `create view request_log as select ${calls.join(", ")}
      from request_chunk chunk cross join ${jsonElements("chunk.entries", "entry")}`,
    `create view request_caller as select chunk.journal_id, chunk.first_seq, chunk.first_at,
        ${callerFields.map((name) => column("caller.value", callerFields, name)).join(", ")}
      from request_chunk chunk cross join ${jsonElements("chunk.callers", "caller")}`,
  ];
}
