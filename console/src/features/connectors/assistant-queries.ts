import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";

export type Assistant = Schemas["Assistant"];
export type AssistantRequest = Schemas["AssistantRequest"];

export const assistantsOf = (userId: string) =>
  queryOptions({
    queryKey: ["assistants", userId],
    queryFn: () => dataOf(api.GET("/users/{id}/assistants", { params: { path: { id: userId } } })),
  });

/** What a program requests, of the address that it opened. */
export const assistantRequest = (request: string) =>
  queryOptions({
    queryKey: ["assistant-request", request],
    queryFn: () => dataOf(api.GET("/assistants/request", { params: { query: { request } } })),
    retry: false,
  });
