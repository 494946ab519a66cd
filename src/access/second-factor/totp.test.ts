import { expect, test } from "bun:test";
import { randomBytes, randomInt } from "node:crypto";
import { Secret, TOTP, URI } from "otpauth";
import { base32, codeOf, otpauthUri, stepAt, stepOf } from "./totp.ts";

test("codes equal those of another implementation", () => {
  for (let i = 0; i < 1000; i++) {
    const secret = randomBytes(20);
    const now = randomInt(4_000_000_000) * 1000;
    const other = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
    expect([base32(secret), codeOf(secret, stepAt(now))]).toEqual([
      other.secret.base32,
      other.generate({ timestamp: now }),
    ]);
  }
});

test("the neighbors of the current step are accepted, and no others", () => {
  const secret = Buffer.from("12345678901234567890");
  const now = 1_111_111_109_000;
  const at = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((distance) => stepOf(secret, codeOf(secret, at + distance), now));
  expect(found).toEqual([undefined, at - 1, at, at + 1, undefined]);
  expect(["", "12345", "1234567", "12345a"].map((code) => stepOf(secret, code, now))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("apps read the address", () => {
  const secret = randomBytes(20);
  const read = URI.parse(otpauthUri(secret, "Vehicles & more", "ada@example.com")) as TOTP;
  expect([read.issuer, read.label, read.secret.base32, read.digits, read.period]).toEqual([
    "Vehicles & more",
    "ada@example.com",
    base32(secret),
    6,
    30,
  ]);
});
