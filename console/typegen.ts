import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { openapiDocument } from "../src/http/openapi/document.ts";
import { documentTexts } from "../src/management/documentation/document-texts.ts";
import { operations } from "../src/server/operations.ts";

// Writes the types of the console's calls from the operations that the service has. They are not kept: the
// document that they come from is the service's own list.
const document = openapiDocument(operations, "http://127.0.0.1:8080", documentTexts);
// The console reads reports as JSON; the tables that they are too would make every answer a text as well.
const asJson = JSON.stringify(document, (name, value) => (name === "text/csv" ? undefined : value));
const types = astToString(await openapiTS(asJson));
await Bun.write(join(import.meta.dir, "src", "api", "schema.gen.ts"), types);
