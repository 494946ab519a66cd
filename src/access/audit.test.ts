import { expect, test } from "bun:test";
import { freshProof } from "../../test/fresh-proof.ts";
import { actorName, auditText } from "./audit.ts";

test("removes secrets at any depth", () => {
  const text = auditText({
    email: "ada@example.com",
    password: "a long password",
    Password_Hash: "$argon2id$",
    keys: { primary_key: "vgk_1", secondary_key: "vgk_2" },
    list: [{ token: "vgs_1" }],
    auth: { header: "x-api-key", value: "upstream secret" },
    sealed: new Uint8Array([1, 2, 3]),
    other: new Uint8Array([1, 2, 3]),
  });
  expect(JSON.parse(text!)).toEqual({
    email: "ada@example.com",
    password: "[redacted]",
    Password_Hash: "[redacted]",
    keys: "[redacted]",
    list: [{ token: "[redacted]" }],
    auth: { header: "x-api-key", value: "[redacted]" },
    sealed: "[redacted]",
    other: "[redacted]",
  });
});

test("keeps values that are no secret", () => {
  const kept = JSON.parse(
    '{"value":1,"auth":null,"deep":{"a":[true,null,"x"]},"__proto__":{"role":"operator"}}',
  );
  expect(auditText(kept)).toBe(JSON.stringify(kept));
  expect(auditText("text")).toBe('"text"');
});

test("absent values are null", () => {
  expect([auditText(undefined), auditText(null)]).toEqual([null, null]);
});

test("limits size and depth", () => {
  expect(JSON.parse(auditText({ note: "x".repeat(5000) })!)).toEqual({ note: `${"x".repeat(1000)}…` });
  const wide = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`m${i}`, "é".repeat(900)]));
  const cut = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, `${"é".repeat(40)}…`]));
  expect(JSON.parse(auditText(wide)!)).toEqual(cut);
  const wider = { a: wide, b: wide };
  const bytes = Buffer.byteLength(JSON.stringify(wider));
  expect(JSON.parse(auditText(wider)!)).toEqual({ omitted: `${bytes} bytes` });
  let deep: unknown = "end";
  for (let i = 0; i < 100_000; i++) deep = { deep };
  expect(auditText(deep)!.length).toBeLessThan(200);
});

test("actors are named by path, so no ID passes for the operator", () => {
  expect(actorName({ kind: "operator" })).toBe("operator");
  expect(
    actorName({
      kind: "user",
      userId: "org",
      personId: "operator",
      role: "customer",
      memberRole: "billing",
      proof: freshProof,
      digest: "d",
    }),
  ).toBe("/users/operator");
  expect(actorName({ kind: "subscription", subscriptionId: "s", userId: "u", productId: null })).toBe(
    "/subscriptions/s",
  );
  expect(actorName({ kind: "client" })).toBe("client");
});
