import { type BlockList, isIP } from "node:net";
import { inNetworks } from "../base/networks.ts";

// A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d; rules are written for a.b.c.d.
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

/**
 * The caller's address: the socket's, or, behind trusted proxies, the last forwarded address
 * that is not itself a trusted proxy. A caller can write anything further left.
 */
export function clientAddress(socket: string, forwarded: string | null, trusted: BlockList): string {
  let address = plain(socket);
  if (!forwarded) return address;
  for (const hop of forwarded.split(",").reverse()) {
    if (!inNetworks(trusted, address)) return address;
    const next = plain(hop.trim());
    if (isIP(next) === 0) return address;
    address = next;
  }
  return address;
}

/** True for 127.0.0.0/8 and ::1. */
export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === "::1";
}
