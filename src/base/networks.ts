import { BlockList, isIP } from "node:net";

/** A range of addresses. */
export interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or one address; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  // A zone (fe80::1%eth0) is valid on one machine only.
  if (version === 0 || address.includes("%") || rest.length > 0) return undefined;
  const bitsMax = version === 6 ? 128 : 32;
  const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : bitsMax + 1;
  if (bits > bitsMax) return undefined;
  return { address, bits, family: version === 6 ? "ipv6" : "ipv4" };
}

/** Networks as one list for checking addresses. */
export function networkList(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const { address, bits, family } of networks) list.addSubnet(address, bits, family);
  return list;
}

/** Whether an address is in one of the networks; false for an invalid address. */
export function inNetworks(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
}
