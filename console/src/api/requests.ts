import { queryOptions } from "@tanstack/react-query";
import type { Range } from "../parts/range.ts";
import { answerOf, api, type RequestRecord } from "./client.ts";

export interface RequestFilter {
  readonly user_id?: string | undefined;
  readonly page: number;
  readonly page_size: number;
}

/** Single calls of a range, newest first. */
export const requestsOf = (range: Range, filter: RequestFilter) =>
  queryOptions({
    queryKey: ["requests", range.from.getTime(), range.to.getTime(), filter],
    queryFn: () =>
      answerOf(
        api.GET("/reports/byRequest", {
          params: {
            query: {
              ...filter,
              timestamp_ge: range.from.toISOString(),
              timestamp_le: range.to.toISOString(),
            },
          },
        }),
      ),
  });

const aroundMs = 10_000;

/** When a request with an id of ours arrived: its first 48 bits say so (RFC 9562, 5.7). */
function arrivalOf(requestId: string): number | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(requestId);
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : undefined;
}

/** One call by its id; null where the log does not hold it. */
export const requestById = (requestId: string) =>
  queryOptions({
    queryKey: ["request", requestId],
    queryFn: async (): Promise<RequestRecord | null> => {
      const arrived = arrivalOf(requestId);
      if (arrived === undefined) return null;
      const found = await answerOf(
        api.GET("/reports/byRequest", {
          params: {
            query: {
              timestamp_ge: new Date(arrived - aroundMs).toISOString(),
              timestamp_le: new Date(arrived + aroundMs).toISOString(),
              page_size: 1000,
            },
          },
        }),
      );
      return found.items.find((one) => one.request_id === requestId) ?? null;
    },
  });
