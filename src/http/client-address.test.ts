import { expect, test } from "bun:test";
import { networkList, parseNetwork } from "../base/networks.ts";
import { addressGroup, clientAddress } from "./client-address.ts";

const trusted = networkList([parseNetwork("127.0.0.0/8")!, parseNetwork("10.0.0.0/8")!]);

test("accepts forwarded addresses in all notations from trusted proxies only", () => {
  const cases: [socket: string, forwarded: string | null, expected: string][] = [
    ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["::ffff:203.0.113.9", null, "203.0.113.9"],
    ["127.0.0.1", null, "127.0.0.1"],
    ["127.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["127.0.0.1", "192.0.2.5, 198.51.100.1, 10.1.2.3", "198.51.100.1"],
    ["127.0.0.1", "198.51.100.1:51234", "198.51.100.1"],
    ["127.0.0.1", "[2001:db8::7]:443", "2001:db8::7"],
    ["127.0.0.1", "[2001:db8::7]", "2001:db8::7"],
    ["127.0.0.1", '"[2001:db8::7]:80"', "2001:db8::7"],
    ["127.0.0.1", "2001:db8::7", "2001:db8::7"],
    ["127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    ["127.0.0.1", "fe80::1%eth0", "fe80::1"],
    ["127.0.0.1", "198.51.100.1, ,", "198.51.100.1"],
    // Never the proxy's own address, which is exempt from limits.
    ["127.0.0.1", "unknown", "unknown"],
    ["127.0.0.1", "_hidden", "unknown"],
    ["127.0.0.1", "198.51.100.1, unknown", "unknown"],
    ["127.0.0.1", "unknown, 10.1.2.3", "unknown"],
    ["127.0.0.1", "1.2.3.4:x", "unknown"],
    ["127.0.0.1", "999.1.2.3", "unknown"],
    ["127.0.0.1", "", "unknown"],
    ["127.0.0.1", " , ", "unknown"],
  ];
  for (const [socket, forwarded, expected] of cases)
    expect([socket, forwarded, clientAddress(socket, forwarded, trusted)]).toEqual([
      socket,
      forwarded,
      expected,
    ]);
});

test("IPv6 clients count by /64, others by address", () => {
  const cases: [address: string, group: string][] = [
    ["203.0.113.9", "203.0.113.9"],
    ["unknown", "unknown"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::6", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::198.51.100.1", "64:ff9b:0:0::/64"],
    ["1:2:3:4:5:6:198.51.100.1", "1:2:3:4::/64"],
  ];
  for (const [address, group] of cases) expect([address, addressGroup(address)]).toEqual([address, group]);
});
