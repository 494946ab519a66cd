import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, pinning, script, start, untilReady } from "../common/child.ts";
import { type Figure, figure } from "../common/figure.ts";
import { api, type Service, signUp, startService } from "../common/service.ts";
import { type Bench, inHttpBench } from "../http/bench.ts";
import { figuresOf } from "../http/http.ts";
import { startNginxLua } from "../http/peers/nginx.ts";
import { measureRounds, type Round, ratio, type Target } from "../http/rounds.ts";

const sizes = { "1 kB": 1100, "100 kB": 100_000 } as const;
const million = 1_000_000;

/** An upstream on the generator's core, which answers every path with a body of a size. */
async function startUpstream(bench: Bench, bytes: number): Promise<number> {
  const { folder, vins } = bench;
  const file = join(folder, `body-${bytes}.json`);
  writeFileSync(file, JSON.stringify(randomBytes(bytes / 2).toString("hex")));
  const port = freePort();
  const command = script("http/floor.ts", String(port), file);
  const server = start({ command, side: "load", folder, name: `upstream-${bytes}` });
  await untilReady(server, `http://127.0.0.1:${port}/${vins.first}`);
  return port;
}

async function startForwarder(bench: Bench, name: string, upstream: number): Promise<Target> {
  const { folder, vins } = bench;
  const port = freePort();
  const key = "vgk_benchmark_key_of_a_peer_0001";
  const command = script("gateway/forwarder.ts", String(port), `http://127.0.0.1:${upstream}`, key);
  const server = start({ command, side: "server", folder, name: `forwarder-${upstream}` });
  const requests = { base: `http://127.0.0.1:${port}/`, headers: { "x-AuthKey": key } };
  await untilReady(server, requests.base + vins.first, requests.headers);
  return { name, servers: [server], requests };
}

/** A registered API in a product with credits that outlast any run, and its customer's calls. */
async function register(service: Service, userId: string, name: string, upstream: number): Promise<Target> {
  const { url, server } = service;
  const id = `bench-${upstream}`;
  const service_url = `http://127.0.0.1:${upstream}`;
  const described = { name: id, display_name: id, path: id, service_url };
  const made = await api<{ id: string }>(`${url}/apis`, "POST", described);
  await api(`${url}/products/${id}`, "PUT", {
    credits_granted: 1000 * million,
    policy: { rate_limit: { calls: million, renewal_period_s: 1 } },
  });
  await api(`${url}/products/${id}/apis/${made.id}`, "PUT", {});
  const path = `${url}/subscriptions/to-${id}`;
  await api(path, "PUT", { scope: `/products/${id}`, owner_id: userId, state: "active" });
  const { primary_key } = await api<{ primary_key: string }>(`${path}/listSecrets`, "POST", {});
  return {
    name,
    servers: [server],
    requests: { base: `${url}/${id}/`, headers: { "x-AuthKey": primary_key } },
  };
}

/** A charged call of a registered API, compared with a bare forwarder on the same upstream, one server on a core. */
export function benchGateway(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const service = await startService(bench.folder, bench.dataDir);
    const { user } = await signUp(service);
    const targets: Target[] = [];
    let missing: string | undefined;
    for (const [size, bytes] of Object.entries(sizes)) {
      const upstream = await startUpstream(bench, bytes);
      targets.push(await register(service, user.id, `charged call, ${size}`, upstream));
      targets.push(await startForwarder(bench, `bare forwarder, ${size}`, upstream));
      try {
        const nginx = await startNginxLua(bench, Promise.resolve(upstream));
        await untilReady(nginx.server, nginx.requests.base + bench.vins.first, nginx.requests.headers);
        targets.push({ name: `nginx with Lua, ${size}`, servers: [nginx.server], requests: nginx.requests });
      } catch (error) {
        missing = (error as Error).message.replace(/\s+/g, " ").slice(0, 200);
      }
    }
    const { measured, note } = await measureRounds(bench, targets);
    const rounds = (name: string) => measured.get(name)!;
    const cpu = (round: Round) => round.cpu;
    const over = (other: string, size: string) =>
      ratio(rounds(`charged call, ${size}`), rounds(`${other}, ${size}`), cpu);
    return [
      ...targets.flatMap(({ name }, at) =>
        figuresOf(name, rounds(name), at === 0 ? `${note}, ${pinning}` : ""),
      ),
      ...Object.keys(sizes).flatMap((size) => [
        figure(`CPU over bare forwarder, ${size}`, over("bare forwarder", size), "×", "target ≤ 1.35"),
        missing === undefined
          ? figure(`CPU over nginx with Lua, ${size}`, over("nginx with Lua", size), "×", "target ≤ 3.3")
          : figure(
              `CPU over nginx with Lua, ${size}`,
              0,
              "×",
              `not measured, it is not available here: ${missing}`,
            ),
      ]),
    ];
  });
}
