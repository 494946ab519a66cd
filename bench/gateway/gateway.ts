import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, pinning, script, start, untilReady } from "../common/child.ts";
import { type Figure, figure } from "../common/figure.ts";
import { api, type Service, signUp, startService } from "../common/service.ts";
import { type Bench, inHttpBench } from "../http/bench.ts";
import { figuresOf } from "../http/http.ts";
import { startExpressGateway } from "../http/peers/express-gateway.ts";
import { startHaproxy } from "../http/peers/haproxy.ts";
import { peerKey, startNginxLua, startNginxPlain } from "../http/peers/nginx.ts";
import { type Peer, startPeers } from "../http/peers/peers.ts";
import { measureRounds, type Round, ratio, type Target } from "../http/rounds.ts";

const sizes = { "1 kB": 1100, "100 kB": 100_000 } as const;
const million = 1_000_000;
const charged = (size: string) => `charged call, ${size}`;

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

async function startForwarder({ folder }: Bench, backend: Promise<number>) {
  const [port, upstream] = [freePort(), await backend];
  const command = script("gateway/forwarder.ts", String(port), `http://127.0.0.1:${upstream}`, peerKey);
  const server = start({ command, side: "server", folder, name: `forwarder-${upstream}` });
  return { server, requests: { base: `http://127.0.0.1:${port}/`, headers: { "x-AuthKey": peerKey } } };
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

/** What a charged call is compared with on the same upstream; `target` is for its CPU over the peer's. */
const peers: readonly (Peer & { readonly target?: string })[] = [
  { name: "bare forwarder", target: "≤ 1.35", start: startForwarder },
  { name: "nginx", target: "≤ 3.3", start: startNginxPlain },
  { name: "nginx with Lua", start: startNginxLua },
  { name: "HAProxy", start: startHaproxy },
  { name: "express-gateway", target: "≤ 0.2", start: startExpressGateway },
];

/** A charged call of a registered API, compared with other gateways, one server on a core. */
export function benchGateway(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const service = await startService(bench.folder, bench.dataDir);
    const { user } = await signUp(service);
    const [targets, missing] = [[] as Target[], new Map<string, string>()];
    for (const [size, bytes] of Object.entries(sizes)) {
      const upstream = await startUpstream(bench, bytes);
      targets.push(await register(service, user.id, charged(size), upstream));
      const sized = peers.map((peer) => ({ ...peer, name: `${peer.name}, ${size}` }));
      const started = await startPeers(bench, sized, Promise.resolve(upstream));
      targets.push(...started.targets);
      for (const [name, reason] of started.missing) missing.set(name, reason);
    }
    const { measured, note } = await measureRounds(bench, targets);
    const rounds = (name: string) => measured.get(name)!;
    const cpu = (round: Round) => round.cpu;
    const compared = Object.keys(sizes).flatMap((size) =>
      peers.map(({ name, target }) => {
        const [title, reason] = [`CPU over ${name}, ${size}`, missing.get(`${name}, ${size}`)];
        if (reason) return figure(title, 0, "×", `not measured, it is not available here: ${reason}`);
        const over = ratio(rounds(charged(size)), rounds(`${name}, ${size}`), cpu);
        return figure(title, over, "×", target && `target ${target}`);
      }),
    );
    const each = targets.flatMap(({ name }, at) =>
      figuresOf(name, rounds(name), at === 0 ? `${note}, ${pinning}` : ""),
    );
    return [...each, ...compared];
  });
}
