import { queryOptions } from "@tanstack/react-query";
import { type AuditRecord, api, dataOf, listOf } from "./client.ts";
import type { User } from "./session.ts";

type UserState = User["state"];
type SubscriptionState = "active" | "suspended" | "submitted" | "rejected" | "cancelled" | "expired";

interface Paged {
  readonly page: number;
  readonly page_size: number;
}

export const usersBy = (filter: Paged & { readonly text?: string; readonly state?: string }) =>
  queryOptions({
    queryKey: ["users", filter],
    queryFn: () =>
      listOf(
        api.GET("/users/", {
          params: { query: { ...filter, state: (filter.state || undefined) as UserState | undefined } },
        }),
      ),
  });

/** The users with these IDs, at most 100; deleted ones too. */
export const usersWithIds = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["users", "ids", ids],
    queryFn: () =>
      listOf(api.GET("/users/", { params: { query: { ids: ids.join(","), page_size: ids.length } } })),
  });

export const userById = (id: string) =>
  queryOptions({
    queryKey: ["users", "one", id],
    queryFn: () => dataOf(api.GET("/users/{user_id}", { params: { path: { user_id: id } } })),
  });

interface SubscriptionFilter extends Paged {
  readonly state?: string;
  readonly credits?: "none";
  readonly product_id?: string;
  /** Words of the customer's name or email. */
  readonly text?: string;
}

export const allSubscriptions = (filter: SubscriptionFilter) =>
  queryOptions({
    queryKey: ["subscriptions", "all", filter],
    queryFn: () =>
      listOf(
        api.GET("/subscriptions", {
          params: {
            query: { ...filter, state: (filter.state || undefined) as SubscriptionState | undefined },
          },
        }),
      ),
  });

export interface AuditFilter extends Paged {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly timestamp_ge?: string;
  readonly timestamp_le?: string;
}

export const auditBy = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ["audit", filter],
    queryFn: () => listOf<AuditRecord>(api.GET("/audit", { params: { query: filter } })),
  });
