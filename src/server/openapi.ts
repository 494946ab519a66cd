import { scriptOutput } from "../base/processes.ts";
import type { OpenapiDocument } from "../calls/context.ts";
import { compressed, type StoredBody, storedBody } from "../http/stored-body.ts";

/** The forms of a body, by their encodings, in base64. */
type Printed = Readonly<Record<string, string>>;

/** The OpenAPI document of all operations. A process of its own makes and compresses it, in about a second. */
export async function makeOpenapi(publicUrl: string): Promise<OpenapiDocument> {
  const output = await scriptOutput(import.meta.path, [publicUrl]);
  const { json, yaml }: Record<"json" | "yaml", Printed> = JSON.parse(new TextDecoder().decode(output));
  return { json: received("application/json", json), yaml: received("application/yaml", yaml) };
}

function received(type: string, printed: Printed): StoredBody {
  const { identity, ...forms } = Object.fromEntries(
    Object.entries(printed).map(([name, base64]) => [name, Buffer.from(base64, "base64")]),
  );
  return storedBody(type, identity!, forms);
}

/** In that process: prints the document as JSON and YAML. */
async function print(publicUrl: string): Promise<void> {
  const { openapiDocument } = await import("../http/openapi/document.ts");
  const { yamlOf } = await import("../http/openapi/yaml.ts");
  const { documentTexts } = await import("../management/documentation/document-texts.ts");
  const { operations } = await import("./operations.ts");
  const document = openapiDocument(operations, publicUrl, documentTexts);
  const json = await printable(JSON.stringify(document));
  await Bun.write(Bun.stdout, JSON.stringify({ json, yaml: await printable(yamlOf(document)) }));
}

async function printable(text: string): Promise<Printed> {
  const identity = Buffer.from(text);
  const forms = Object.entries({ identity, ...(await compressed(identity)) });
  return Object.fromEntries(forms.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));
}

if (import.meta.main) await print(process.argv[2]!);
