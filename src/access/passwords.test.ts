import { expect, test } from "bun:test";
import type { ApiError } from "../http/errors.ts";
import { commonPasswords, createPasswords, randomPassword } from "./passwords.ts";

const passwords = createPasswords(8, 1);

test("hashes are salted argon2id at the given costs", async () => {
  const [a, b] = await Promise.all([passwords.hash("a good password"), passwords.hash("a good password")]);
  expect(a).toStartWith("$argon2id$v=19$m=8,t=1,p=1$");
  expect(a).not.toBe(b);
  expect(await passwords.verify("a good password", a)).toBe(true);
  expect(await passwords.verify("a good passwore", a)).toBe(false);
});

test("without a hash every password is wrong", async () => {
  expect(await passwords.verify("no account has this password", null)).toBe(false);
});

test("a flood fills the queue; the rest is 503 immediately", async () => {
  const hash = await passwords.hash("a good password");
  await passwords.verify("a good password", null);
  const verify = () => passwords.verify("a good password", hash).catch((error: ApiError) => error.code);
  const flood = await Promise.all(Array.from({ length: 200 }, verify));
  expect(flood).toEqual([...new Array(34).fill(true), ...new Array(166).fill("unavailable")]);
  const verified = Array.from({ length: 30 }, (_, i) =>
    i % 5 === 0
      ? passwords.verify("a good password", "no hash at all").catch(() => "failed")
      : passwords.verify("a good password", hash),
  );
  const results = await Promise.all(verified);
  expect(results.filter((result) => result === "failed").length).toBe(6);
  expect(results.filter((result) => result === true).length).toBe(24);
});

test("a network that floods the queue leaves places for others", async () => {
  const hash = await passwords.hash("a good password");
  const from = (address: string, isLocal = false) =>
    passwords
      .verify("a good password", hash, { address, isLocal })
      .catch(({ code }: ApiError) => code as string);
  const flood = Array.from({ length: 100 }, (_, host) => from(`2001:db8:1:${host.toString(16)}::1`));
  const others = [from("203.0.113.1"), from("2001:db8:2::1"), from("127.0.0.1", true)];
  expect(await Promise.all(others)).toEqual([true, true, true]);
  expect(await Promise.all(flood)).toEqual([
    ...new Array(12).fill(true),
    ...new Array(88).fill("rate_limited"),
  ]);
  expect(await from("2001:db8:1::1")).toBe(true);
});

test("generated passwords pass the rules for chosen ones", () => {
  expect(randomPassword()).toMatch(/^[A-Za-z0-9_-]{20}$/);
  for (const common of commonPasswords) expect(common).toBe(common.toLowerCase());
});
