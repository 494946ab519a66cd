import { freePort, pinning, script, start } from "../../../../bench/common/child.ts";
import { type Figure, figure } from "../../../../bench/common/figure.ts";
import { signUp, startService } from "../../../../bench/common/service.ts";
import { type Bench, inHttpBench } from "../../../../bench/http/bench.ts";
import { figuresOf } from "../../../../bench/http/http.ts";
import { startExpressGateway } from "../../../../bench/http/peers/express-gateway.ts";
import { startHaproxy } from "../../../../bench/http/peers/haproxy.ts";
import { peerKey, startNginxLua, startNginxPlain } from "../../../../bench/http/peers/nginx.ts";
import { type Peer, startPeers } from "../../../../bench/http/peers/peers.ts";
import { measureRounds, type Round, ratio, type Target } from "../../../../bench/http/rounds.ts";
import { register, startUpstream } from "./apis.ts";

const sizes = { "1 kB": 1100, "100 kB": 100_000 } as const;
const charged = (size: string) => `charged call, ${size}`;

async function startForwarder({ folder }: Bench, backend: Promise<number>) {
  const [port, upstream] = [freePort(), await backend];
  const command = script("gateway/forwarder.ts", String(port), `http://127.0.0.1:${upstream}`, peerKey);
  const server = start({ command, side: "server", folder, name: `forwarder-${upstream}` });
  return { server, requests: { base: `http://127.0.0.1:${port}/`, headers: { "x-AuthKey": peerKey } } };
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
      const requests = await register(service, user.id, upstream);
      targets.push({ name: charged(size), servers: [service.server], requests });
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
