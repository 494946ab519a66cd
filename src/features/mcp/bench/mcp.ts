import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePort, pinning, script, start, untilReady } from "../../../../bench/common/child.ts";
import { type Figure, figure, medianOf } from "../../../../bench/common/figure.ts";
import { type Requests, startService, subscribe, vinPlace } from "../../../../bench/common/service.ts";
import { type Bench, inHttpBench } from "../../../../bench/http/bench.ts";
import { measureRounds, ratio, requireAnswered, type Target } from "../../../../bench/http/rounds.ts";
import { extraHome } from "../../../../test/extra-packages.ts";

const revision = "2026-07-28";
const installed = join(extraHome, "node_modules/@modelcontextprotocol");

/** A tool call for each VIN; of an old revision without what the new one adds. */
function toolCalls(base: string, key: Requests["headers"], isNew: boolean): Requests {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "decode_vin", arguments: { vin: vinPlace }, ...(isNew && { _meta }) };
  return {
    base,
    headers: {
      ...key,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": isNew ? revision : "2025-11-25",
      ...(isNew && { "Mcp-Method": "tools/call", "Mcp-Name": "decode_vin" }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

async function startLibrary({ folder }: Bench, names: readonly string[]): Promise<Target> {
  const base = `http://127.0.0.1:${freePort()}/mcp`;
  const command = script(
    "../src/features/mcp/bench/mcp-library.ts",
    new URL(base).port,
    join(folder, "body.json"),
    ...names,
  );
  const server = start({ command, side: "server", folder, name: "library" });
  await untilReady(server, base);
  return { name: "official server, a text", servers: [server], requests: toolCalls(base, {}, true) };
}

/** The list of tools, and the bytes that it takes. Throws unless it is answered. */
async function listTools(base: string): Promise<{ readonly names: string[]; readonly bytes: number }> {
  const response = await fetch(base, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  if (response.status !== 200) throw new Error(`tools/list returned ${response.status}`);
  const text = await response.text();
  const { result } = JSON.parse(text) as { result: { tools: { name: string }[] } };
  return { names: result.tools.map(({ name }) => name), bytes: text.length };
}

/** A tool call compared with the lookup that it makes, and with the official server without a lookup. */
export function benchMcp(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const service = await startService(bench.folder, bench.dataDir);
    const { unlimited } = await subscribe(service);
    const base = `${service.url}/mcp`;
    const servers = [service.server];
    const lookup: Target = { name: "GET /vin-decoder/{vin}", servers, requests: unlimited };
    const tool: Target = { name: "tool call", servers, requests: toolCalls(base, unlimited.headers, true) };
    const old: Target = {
      name: "tool call, old revision",
      servers,
      requests: toolCalls(base, unlimited.headers, false),
    };
    const { names, bytes } = await listTools(base);
    const library = existsSync(join(installed, "server")) ? [await startLibrary(bench, names)] : [];
    const targets = [lookup, tool, old, ...library];
    const { measured, note } = await measureRounds(bench, targets, { rounds: 5, seconds: 3 });
    const rounds = ({ name }: Target) => measured.get(name)!;
    const cpu = (target: Target) => medianOf(rounds(target), (round) => round.cpu);
    const over = (target: Target) => ratio(rounds(target), rounds(lookup), (round) => round.cpu);
    const answered = requireAnswered(tool.name, rounds(tool));
    return [
      figure(`${lookup.name}, CPU of a request`, cpu(lookup), "µs", `${note}, ${pinning}`),
      figure("tool call of the new revision, CPU", cpu(tool), "µs", answered),
      figure("over the lookup", over(tool), "×", "target: ≤ 3"),
      figure("tool call of an old revision, CPU", cpu(old), "µs", "the same core"),
      ...library.map((one) =>
        figure("official server, CPU of a call", cpu(one), "µs", "12 tools; returns a text, with no lookup"),
      ),
      figure("tools/list", bytes, "bytes", "target: ≤ 6,000"),
    ];
  });
}
