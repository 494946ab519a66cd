import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "./client.ts";
import { reading } from "./reading.ts";
import { readText, sendText } from "./text-files.ts";

export type ApiHealth = Schemas["APIHealth"];
export type ApiTest = Schemas["APITest"];

/** Calls, errors and times of an API in the last hour; read again while it is shown. */
export const healthOf = (id: string) => ({
  ...reading(["apis", id, "health"], "/apis/{api_id}/health", { path: { api_id: id } }),
  refetchInterval: 10_000,
});

export const sendTest = (body: ApiTest) => dataOf(api.POST("/apis/test", { body }));

export type ApiTested = Awaited<ReturnType<typeof sendTest>>;

/** The text of an API's OpenAPI document; null without one. */
export const documentOf = (id: string) =>
  queryOptions({ queryKey: ["apis", id, "document"], queryFn: () => readText(id, "document") });

/** Puts a file as the OpenAPI document of an API; resolves to its operations. */
export const putDocument = async (id: string, file: File): Promise<Schemas["ApiDocument"]> =>
  sendText("PUT", id, "document", await file.text());
