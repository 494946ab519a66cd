import { startDemo } from "./demo-service.ts";
import { document, examplesOf } from "./examples.ts";

// `bun test/demo/make-examples.ts` writes docs/examples.md anew.
const { service, caller } = await startDemo();
const answered = [];
for (const example of examplesOf(service.app)) {
  const got = await caller.look(example.path);
  if (got.status !== 200) throw new Error(`${example.path} answered ${got.status}: ${got.text}`);
  answered.push({ example, got });
}
await Bun.write("docs/examples.md", document(answered));
await service.end();
