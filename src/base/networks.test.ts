import { expect, test } from "bun:test";
import { inNetworks, networkList, parseNetwork } from "./networks.ts";

test("networks and single addresses are read", () => {
  expect(parseNetwork("10.0.0.0/8")).toEqual({ address: "10.0.0.0", bits: 8, family: "ipv4" });
  expect(parseNetwork("10.1.2.3")).toEqual({ address: "10.1.2.3", bits: 32, family: "ipv4" });
  expect(parseNetwork("2001:db8::/32")).toEqual({ address: "2001:db8::", bits: 32, family: "ipv6" });
  expect(parseNetwork("::1")).toEqual({ address: "::1", bits: 128, family: "ipv6" });
  expect(parseNetwork("0.0.0.0/0")).toEqual({ address: "0.0.0.0", bits: 0, family: "ipv4" });
});

test("what is no network is refused", () => {
  const wrong = [
    "",
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "a",
    "fe80::1%eth0",
    " 10.0.0.1",
  ];
  expect(wrong.filter((text) => parseNetwork(text) !== undefined)).toEqual([]);
});

test("addresses are looked up by their family", () => {
  const list = networkList([parseNetwork("10.0.0.0/8")!, parseNetwork("2001:db8::/32")!]);
  expect(inNetworks(list, "10.255.0.1")).toBe(true);
  expect(inNetworks(list, "11.0.0.1")).toBe(false);
  expect(inNetworks(list, "2001:db8:1::5")).toBe(true);
  expect(inNetworks(list, "2001:db9::5")).toBe(false);
  expect(inNetworks(list, "not an address")).toBe(false);
});
