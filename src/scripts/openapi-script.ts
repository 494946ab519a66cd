import type { ShownApi } from "../calls/context.ts";
import { loadServices, type StoredApi } from "../feature.ts";
import { features } from "../features.ts";
import { openapiDocument } from "../http/openapi/document.ts";
import { yamlOf } from "../http/openapi/yaml.ts";
import { compressed } from "../http/stored-body.ts";
import { documentTexts } from "../management/documentation/document-texts.ts";
import { operations } from "../operations.ts";
import type { ApiTexts, Printed } from "../server/openapi-documents.ts";

// `src/server/openapi-documents.ts` starts this as a process.

/** The APIs of standard input. */
async function readApis(): Promise<StoredApi[]> {
  const { apis, texts }: { apis: ShownApi[]; texts: ApiTexts[] } = await Bun.stdin.json();
  return apis.flatMap((api) => {
    const text = texts.find(({ api_id }) => api_id === api.id);
    return text ? [{ ...api, operations: text.operations, contract: text.contract }] : [];
  });
}

/** Prints the document as JSON and YAML. */
async function print(publicUrl: string): Promise<void> {
  const document = openapiDocument(operations, publicUrl, documentTexts);
  const apis = await readApis();
  for (const service of await loadServices(features)) service.documentApis?.(document, apis);
  const json = await printable(JSON.stringify(document));
  await Bun.write(Bun.stdout, JSON.stringify({ json, yaml: await printable(yamlOf(document)) }));
}

async function printable(text: string): Promise<Printed> {
  const identity = Buffer.from(text);
  const forms = Object.entries({ identity, ...(await compressed(identity)) });
  return Object.fromEntries(forms.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));
}

await print(process.argv[2]!);
