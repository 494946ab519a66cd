import { queryOptions } from "@tanstack/react-query";
import { ends, type Range } from "../base/range.ts";
import { api, dataOf, type RequestRecord } from "./client.ts";
import { reading } from "./reading.ts";

const keys = ["primary", "secondary", "test"] as const;

/** Filters of the request log; a call must match all of them. */
export interface CallFilter {
  readonly user_id?: string | undefined;
  readonly subscription_id?: string | undefined;
  readonly api_id?: string | undefined;
  readonly operation?: string | undefined;
  /** A status, or a class such as 4xx. */
  readonly response_code?: string | undefined;
  readonly error_code?: string | undefined;
  readonly key?: (typeof keys)[number] | undefined;
  readonly request_id?: string | undefined;
  /** A part of path and query. */
  readonly url?: string | undefined;
}

/** Whether a text has the form of a call's ID. */
export const isCallId = (text: string): boolean => /^[0-9a-f]{32}\/[1-9]\d{0,14}$/.test(text);

/** Whether a text has the form of the request IDs that the service makes. */
export const isRequestId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

type Search = Readonly<Record<string, string>>;

/** The filter of an address, as the API takes it. */
export function callFilterOf(search: Search): CallFilter {
  return {
    user_id: search.user,
    subscription_id: search.subscription,
    api_id: search.api,
    operation: search.operation,
    response_code: /^[1-5](?:\d\d|xx)$/.test(search.status ?? "") ? search.status : undefined,
    error_code: search.error,
    key: keys.find((key) => key === search.key),
    request_id: search.request,
    url: search.q,
  };
}

/** Single calls of a range, newest first. */
export const requestsOf = (
  range: Range,
  filter: CallFilter & { readonly page: number; readonly page_size: number },
) =>
  reading(["requests", range.from.getTime(), range.to.getTime(), filter], "/reports/byRequest", {
    query: { ...filter, ...ends(range) },
  });

/** The errors of a range, by status and code. */
export const errorsOf = (range: Range, filter: CallFilter) =>
  reading(["requests", "errors", range.from.getTime(), range.to.getTime(), filter], "/reports/byError", {
    query: { ...filter, ...ends(range) },
  });

/** The calls of a range by key, most calls first. */
export const callsByKey = (range: Range, filter: CallFilter) =>
  reading(["reports", "byKey", range.from.getTime(), range.to.getTime(), filter], "/reports/byKey", {
    query: { ...filter, ...ends(range) },
  });

const aroundMs = 10_000;

/** The arrival time in a request ID of the service: its first 48 bits (RFC 9562, 5.7). */
function arrivalOf(requestId: string): number | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(requestId);
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : undefined;
}

/** The part of the log that is searched for an ID: all of it for a call ID, the last week for IDs that callers chose. */
function searchFor(id: string) {
  if (isCallId(id)) return { call: id, timestamp_ge: new Date(0).toISOString() };
  const arrived = arrivalOf(id);
  return {
    request_id: id,
    ...(arrived !== undefined && {
      timestamp_ge: new Date(arrived - aroundMs).toISOString(),
      timestamp_le: new Date(arrived + aroundMs).toISOString(),
    }),
  };
}

export interface FoundCall {
  /** The newest call, or null. */
  readonly record: RequestRecord | null;
  /** The number of calls with the ID. */
  readonly total: number;
}

/** The calls with a call ID, of which there is one at most, or with a request ID. */
export const callById = (id: string) =>
  queryOptions({
    queryKey: ["request", id],
    queryFn: async (): Promise<FoundCall> => {
      const query = { ...searchFor(id), page_size: 1 };
      const { items, total } = await dataOf(api.GET("/reports/byRequest", { params: { query } }));
      return { record: items[0] ?? null, total };
    },
  });
