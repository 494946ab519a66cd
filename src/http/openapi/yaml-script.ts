import { yamlOf } from "./yaml.ts";

// `src/server/documents/making.ts` starts this as a process. It prints the JSON of standard input as YAML.
await Bun.write(Bun.stdout, yamlOf(await Bun.stdin.json()));
