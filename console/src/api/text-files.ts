import { servicePath } from "../base/service-path.ts";
import { authorized } from "./client.ts";
import { problemOf } from "./problem.ts";

/** A text that an API of the service has. */
export interface TextFile {
  readonly text: string;
  readonly headers: Headers;
}

const addressOf = (apiId: string, rest: string) => `${servicePath}/apis/${encodeURIComponent(apiId)}/${rest}`;

/** The text below an API's address, for example of its `document`; null without one. */
export async function readText(apiId: string, rest: string): Promise<TextFile | null> {
  const response = await authorized(new Request(addressOf(apiId, rest)));
  if (!response.ok) {
    // Read in each case: a response that is not keeps its connection.
    const refusal: unknown = await response.json().catch(() => undefined);
    if (response.status === 404) return null;
    throw problemOf(response, refusal);
  }
  return { text: await response.text(), headers: response.headers };
}

/** Sends JSON or YAML below an API's address; resolves to the body of the response. */
export async function sendText<T>(
  method: "PUT" | "POST",
  apiId: string,
  rest: string,
  text: string,
): Promise<T> {
  const type = text.trimStart().startsWith("{") ? "application/json" : "application/yaml";
  const headers = { "content-type": type };
  const response = await authorized(new Request(addressOf(apiId, rest), { method, headers, body: text }));
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response, body);
  return body as T;
}
