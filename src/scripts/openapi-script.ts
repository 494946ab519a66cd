import type { StoredApi } from "../feature.ts";
import { openapiDocument } from "../http/openapi/document.ts";
import { yamlOf } from "../http/openapi/yaml.ts";
import { compressed } from "../http/stored-body.ts";
import { documentTexts } from "../management/documentation/document-texts.ts";
import { operations, services } from "../operations.ts";
import type { Printed } from "../server/openapi-documents.ts";

// `src/server/openapi-documents.ts` starts this as a process.

/** Prints the document, with the APIs of standard input, as JSON and YAML. */
async function print(publicUrl: string): Promise<void> {
  const document = openapiDocument(operations, publicUrl, documentTexts);
  const apis: StoredApi[] = await Bun.stdin.json();
  for (const service of services) service.documentApis?.(document, apis);
  const json = await printable(JSON.stringify(document));
  await Bun.write(Bun.stdout, JSON.stringify({ json, yaml: await printable(yamlOf(document)) }));
}

async function printable(text: string): Promise<Printed> {
  const identity = Buffer.from(text);
  const forms = Object.entries({ identity, ...(await compressed(identity)) });
  return Object.fromEntries(forms.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));
}

await print(process.argv[2]!);
