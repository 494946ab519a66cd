import { expect, test } from "bun:test";
import { actorName, auditText } from "./audit.ts";

test("secrets are removed wherever they stand", () => {
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

test("a value that is no secret keeps its name and form", () => {
  const kept = JSON.parse(
    '{"value":1,"auth":null,"deep":{"a":[true,null,"x"]},"__proto__":{"role":"operator"}}',
  );
  expect(auditText(kept)).toBe(JSON.stringify(kept));
  expect(auditText("text")).toBe('"text"');
});

test("nothing is null, and so is what was left out", () => {
  expect([auditText(undefined), auditText(null)]).toEqual([null, null]);
});

test("size and depth are bounded", () => {
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

test("an actor is named by its path, so that no id passes for the operator", () => {
  expect(actorName({ kind: "operator" })).toBe("operator");
  expect(
    actorName({ kind: "user", userId: "operator", role: "customer", tokenKind: "vgs", digest: "d" }),
  ).toBe("/users/operator");
  expect(actorName({ kind: "subscription", subscriptionId: "s", userId: "u", productId: null })).toBe(
    "/subscriptions/s",
  );
  expect(actorName({ kind: "client" })).toBe("client");
});
