import { z } from "zod";
import type { Database } from "../../database/database.ts";
import { keySlots } from "../../http/caller.ts";
import { callIdPattern, readCallId } from "../../metering/requests/call-id.ts";
import type { CallFilter } from "../../metering/requests/request-search.ts";
import { requestLogStart } from "../../metering/usage/log-start.ts";
import { filter, type Window } from "./reports-query.ts";

/** The filters of single calls. */
export const callFilters = {
  user_id: filter,
  subscription_id: filter,
  product_id: filter.describe("Only calls of subscriptions to this product."),
  api_id: filter.describe("Only calls of this API."),
  operation: filter.describe("Only calls of the operation with this ID, for example `decodeVin`."),
  response_code: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/)
    .optional()
    .describe("Only calls with this status, for example 200, or this class, for example 4xx."),
  error_code: filter.describe("Only calls with this error code, for example `credits_exhausted`."),
  key: z.enum(keySlots).optional().describe("Only calls with this one of the subscription's keys."),
  ip_address: filter.describe("Only calls from this IP address."),
  request_id: filter.describe("Only calls with this request ID. Callers can send the same one again."),
  call: z
    .string()
    .regex(callIdPattern)
    .optional()
    .describe("Only the call with this ID, as the reports show it: `JOURNAL/SEQ`. No other call has it."),
  url: filter.describe("Only calls whose path and query contain this text. Case is ignored."),
};

type CallFilters = z.output<z.ZodObject<typeof callFilters>>;

/** What a query filters besides the owner of the calls. */
export function callFilter(query: CallFilters): CallFilter {
  return {
    productId: query.product_id,
    api: query.api_id,
    operation: query.operation,
    address: query.ip_address,
    status: query.response_code,
    errorCode: query.error_code,
    key: query.key,
    requestId: query.request_id,
    id: query.call === undefined ? undefined : readCallId(query.call),
    url: query.url,
  };
}

/**
 * The part of a time range that the log still has, and the log start; undefined if nothing was ever removed.
 */
export async function loggedPart(db: Database, { ge, le }: Window) {
  const logStart = await requestLogStart(db);
  return { window: { from: Math.max(ge, logStart ?? ge), to: le + 1 }, logStart };
}
