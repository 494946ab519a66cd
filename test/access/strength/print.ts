import { startService } from "../../harness.ts";
import { callersOf } from "./proofs.ts";
import { effectLines, walk } from "./walk.ts";

// Prints what every proof may call: operation, whom the path names, member of the body, proof, answer.
// With `--effects` the lines of operations.txt: what each operation does.
if (process.argv.includes("--effects")) {
  console.log(effectLines().join("\n"));
} else {
  const service = await startService();
  for await (const { operation, of, member, caller, answer } of walk(service, await callersOf(service)))
    console.log([operation.id, of, member ?? "", caller.name, answer].join("\t"));
  await service.end();
}
