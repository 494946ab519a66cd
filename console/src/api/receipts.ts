import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";
import type { LookupResult } from "./lookup.ts";

/** The request IDs of charged lookups by path: each can be shown again without a charge. */
export type Receipts = ReadonlyMap<string, string>;

/** A minute less than the service's day, so that no receipt expires between two requests. */
const keptMs = (24 * 60 - 1) * 60_000;

/** The lookups of a VIN that were charged to the user in the last 24 hours. */
export const receiptsOf = (userId: string, vin: string) =>
  queryOptions({
    queryKey: ["receipts", userId, vin],
    queryFn: async (): Promise<Receipts> => {
      const query = {
        user_id: userId,
        url: `/${vin}`,
        timestamp_ge: new Date(Date.now() - keptMs).toISOString(),
        page_size: 1000,
      };
      const { items } = await dataOf(api.GET("/reports/byRequest", { params: { query } }));
      const charged = items.filter(({ credits }) => credits > 0);
      // The newest call of a path is kept.
      return new Map(charged.reverse().map(({ url, request_id }) => [url, request_id]));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Adds a lookup that the page has made. */
export function addReceipt(queries: QueryClient, userId: string, vin: string, made: LookupResult): void {
  queries.setQueryData(receiptsOf(userId, vin).queryKey, (known) =>
    new Map(known).set(made.path, made.requestId),
  );
}

/** Removes a receipt that the service no longer accepts. */
export function removeReceipt(queries: QueryClient, userId: string, vin: string, path: string): void {
  queries.setQueryData(receiptsOf(userId, vin).queryKey, (known) => {
    const rest = new Map(known);
    rest.delete(path);
    return rest;
  });
}
