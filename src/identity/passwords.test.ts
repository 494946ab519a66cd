import { expect, test } from "bun:test";
import { commonPasswords, createPasswords, randomPassword } from "./passwords.ts";

const passwords = createPasswords(8, 1);

test("a hash is argon2id at the costs asked for, salted, and verifies its password alone", async () => {
  const [a, b] = await Promise.all([passwords.hash("a good password"), passwords.hash("a good password")]);
  expect(a).toStartWith("$argon2id$v=19$m=8,t=1,p=1$");
  expect(a).not.toBe(b);
  expect(await passwords.verify("a good password", a)).toBe(true);
  expect(await passwords.verify("a good passwore", a)).toBe(false);
});

test("where there is no hash every password is wrong, the decoy's too", async () => {
  expect(await passwords.verify("no account has this password", null)).toBe(false);
});

test("a flood is worked off, whatever fails in it", async () => {
  const hash = await passwords.hash("a good password");
  const verified = Array.from({ length: 50 }, (_, i) =>
    i % 5 === 0
      ? passwords.verify("a good password", "no hash at all").catch(() => "failed")
      : passwords.verify("a good password", hash),
  );
  const results = await Promise.all(verified);
  expect(results.filter((result) => result === "failed").length).toBe(10);
  expect(results.filter((result) => result === true).length).toBe(40);
});

test("generated passwords pass the rules for chosen ones", () => {
  expect(randomPassword()).toMatch(/^[A-Za-z0-9_-]{20}$/);
  for (const common of commonPasswords) expect(common).toBe(common.toLowerCase());
});
