import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { type Figure, figure, median, p99 } from "../../../../bench/common/figure.ts";
import { api, type Requests, type Service, signUp, startService } from "../../../../bench/common/service.ts";
import { roundsOr, secondsOr } from "../../../../bench/common/settings.ts";
import { inHttpBench } from "../../../../bench/http/bench.ts";
import { register } from "./apis.ts";

const clients = 4;
const attackers = 20;
const stalling = 100;
const mebibyte = 2 ** 20;

const document = (schema: object) => ({
  openapi: "3.1.0",
  info: { title: "Checked", version: "1" },
  paths: { "/": { post: { requestBody: { content: { "application/json": { schema } } } } } },
});

/** An API whose calls are checked by a schema, with a customer of its own. */
async function registerChecked(
  service: Service,
  userId: string,
  upstream: number,
  schema: object,
): Promise<Requests> {
  const requests = await register(service, userId, upstream, { validate: true });
  const all = await api<{ id: string; name: string }[]>(`${service.url}/apis?page_size=1000`, "GET");
  const made = all.find((one) => one.name === `bench-${upstream}`);
  await api(`${service.url}/apis/${made!.id}/document`, "PUT", document(schema));
  return requests;
}

interface Calls {
  readonly ms: number[];
  readonly statuses: Map<number, number>;
}

/** POSTs a body again and again over some clients until a moment. */
async function callUntil(
  end: number,
  { base, headers }: Requests,
  body: string,
  count: number,
): Promise<Calls> {
  const calls: Calls = { ms: [], statuses: new Map() };
  const loop = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      const init = { method: "POST", body, headers: { ...headers, "content-type": "application/json" } };
      const status = await fetch(base, init).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      calls.ms.push(performance.now() - began);
      calls.statuses.set(status, (calls.statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: count }, loop));
  return calls;
}

/** Connections that announce a body and send nothing of it; returns what ends them. */
function stall({ base, headers }: Requests): () => void {
  const { hostname, port, host, pathname } = new URL(base);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, "Content-Length: 100000", ...fields, "", ""];
  const sockets = Array.from({ length: stalling }, () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(text.join("\r\n"));
    return socket;
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

const memoryOf = (pid: number, line: string): number =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) /
  1024;

/** What one customer's worst calls cost another customer, whose calls of another or the same API are checked. */
export function benchGatewayOthers(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    // `VINGATE_BENCH_TREE`: the work tree of another version.
    const tree = process.env.VINGATE_BENCH_TREE;
    const service = await startService(bench.folder, bench.dataDir, tree === undefined ? {} : { tree });
    const upstream = () =>
      Bun.serve({
        port: 0,
        async fetch(request) {
          await request.arrayBuffer();
          return new Response("ok");
        },
      }).port!;
    const ada = (await signUp(service)).user.id;
    const grace = (await signUp(service, "grace@example.com")).user.id;
    const name = { type: "object", properties: { name: { type: "string" } } };
    const victim = await registerChecked(service, ada, upstream(), name);
    const pattern = await registerChecked(service, grace, upstream(), { pattern: "^([a-z]+)+$" });
    const unique = await registerChecked(service, grace, upstream(), { uniqueItems: true });
    const open = await register(service, grace, upstream());
    const items = JSON.stringify(Array.from({ length: 2500 }, (_, at) => ({ a: at })));
    const seconds = secondsOr(4);
    const good = '{"name":"Rex"}';
    // What the attackers call.
    const conditions: Record<string, (end: number) => Promise<unknown>> = {
      alone: async () => undefined,
      "a pattern that backtracks": (end) =>
        callUntil(end, pattern, JSON.stringify(`${"a".repeat(40)}!`), attackers),
      // What as many calls cost on this machine, with and without a check.
      "bodies that are not checked": (end) => callUntil(end, open, items, attackers),
      "unique items": (end) => callUntil(end, unique, items, attackers),
    };
    const figures: Figure[] = [];
    const measured = new Map<string, number[]>();
    const refused = new Map<string, number>();
    for (let round = 0; round < roundsOr(3); round++)
      for (const [condition, attack] of Object.entries(conditions)) {
        const end = performance.now() + seconds * 1000;
        const [calls] = await Promise.all([callUntil(end, victim, good, clients), attack(end)]);
        measured.set(condition, [...(measured.get(condition) ?? []), p99(calls.ms)]);
        const others = [...calls.statuses].reduce((sum, [status, n]) => sum + (status === 200 ? 0 : n), 0);
        refused.set(condition, (refused.get(condition) ?? 0) + others);
        console.error(`round ${round + 1}: ${condition}, ${JSON.stringify([...calls.statuses])}`);
      }
    const alone = median(measured.get("alone")!);
    for (const [condition, all] of measured) {
      const own = median(all);
      figures.push(figure(`p99 of another customer, ${condition}`, own, "ms"));
      if (condition !== "alone")
        figures.push(
          figure(`over alone, ${condition}`, own / alone, "×", "target ≤ 2"),
          figure(`refused of others, ${condition}`, refused.get(condition)!, "calls", "target 0"),
        );
    }
    const end = stall(open);
    await Bun.sleep(500);
    const second = await callUntil(performance.now() + seconds * 1000, open, good, 1);
    end();
    figures.push(
      figure(
        `answered by the same API beside ${stalling} stalled bodies`,
        second.statuses.get(200) ?? 0,
        "calls",
        JSON.stringify(Object.fromEntries(second.statuses)),
      ),
    );
    const { pid } = service.server;
    const before = memoryOf(pid, "VmRSS");
    const long = JSON.stringify({ name: "x".repeat(10 * mebibyte - 100) });
    const held = callUntil(performance.now() + 1000, victim, long, 60);
    const lookups = await callUntil(performance.now() + seconds * 1000, open, good, 1);
    const bodies = await held;
    figures.push(
      figure("memory before 60 checked bodies of 10 MiB", before, "MiB"),
      figure(
        "memory at most",
        memoryOf(pid, "VmHWM"),
        "MiB",
        JSON.stringify(Object.fromEntries(bodies.statuses)),
      ),
      figure("p99 of other calls beside them", p99(lookups.ms), "ms"),
    );
    return figures;
  });
}
