import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

export const passkeysOf = (userId: string) =>
  queryOptions({
    queryKey: ["passkeys", userId],
    queryFn: () => dataOf(api.GET("/users/{id}/passkeys", { params: { path: { id: userId } } })),
  });
