import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openapiDocument } from "../src/http/openapi/document.ts";
import { documentTexts } from "../src/management/documentation/document-texts.ts";
import { operations } from "../src/operations.ts";

// Writes the types of the console's calls from the service's operations, where these have changed since.
const target = join(import.meta.dir, "src", "api", "schema.gen.ts");
const document = openapiDocument(operations, "http://127.0.0.1:8080", documentTexts);
// The console reads reports as JSON only; their CSV form would add `string` to the type of every answer. A choice of
// required members has no type and would make its object unknown.
const isChoice = (name: string, value: unknown) =>
  name === "anyOf" && (value as object[]).every((one) => Object.keys(one).join() === "required");
const asJson = JSON.stringify(document, (name, value) =>
  name === "text/csv" || isChoice(name, value) ? undefined : value,
);
const heading = `// ${createHash("sha256").update(asJson).digest("hex")}\n`;
if (!existsSync(target) || !(await Bun.file(target).text()).startsWith(heading)) {
  const { astToString, default: openapiTS } = await import("openapi-typescript");
  await Bun.write(target, heading + astToString(await openapiTS(asJson)));
}
