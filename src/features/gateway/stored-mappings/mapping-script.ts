import { readMapping } from "./read-mapping.ts";

// `mapping-endpoints.ts` starts this as a process: a text can be made so that reading it takes long.
await Bun.write(Bun.stdout, JSON.stringify(readMapping(await Bun.stdin.text())));
