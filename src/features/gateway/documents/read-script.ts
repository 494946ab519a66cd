import { readSource } from "./read-document.ts";

// `read-apart.ts` starts this as a process.
const isYaml = process.argv[2] === "yaml";
await Bun.write(Bun.stdout, JSON.stringify(readSource(await Bun.stdin.bytes(), isYaml)));
