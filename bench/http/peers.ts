import { untilAnswers } from "./child.ts";
import { startExpressGateway } from "./express-gateway.ts";
import { startFastApi } from "./fastapi.ts";
import { startBackend, startNginxLua } from "./nginx.ts";
import type { Peer, Place } from "./peer.ts";

export const peerNames = {
  nginx: "nginx + Lua, key and proxy",
  fastapi: "FastAPI + uvicorn, a constant",
  gateway: "express-gateway, key-auth and proxy",
} as const;

export type PeerName = keyof typeof peerNames;

export interface Peers {
  readonly peers: ReadonlyMap<PeerName, Peer>;
  readonly missing: ReadonlyMap<PeerName, string>;
}

/** The peers that can be had here, and of the others why not. */
export async function startPeers(place: Place, vin: string): Promise<Peers> {
  const peers = new Map<PeerName, Peer>();
  const missing = new Map<PeerName, string>();
  const backend = await startBackend(place).catch((error: Error) => error);
  const starts: Record<PeerName, () => Promise<Peer>> = {
    nginx: async () => startNginxLua(place, demand(backend)),
    fastapi: () => startFastApi(place),
    gateway: async () => startExpressGateway(place, demand(backend)),
  };
  for (const name of Object.keys(starts) as PeerName[]) {
    try {
      const peer = await starts[name]();
      await untilAnswers(peer.server, peer.asked.base + vin, { ...peer.asked.headers });
      peers.set(name, peer);
    } catch (error) {
      missing.set(name, (error as Error).message.replace(/\s+/g, " ").slice(0, 200));
    }
  }
  return { peers, missing };
}

/** The port of what the gateways pass on to, or why it could not be started. */
function demand(made: number | Error): number {
  if (made instanceof Error) throw made;
  return made;
}
