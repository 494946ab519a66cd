import { prepareDocument } from "../src/server/documents/document-build.ts";

// `npm ci` makes the service's own OpenAPI document, so that no start has to: it takes more than a second.
await prepareDocument();
