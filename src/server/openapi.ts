import { scriptOutput } from "../base/processes.ts";
import type { OpenapiDocument, ShownApi } from "../calls/context.ts";
import type { DocumentedApi } from "../gateway/documents/merge-documents.ts";
import { compressed, type StoredBody, storedBody } from "../http/stored-body.ts";

/** The forms of a body, by their encodings, in base64. */
type Printed = Readonly<Record<string, string>>;

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
  const output = await scriptOutput(import.meta.path, [publicUrl], { input });
  const { json, yaml }: Record<"json" | "yaml", Printed> = JSON.parse(new TextDecoder().decode(output));
  return { json: received("application/json", json), yaml: received("application/yaml", yaml) };
}

function received(type: string, printed: Printed): StoredBody {
  const { identity, ...forms } = Object.fromEntries(
    Object.entries(printed).map(([name, base64]) => [name, Buffer.from(base64, "base64")]),
  );
  return storedBody(type, identity!, forms);
}

/** In that process: the APIs of standard input. */
async function readApis(): Promise<DocumentedApi[]> {
  const { apis, texts }: { apis: ShownApi[]; texts: ApiTexts[] } = await Bun.stdin.json();
  return apis.flatMap(({ id, subscription_required, ...api }) => {
    const text = texts.find(({ api_id }) => api_id === id);
    if (!text) return [];
    const { operations, contract } = text;
    const needsKey = subscription_required === 1;
    return [{ ...api, needsKey, operations: JSON.parse(operations), contract: JSON.parse(contract) }];
  });
}

/** In that process: prints the document as JSON and YAML. */
async function print(publicUrl: string): Promise<void> {
  const { openapiDocument } = await import("../http/openapi/document.ts");
  const { yamlOf } = await import("../http/openapi/yaml.ts");
  const { documentTexts } = await import("../management/documentation/document-texts.ts");
  const { operations } = await import("./operations.ts");
  const document = openapiDocument(operations, publicUrl, documentTexts);
  const { mergeApis } = await import("../gateway/documents/merge-documents.ts");
  mergeApis(document, await readApis());
  const json = await printable(JSON.stringify(document));
  await Bun.write(Bun.stdout, JSON.stringify({ json, yaml: await printable(yamlOf(document)) }));
}

async function printable(text: string): Promise<Printed> {
  const identity = Buffer.from(text);
  const forms = Object.entries({ identity, ...(await compressed(identity)) });
  return Object.fromEntries(forms.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));
}

if (import.meta.main) await print(process.argv[2]!);
