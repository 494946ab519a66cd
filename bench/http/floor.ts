import { readFileSync } from "node:fs";

// The floor, run in a process of its own: what Bun needs to send an answer's bytes, without a key or a decode.
// Arguments: port, file of the body.
const [port, file = ""] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { "content-type": "application/json" };
// Several of them may share a port.
Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  reusePort: true,
  fetch: () => new Response(body, { headers }),
});
