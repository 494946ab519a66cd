import { expect, test } from "bun:test";
import { networkList, parseNetwork } from "../base/networks.ts";
import {
  boundOf,
  clientAddress,
  ignoresForwarded,
  isLocalRequest,
  networksOf,
  wideNetworkOf,
} from "./client-address.ts";

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

test("IPv6 clients count by /64, /56 and /48, others by address", () => {
  const seen = [
    "198.51.100.7",
    "2001:db8:1:2:3:4:5:6",
    "2001:DB8:1:1ff::6",
    "2001:0db8:0001:0100::",
    "2001:db8::1",
    "2001:db8::1:2:3:4:5",
    "::1",
    "::",
    "64:ff9b::198.51.100.1",
    "1:2:3:4:5:6:198.51.100.1",
    "unknown",
  ].map(networksOf);
  expect(seen).toEqual([
    ["198.51.100.7"],
    ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1::/48"],
    ["2001:db8:1:1ff::/64", "2001:db8:1:100::/56", "2001:db8:1::/48"],
    ["2001:db8:1:100::/64", "2001:db8:1:100::/56", "2001:db8:1::/48"],
    ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"],
    ["2001:db8:0:1::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"],
    ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"],
    ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"],
    ["64:ff9b:0:0::/64", "64:ff9b:0:0::/56", "64:ff9b:0::/48"],
    ["1:2:3:4::/64", "1:2:3:0::/56", "1:2:3::/48"],
    ["unknown"],
  ]);
  expect([0, 1, 2].map((wider) => boundOf(5, wider))).toEqual([5, 10, 20]);
});

test("a wide network is a /24 or a /48", () => {
  expect(["198.51.100.7", "2001:db8:1:2::1", "unknown"].map(wideNetworkOf)).toEqual([
    "198.51.100.0/24",
    "2001:db8:1::/48",
    "unknown",
  ]);
});

test("only a loopback client without a proxy's headers is local", () => {
  const local = (socket: string, headers: Record<string, string> = {}) =>
    isLocalRequest(socket, new Headers(headers), "https://api.example.com");
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].map((socket) => local(socket))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["198.51.100.7", "2001:db8::1", "::ffff:10.0.0.1"].map((socket) => local(socket))).toEqual([
    false,
    false,
    false,
  ]);
  const added = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto", "X-Forwarded-Host"];
  for (const name of added) expect(local("127.0.0.1", { [name]: "127.0.0.1" })).toBe(false);
  expect(local("127.0.0.1", { [added[0]!]: "" })).toBe(false);
});

test("a page of another service in a browser of this machine is not local, by whichever name it calls", () => {
  const local = (origin: string, host = "localhost:8080") =>
    isLocalRequest("127.0.0.1", new Headers({ origin, host }), "https://api.example.com");
  const own = [
    "http://localhost:8080",
    "http://console.localhost",
    "http://127.0.0.1:3000",
    "http://[::1]:8080",
    "https://api.example.com",
  ];
  expect(own.filter((origin) => !local(origin))).toEqual([]);
  const foreign = [
    "https://evil.example",
    "https://api.example.com.evil.example",
    "http://api.example.com",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "null",
    "",
  ];
  expect(foreign.filter((origin) => local(origin))).toEqual([]);
  // Its own name resolves to this machine, and is the host that it calls.
  expect(local("http://evil.example:8080", "evil.example:8080")).toBe(false);
});

test("a closed connection does not look like an untrusted proxy", () => {
  const trusted = networkList([parseNetwork("127.0.0.1")!]);
  const ignores = (socket: string, forwarded: string | null) => ignoresForwarded(socket, forwarded, trusted);
  expect([ignores("10.0.0.1", "1.2.3.4"), ignores("10.0.0.1", null)]).toEqual([true, false]);
  expect([ignores("127.0.0.1", "1.2.3.4"), ignores("", "1.2.3.4")]).toEqual([false, false]);
});
