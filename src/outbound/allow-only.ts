import { networkList } from "../base/networks.ts";
import type { OutboundAllow } from "../base/settings/setting.ts";

/** Allows the address that a setting of the operator names, an internal one too, and no other internal address. */
export const allowOnly = (host: string, port: number | string): OutboundAllow => ({
  networks: networkList([]),
  hosts: new Set([`${host}:${port}`]),
});

/** The same for the address of an `http` or `https` URL. */
export function allowOnlyUrl(address: string): OutboundAllow {
  const { hostname, port, protocol } = new URL(address);
  return allowOnly(hostname, port || (protocol === "https:" ? 443 : 80));
}
