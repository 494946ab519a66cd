import { expect, test } from "bun:test";
import { createVault } from "./vault.ts";

const vault = createVault(new Uint8Array(32).fill(1));

test("sealing is reversible and differs each time", () => {
  const [a, b] = [vault.seal("a secret", "place/1"), vault.seal("a secret", "place/1")];
  expect(vault.open(a, "place/1")).toBe("a secret");
  expect(Buffer.from(a).equals(b)).toBe(false);
});

test("altered, cut or moved values do not open", () => {
  const sealed = vault.seal("a secret", "place/1");
  for (let at = 0; at < sealed.length; at++) {
    const altered = sealed.slice();
    altered[at]! ^= 1;
    expect(() => vault.open(altered, "place/1")).toThrow();
  }
  expect(() => vault.open(sealed.slice(0, 20), "place/1")).toThrow();
  expect(() => vault.open(sealed, "place/2")).toThrow();
  expect(() => createVault(new Uint8Array(32).fill(2)).open(sealed, "place/1")).toThrow();
});

test("the check value identifies the master key", () => {
  expect(vault.check).toBe(createVault(new Uint8Array(32).fill(1)).check);
  expect(vault.check).not.toBe(createVault(new Uint8Array(32).fill(2)).check);
});
