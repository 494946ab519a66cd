import { type BlockList, isIP } from "node:net";
import { inNetworks } from "../base/networks.ts";

/** Stands for every client whose forwarded address cannot be read: all of them count as one stranger. */
export const unknownAddress = "unknown";

// A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d; rules are written for a.b.c.d.
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

/** An address as proxies forward it, which may carry a port, brackets, quotes or a zone. */
function readHop(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, "$1");
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const address = plain(bare.replace(/%.*$/, ""));
  return isIP(address) === 0 ? unknownAddress : address;
}

/**
 * The client's address: the socket's, or, behind trusted proxies, the last forwarded address that is not itself
 * a trusted proxy. A client can write anything further left. `unknownAddress` where it cannot be read, never the
 * proxy's own, which may be exempt from limits.
 */
export function clientAddress(socket: string, forwarded: string | null, trusted: BlockList): string {
  let address = plain(socket);
  if (forwarded === null) return address;
  const hops = forwarded.split(",").filter((hop) => hop.trim() !== "");
  if (hops.length === 0) hops.push(unknownAddress);
  for (const hop of hops.reverse()) {
    if (!inNetworks(trusted, address)) return address;
    address = readHop(hop);
  }
  return address;
}

/** Whether a proxy that is not trusted forwards its clients' addresses: all of them then count as the proxy. */
export function ignoresForwarded(socket: string, forwarded: string | null, trusted: BlockList): boolean {
  return forwarded !== null && !inNetworks(trusted, plain(socket));
}

/** True for 127.0.0.0/8 and ::1. */
export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === "::1";
}

/** What a client is counted as: its IPv4 address, or the /64 of its IPv6 address, which is one customer's. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = address.includes("::") ? tail.split(":").filter(Boolean) : [];
  // An embedded IPv4 address takes the room of two groups.
  const width = groups.length + behind.length + (address.includes(".") ? 1 : 0);
  const full = [...groups, ...new Array<string>(Math.max(0, 8 - width)).fill("0"), ...behind];
  const network = full.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
