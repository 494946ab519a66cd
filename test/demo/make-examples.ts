import { startDemo } from "./demo-service.ts";
import { document, examplesOf } from "./examples.ts";
import { operationExamples } from "./operation-examples.ts";

// `bun test/demo/make-examples.ts` writes docs/examples.md and the OpenAPI document's examples.
const demo = await startDemo();
const { service, caller } = demo;
const answered = [];
for (const example of examplesOf(service.app)) {
  const got = await caller.lookUp(example.path);
  if (got.status !== 200) throw new Error(`${example.path} answered ${got.status}: ${got.text}`);
  answered.push({ example, got });
}
await Bun.write("docs/examples.md", document(answered));
const examples = await operationExamples(demo, answered);
await Bun.write("src/management/documentation/examples.json", `${JSON.stringify(examples)}\n`);
await service.end();
