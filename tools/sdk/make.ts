import { join } from "node:path";
import { readDocument } from "./document.ts";
import { typescriptFiles } from "./typescript.ts";

// `npm run sdk` writes the parts of the clients that the OpenAPI document determines.
const folder = join(import.meta.dir, "..", "..", "sdk", "typescript", "src");
for (const [name, text] of Object.entries(typescriptFiles(readDocument())))
  await Bun.write(join(folder, name), text);
