import { scriptOutput } from "../base/processes.ts";
import type { OpenapiDocument, ShownApi } from "../calls/context.ts";
import { type StoredBody, storedBody } from "../http/stored-body.ts";

/** The forms of a body, by their encodings, in base64. */
export type Printed = Readonly<Record<string, string>>;

/** The document of a registered API, as JSON texts. */
export interface ApiTexts {
  readonly api_id: string;
  readonly operations: string;
  readonly contract: string;
}

/**
 * The OpenAPI document of all operations, and of registered APIs. A process of its own makes and compresses it, in about
 * a second.
 */
export async function makeOpenapi(
  publicUrl: string,
  apis: readonly ShownApi[] = [],
  texts: readonly ApiTexts[] = [],
): Promise<OpenapiDocument> {
  const input = Buffer.from(JSON.stringify({ apis, texts }));
  const output = await scriptOutput("src/scripts/openapi-script.ts", [publicUrl], { input });
  const { json, yaml }: Record<"json" | "yaml", Printed> = JSON.parse(new TextDecoder().decode(output));
  return { json: received("application/json", json), yaml: received("application/yaml", yaml) };
}

function received(type: string, printed: Printed): StoredBody {
  const { identity, ...forms } = Object.fromEntries(
    Object.entries(printed).map(([name, base64]) => [name, Buffer.from(base64, "base64")]),
  );
  return storedBody(type, identity!, forms);
}
