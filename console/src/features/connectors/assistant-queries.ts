import type { Schemas } from "../../api/client.ts";
import { reading } from "../../api/reading.ts";

export type Assistant = Schemas["Assistant"];
export type AssistantRequest = Schemas["AssistantRequest"];

export const assistantsOf = (userId: string) =>
  reading(["assistants", userId], "/users/{id}/assistants", { path: { id: userId } });

/** What a program requests, of the address that it opened. */
export const assistantRequest = (request: string) => ({
  ...reading(["assistant-request", request], "/assistants/request", { query: { request } }),
  retry: false,
});
