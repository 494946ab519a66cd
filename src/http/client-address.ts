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
  const address = plain(bare.replace(/%.*/s, ""));
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

/**
 * Whether an untrusted proxy forwards addresses: all its clients then count as the proxy. A connection that has
 * closed has no address, so its proxy stays undetermined.
 */
export function ignoresForwarded(socket: string, forwarded: string | null, trusted: BlockList): boolean {
  return forwarded !== null && socket !== "" && !inNetworks(trusted, plain(socket));
}

/** A client as limits by address count it. */
export interface Client {
  /** As the trusted proxies report it. */
  readonly address: string;
  /** It called from this machine, not through a proxy nor from another's page: limits by address do not apply to it. */
  readonly isLocal: boolean;
}

/** Headers that proxies add, whichever of them an operator trusts. */
const proxyHeaders = [
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "via",
  "x-forwarded-proto",
  "x-forwarded-host",
];

/** Whether a request came from this machine, through no proxy that shows itself and from no page of another service. */
export function isLocalRequest(socket: string, headers: Headers, publicUrl: string): boolean {
  if (!isLoopback(plain(socket)) || proxyHeaders.some((name) => headers.has(name))) return false;
  const origin = headers.get("origin");
  return origin === null || isOwnOrigin(origin, publicUrl);
}

/**
 * Whether a page's origin is this machine or the service's public address. `Host` is no evidence: any page can let
 * its own name resolve to this machine.
 */
function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, origin: canonical } = new URL(origin);
  return isOwnMachine(hostname) || canonical === new URL(publicUrl).origin;
}

/** Whether a host of an URL names this machine: no DNS answers for these names. */
export function isOwnMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host.replace(/^\[(.*)\]$/, "$1"));
}

/** True for addresses of 127.0.0.0/8 and ::1; false for a name such as 127.0.0.1.example.com. */
export function isLoopback(address: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(address) || address === "::1";
}

const groupsOf = (text: string): string[] => (text === "" ? [] : text.split(":"));

/**
 * The networks that limits count a client in, smallest first: its IPv4 address, or the /64, /56 and /48 of its IPv6
 * address. A /64 is one network of a customer, who has a /56 or a /48 in all.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  if (isIP(address) !== 6) return [address];
  const [head = "", tail = ""] = address.split("::");
  const [first, behind] = [groupsOf(head), groupsOf(tail)];
  // An embedded IPv4 address counts as two groups.
  const width = first.length + behind.length + (address.includes(".") ? 1 : 0);
  const all = [...first, ...new Array<string>(Math.max(0, 8 - width)).fill("0"), ...behind];
  const [a, b, c, d] = all.slice(0, 4).map((group) => Number.parseInt(group, 16)) as [
    number,
    number,
    number,
    number,
  ];
  const network = (groups: readonly number[], bits: number) =>
    `${groups.map((group) => group.toString(16)).join(":")}::/${bits}`;
  return [network([a, b, c, d], 64), network([a, b, c, d & 0xff00], 56), network([a, b, c], 48)];
}

/** How often a limit's bound a client's network may have: a wider network is twice as many clients. */
export function boundOf(bound: number, wider: number): number {
  return bound * 2 ** wider;
}

/** The network in which a client's requests under way are counted: its IPv4 address or /48; undefined if it is local. */
export function limitedNetworkOf({ address, isLocal }: Client): string | undefined {
  return isLocal ? undefined : networksOf(address).at(-1);
}

/** The network of a client that one household or company has at most: its /24 of IPv4, its /48 of IPv6. */
export function wideNetworkOf(address: string): string {
  if (isIP(address) === 4) return `${address.replace(/\.\d+$/, ".0")}/24`;
  return networksOf(address).at(-1)!;
}
