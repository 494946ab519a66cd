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

export const userById = (id: string) =>
  queryOptions({
    queryKey: ["users", "one", id],
    queryFn: () => dataOf(api.GET("/users/{user_id}", { params: { path: { user_id: id } } })),
  });

export const allSubscriptions = (filter: Paged & { readonly state?: string; readonly credits?: "none" }) =>
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
