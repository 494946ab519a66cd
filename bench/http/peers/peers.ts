import { type Running, untilReady } from "../../common/child.ts";
import type { Requests } from "../../common/service.ts";
import type { Bench } from "../bench.ts";
import type { Target } from "../rounds.ts";
import { startExpressGateway } from "./express-gateway.ts";
import { startFastApi } from "./fastapi.ts";
import { startNginxLua } from "./nginx.ts";

/** What the service is compared with. */
export interface Peer {
  readonly name: string;
  /** Starts it; a gateway forwards to the backend at that port. */
  start(bench: Bench, backend: Promise<number>): Promise<{ server: Running; requests: Requests }>;
}

/** The peers of lookups; `target` is the throughput it should have over the peer's. */
export const peers = [
  { name: "nginx + Lua, key and proxy", target: 1, start: startNginxLua },
  { name: "FastAPI + uvicorn, a constant", target: 3, start: startFastApi },
  { name: "express-gateway, key-auth and proxy", target: 10, start: startExpressGateway },
] as const;

/** The peers that are available here, and for the others why not. */
export async function startPeers(bench: Bench, wanted: readonly Peer[], backend: Promise<number>) {
  const targets: Target[] = [];
  const missing = new Map<string, string>();
  // Several peers await it; a rejection before that is not unhandled.
  backend.catch(() => undefined);
  for (const { name, start } of wanted)
    try {
      const { server, requests } = await start(bench, backend);
      await untilReady(server, requests.base + bench.vins.first, requests.headers);
      targets.push({ name, servers: [server], requests });
    } catch (error) {
      missing.set(name, (error as Error).message.replace(/\s+/g, " ").slice(0, 200));
    }
  return { targets, missing };
}
