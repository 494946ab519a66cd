import type { QueryClient } from "@tanstack/react-query";
import { api, dataOf, type Paged, type Schemas } from "./client.ts";
import { keysOf } from "./queries.ts";
import { reading } from "./reading.ts";

export type Watch = Schemas["Watch"];
export type WatchPage = Schemas["WatchPage"];
export type WatchedFamily = Watch["families"][number];
export type PlacedWatches = Schemas["PlacedWatches"];

/** The lookups that can be watched, by API. */
export const watchedFamilies: readonly WatchedFamily[] = [
  "auction",
  "saleshistory",
  "lien",
  "oem-vin-decode",
  "open-recall",
];

/** The watched VINs of a subscription, in their order, and what the last comparisons found. */
export const watchesOf = (subscriptionId: string, query: Paged) =>
  reading(["watches", subscriptionId, query], "/subscriptions/{subscription_id}/watches", {
    path: { subscription_id: subscriptionId },
    query,
  });

/** Changes of a subscription's watches. They are calls of its key, which is read for the first one. */
export function watchChanges(queries: QueryClient, subscriptionId: string) {
  const headers = async () => {
    const { primary_key: key } = await queries.fetchQuery(keysOf(subscriptionId));
    return { "x-authkey": key, authorization: "none" };
  };
  const changed = async <T>(result: T): Promise<T> => {
    await queries.invalidateQueries({ queryKey: ["watches", subscriptionId] });
    return result;
  };
  const path = (vin: string) => ({ path: { vin } });
  return {
    /** Without families all that the plan includes are watched. */
    async place(vin: string, families: readonly WatchedFamily[]): Promise<Watch> {
      const body = families.length > 0 ? { families: [...families] } : {};
      return changed(
        await dataOf(api.PUT("/watches/{vin}", { params: path(vin), body, headers: await headers() })),
      );
    },
    async remove(vin: string): Promise<void> {
      await changed(
        await dataOf(api.DELETE("/watches/{vin}", { params: path(vin), headers: await headers() })),
      );
    },
    /** Sends lines: VINs, or VINs with families. */
    async upload(lines: Blob, mode: "merge" | "remove"): Promise<PlacedWatches> {
      return changed(
        await dataOf(
          api.PUT("/watches", {
            params: { query: { mode } },
            body: lines as never,
            bodySerializer: (body) => body as never,
            headers: { ...(await headers()), "content-type": "text/csv" },
          }),
        ),
      );
    },
  };
}
