import { keySlots } from "../../http/caller.ts";
import type { LoggedCall } from "../../metering/requests/chunk-codec.ts";
import type { LogScope, TimeRange } from "../../metering/requests/chunk-filter.ts";
import type { CallFilter } from "../../metering/requests/request-search.ts";
import { type CacheUse, callTable } from "./call-table.ts";

/** The number of test keys in the column `key`. */
export const testKey = keySlots.indexOf("test") + 1;

/** A condition of a query, and the values in it. */
export interface Condition {
  readonly text: string;
  readonly values: Readonly<Record<string, string | number>>;
}

interface CallRow {
  readonly at_ms: number;
  readonly journal: string;
  readonly seq: number;
  readonly user_id: string;
  readonly subscription_id: string;
  readonly product_id: string;
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  readonly address: string;
  readonly status: number;
  readonly credits: number;
  readonly cache: CacheUse;
  readonly key: number;
  readonly error_code: string;
  readonly source: string;
  readonly request: string;
  readonly url: string;
  readonly request_bytes: number;
  readonly response_bytes: number;
  readonly api_micros: number;
  readonly service_micros: number;
}

/** The request ID as the caller sent it or the service made it. */
export const requestId =
  "if(request_id = toUUID('00000000-0000-0000-0000-000000000000'), request_text, toString(request_id))";

/** The table with each call once, as it was last amended. */
export const calls = `${callTable} final`;
const newestFirst = "order by at desc, journal desc, seq desc";
const columns = [
  ...[
    "toUnixTimestamp64Milli(at) as at_ms",
    "journal",
    "seq",
    "user_id",
    "subscription_id",
    "product_id",
    "api",
  ],
  ...["operation", "method", "address", "status", "credits", "cache", "key", "error_code", "source"],
  ...[`${requestId} as request`, "url", "request_bytes", "response_bytes", "api_micros", "service_micros"],
].join(", ");

/** The query for a page of the calls that meet a condition. */
export function pageQuery({ text }: Condition, size?: number, skip = 0): string {
  const part = size === undefined ? "" : `limit ${size} offset ${skip}`;
  return `select ${columns} from ${calls} where ${text} ${newestFirst} ${part}`;
}

/** The query for the calls that meet a condition, by their seqs. */
export const seqQuery = (text: string): string =>
  `select ${columns} from ${calls} where ${text} order by seq`;

export type { CallRow };

/** The latest time that ClickHouse can compare with, and the earliest. */
const [latest, earliest] = [9_000_000_000_000, 0] as const;
const moment = (at: number) => Math.min(latest, Math.max(earliest, at));

/** The calls of a scope in a time range that match a filter. */
export function conditionOf(scope: LogScope, { from, to }: TimeRange, filter: CallFilter = {}): Condition {
  const texts = ["at >= fromUnixTimestamp64Milli({from:Int64})", "at < fromUnixTimestamp64Milli({to:Int64})"];
  const values: Record<string, string | number> = { from: moment(from), to: moment(to) };
  const add = (text: string, name: string, value: string | number | undefined) => {
    if (value === undefined) return;
    texts.push(text);
    values[name] = value;
  };
  for (const [index, userId] of scope.userIds.entries())
    add(`user_id = {user${index}:String}`, `user${index}`, userId);
  add("subscription_id = {subscription:String}", "subscription", scope.subscriptionId);
  add("product_id = {product:String}", "product", filter.productId);
  add("api = {api:String}", "api", filter.api);
  add("operation = {operation:String}", "operation", filter.operation);
  add("address = {address:String}", "address", filter.address);
  add("error_code = {error:String}", "error", filter.errorCode);
  add("key = {key:UInt8}", "key", filter.key && keySlots.indexOf(filter.key) + 1);
  add("positionCaseInsensitiveUTF8(url, {url:String}) > 0", "url", filter.url);
  const { status, requestId: id } = filter;
  if (status?.endsWith("xx")) add("intDiv(status, 100) = {class:UInt16}", "class", Number(status[0]));
  else add("status = {status:UInt16}", "status", status);
  if (id !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    add("request_id = {id:UUID}", "id", id);
  else add("request_text = {id:String}", "id", id);
  add("journal = {journal:String}", "journal", filter.id?.journalId);
  add("seq = {seq:UInt64}", "seq", filter.id?.seq);
  return { text: texts.join(" and "), values };
}

const orNull = (text: string): string | null => (text === "" ? null : text);

export function loggedCall(row: CallRow): LoggedCall {
  const caller = {
    subscriptionId: row.subscription_id,
    userId: row.user_id,
    calls: 1,
    credits: row.credits,
    bytes: row.response_bytes,
  };
  const { api, operation, method, address, status, credits, cache } = row;
  return {
    at: row.at_ms,
    journalId: row.journal,
    seq: row.seq,
    caller,
    labels: {
      productId: orNull(row.product_id),
      api,
      operation,
      method,
      address,
      status,
      credits,
      cache,
      errorCode: orNull(row.error_code),
      key: keySlots[row.key - 1] ?? null,
      source: orNull(row.source),
      caller: 0,
    },
    requestId: row.request,
    url: row.url,
    requestBytes: row.request_bytes,
    responseBytes: row.response_bytes,
    apiMicros: row.api_micros,
    serviceMicros: row.service_micros,
  };
}
