import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { extraHome } from "../../../../test/extra-packages.ts";

// The official server at a port, with tools of the given names; the one that is called returns the text of a file.
const [port, file, ...names] = process.argv.slice(2) as [string, string, ...string[]];
const text = readFileSync(file, "utf8");
const place = join(extraHome, "node_modules/@modelcontextprotocol/server");

interface Server {
  registerTool(name: string, shape: object, call: () => object): void;
}
interface Library {
  readonly McpServer: new (info: object) => Server;
  createMcpHandler(make: () => Server): { fetch(request: Request): Promise<Response> };
}

const { McpServer, createMcpHandler } = (await import(join(place, "dist/index.mjs"))) as Library;
const inputSchema = z.object({ vin: z.string() });
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "library", version: "1.0.0" });
  for (const name of names)
    server.registerTool(name, { description: name, inputSchema }, () => ({
      content: [{ type: "text", text }],
    }));
  return server;
});
Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  fetch: (request) => (request.method === "POST" ? handler.fetch(request) : new Response("ready")),
});
