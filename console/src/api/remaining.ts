import { api, dataOf, type Schemas } from "./client.ts";

export type RemainingCredential = Schemas["RemainingCredential"];

/** What can still enter an account. With the sessions, which the same events end. */
export const remainingOf = (id: string) => ({
  queryKey: ["sessions", id, "remaining"],
  queryFn: () => dataOf(api.GET("/users/{id}/remaining-credentials", { params: { path: { id } } })),
});
