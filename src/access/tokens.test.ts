import { expect, test } from "bun:test";
import fc from "fast-check";
import { bearerToken, digestToken, mintToken, plausibleToken, type TokenKind, tokenKinds } from "./tokens.ts";

const kinds = Object.keys(tokenKinds) as TokenKind[];

test("every kind has its prefix, 32 random characters and a checksum", () => {
  for (const kind of kinds) {
    const token = mintToken(kind);
    expect(token).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{38}$`));
    expect(plausibleToken(token)).toBe(true);
  }
  expect(new Set(Array.from({ length: 1000 }, () => mintToken("vgk"))).size).toBe(1000);
});

test("finds any mistyped character and any cut", () => {
  const places = fc.integer({ min: 4, max: 41 });
  const characters = fc.constantFrom(..."0123456789ABCxyz_-");
  fc.assert(
    fc.property(fc.constantFrom(...kinds), places, characters, (kind, place, character) => {
      const token = mintToken(kind);
      fc.pre(token[place] !== character);
      expect(plausibleToken(token.slice(0, place) + character + token.slice(place + 1))).toBe(false);
      expect(plausibleToken(token.slice(0, place))).toBe(false);
    }),
  );
});

test("other formats pass, within limits", () => {
  expect(plausibleToken("legacy-key-of-1998")).toBe(true);
  expect(plausibleToken("vgx_not-one-of-our-prefixes")).toBe(true);
  for (const text of ["short", "x".repeat(257), "with a space", "tab\there-and-on", "naïve-token", ""])
    expect(plausibleToken(text)).toBe(false);
});

test("the word Bearer is optional, in any case", () => {
  for (const header of ["Bearer abc", "bearer  abc", "abc", " abc "]) expect(bearerToken(header)).toBe("abc");
  for (const header of [null, "", "  "]) expect(bearerToken(header)).toBe(undefined);
});

test("digests are SHA-256 in hex", () => {
  expect(digestToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
