import { readFileSync } from "node:fs";

// The floor: what Bun needs to send a response's bytes, without key or decode. Arguments: port, file of the body.
const [port, file = ""] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { "content-type": "application/json" };
const fetch = () => new Response(body, { headers });
// Several processes may share a port.
Bun.serve({ port: Number(port), hostname: "127.0.0.1", reusePort: true, fetch });
