import { queryOptions } from "@tanstack/react-query";
import { servicePath } from "../base/service-path.ts";
import { api, authorized, dataOf, type Schemas } from "./client.ts";
import { problemOf } from "./problem.ts";
import { reading } from "./reading.ts";

export type ApiHealth = Schemas["APIHealth"];
export type ApiTest = Schemas["APITest"];

/** Calls, errors and times of an API in the last hour; read again while it is shown. */
export const healthOf = (id: string) => ({
  ...reading(["apis", id, "health"], "/apis/{api_id}/health", { path: { api_id: id } }),
  refetchInterval: 10_000,
});

export const sendTest = (body: ApiTest) => dataOf(api.POST("/apis/test", { body }));

export type ApiTested = Awaited<ReturnType<typeof sendTest>>;

const documentPath = (id: string) => `${servicePath}/apis/${encodeURIComponent(id)}/document`;

/** The text of an API's OpenAPI document; null without one. */
export const documentOf = (id: string) =>
  queryOptions({
    queryKey: ["apis", id, "document"],
    queryFn: async () => {
      const response = await authorized(new Request(documentPath(id)));
      if (!response.ok) {
        // Read in each case: a response that is not keeps its connection.
        const refusal: unknown = await response.json().catch(() => undefined);
        if (response.status === 404) return null;
        throw problemOf(response, refusal);
      }
      return { text: await response.text(), type: response.headers.get("content-type") ?? "" };
    },
  });

/** Puts a file as the OpenAPI document of an API; resolves to its operations. */
export async function putDocument(id: string, file: File): Promise<Schemas["ApiDocument"]> {
  const text = await file.text();
  const type = text.trimStart().startsWith("{") ? "application/json" : "application/yaml";
  const request = new Request(documentPath(id), {
    method: "PUT",
    headers: { "content-type": type },
    body: text,
  });
  const response = await authorized(request);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response, body);
  return body as Schemas["ApiDocument"];
}
