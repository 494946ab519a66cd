import { type BlockList, isIP } from "node:net";
import { inNetworks } from "../base/networks.ts";

/** The address of every client whose forwarded address cannot be read. Limits count all of them as one. */
export const unknownAddress = "unknown";

// Dual-stack sockets report IPv4 callers as ::ffff:a.b.c.d; rules contain a.b.c.d.
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

/** Parses a forwarded address, which can have a port, brackets, quotes or a zone. */
function readHop(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, "$1");
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const address = plain(bare.replace(/%.*$/, ""));
  return isIP(address) === 0 ? unknownAddress : address;
}

/**
 * The client's address: the socket's, or, behind trusted proxies, the last forwarded address that is not itself
 * a trusted proxy. A client can write anything further left. `unknownAddress` if it cannot be read, never the
 * proxy's own, which can be exempt from limits.
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

/** Whether an untrusted proxy forwards addresses: all its clients then count as the proxy. */
export function ignoresForwarded(socket: string, forwarded: string | null, trusted: BlockList): boolean {
  return forwarded !== null && !inNetworks(trusted, plain(socket));
}

/** True for 127.0.0.0/8 and ::1. */
export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === "::1";
}

/** The key of a client in limits: its IPv4 address, or the /64 of its IPv6 address, which is one customer's. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = address.includes("::") ? tail.split(":").filter(Boolean) : [];
  // An embedded IPv4 address counts as two groups.
  const width = groups.length + behind.length + (address.includes(".") ? 1 : 0);
  const full = [...groups, ...new Array<string>(Math.max(0, 8 - width)).fill("0"), ...behind];
  const network = full.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
