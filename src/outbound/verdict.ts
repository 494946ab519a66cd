import { type BlockList, isIP } from "node:net";
import { inNetworks, networkList, parseNetwork } from "../base/networks.ts";

/** What an address is: `private` and `loopback` need permission, `forbidden` is never connected to. */
export type Verdict = "public" | "loopback" | "private" | "forbidden";

const networks = (...texts: string[]): BlockList =>
  networkList(texts.flatMap((text) => parseNetwork(text) ?? []));

// Unspecified, link-local with the metadata of most clouds, multicast, reserved and broadcast. Then the metadata of
// Alibaba, Azure and Oracle; of AWS and Google by IPv6. Teredo hides an IPv4 address that is not checked.
const forbidden = networks(
  ...["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4", "100.100.100.200", "168.63.129.16"],
  ...["192.0.0.0/24", "::/128", "fe80::/10", "fec0::/10", "ff00::/8", "fd00:ec2::/32", "fd20:ce::/32"],
  ...["2001::/32", "5f00::/16"],
);
const loopback = networks("127.0.0.0/8", "::1/128");
// Also shared, documentation and benchmark addresses: no public service has one.
const internal = networks(
  ...["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "192.0.2.0/24", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "192.88.99.0/24", "fc00::/7", "100::/64", "2001:db8::/32"],
);

/** How strict a verdict is: of an address that contains another one, the stricter counts. */
const strictness: readonly Verdict[] = ["public", "private", "loopback", "forbidden"];

/** The verdict on an IP address. Anything else is forbidden. */
export function judgeAddress(text: string): Verdict {
  const address = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*/s, "");
  const version = isIP(address);
  if (version === 0) return "forbidden";
  if (version === 4) return verdictOf(address);
  const bytes = bytesOf(address);
  const judged = [...embedded(bytes)].map(verdictOf);
  // Mapped and compatible addresses are only what they contain.
  if (bytes.subarray(0, 10).every((byte) => byte === 0) && judged.length > 0) return strictest(judged);
  return strictest([verdictOf(address), ...judged]);
}

function strictest(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((a, b) => (strictness.indexOf(b) > strictness.indexOf(a) ? b : a));
}

function verdictOf(address: string): Verdict {
  if (inNetworks(forbidden, address)) return "forbidden";
  if (inNetworks(loopback, address)) return "loopback";
  return inNetworks(internal, address) ? "private" : "public";
}

/** The 16 bytes of an IPv6 address. */
function bytesOf(address: string): Uint8Array {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = "", tail] = plain.split("::");
  const groups = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const all = [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 255]));
}

/** The IPv4 addresses in an IPv6 address: mapped, compatible, translated (NAT64), 6to4 and ISATAP. */
function* embedded(bytes: Uint8Array): Generator<string> {
  const at = (index: number) => [...bytes.subarray(index, index + 4)].join(".");
  const starts = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte);
  const zero = (from: number, to: number) => bytes.subarray(from, to).every((byte) => byte === 0);
  const isSmall = zero(0, 12) && bytes[12] === 0 && bytes[13] === 0 && bytes[14] === 0;
  if (zero(0, 10) && bytes[10] === 255 && bytes[11] === 255) yield at(12);
  else if (zero(0, 8) && bytes[8] === 255 && bytes[9] === 255 && zero(10, 12)) yield at(12);
  else if (zero(0, 12) && !isSmall) yield at(12);
  if (starts(0, 0x64, 0xff, 0x9b)) yield at(12);
  if (starts(0x20, 0x02)) yield at(2);
  if ((bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe) yield at(12);
}
