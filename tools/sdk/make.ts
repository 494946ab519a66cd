import { join } from "node:path";
import { readDocument } from "./document.ts";
import { pythonFiles } from "./python.ts";
import { pagesWithRepeats, withRepeats } from "./repeats.ts";
import { typescriptFiles } from "./typescript.ts";

// `npm run sdk` writes the parts of the clients that the OpenAPI document determines.
const document = readDocument();
const made = {
  "typescript/src": typescriptFiles(document),
  "python/src/vingate": pythonFiles(document),
};
for (const [folder, files] of Object.entries(made))
  for (const [name, text] of Object.entries(files))
    await Bun.write(join(import.meta.dir, "..", "..", "sdk", folder, name), text);

for (const page of pagesWithRepeats) {
  const file = join(import.meta.dir, "..", "..", page);
  await Bun.write(file, withRepeats(await Bun.file(file).text()));
}
