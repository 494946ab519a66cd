import { openapiDocument } from "../http/openapi/document.ts";
import { documentTexts } from "../management/documentation/document-texts.ts";
import { operations } from "../operations.ts";
import { builtFor } from "../server/console/console-source.ts";

// `src/server/documents/document-build.ts` starts this as a process. It prints the service's own document as JSON, for an
// address that is replaced.
await Bun.write(Bun.stdout, JSON.stringify(openapiDocument(operations, builtFor, documentTexts)));
