import { expect, test } from "bun:test";
import { idempotentCall } from "./idempotency.ts";

const user = (userId: string) =>
  ({ kind: "user", userId, role: "customer", tokenKind: "vgs", digest: "" }) as const;
const body = (text: string) => new TextEncoder().encode(text);

test("calls whose parts join to the same text differ", () => {
  const one = idempotentCall(user("ada"), "createUser", "createUser1", "/users/a", body("{}"));
  const other = idempotentCall(user("adacreateUser"), "createUser", "1", "/users/a", body("{}"));
  expect(other.id).not.toBe(one.id);
  expect(other.requestDigest).toBe(one.requestDigest);
  const path = idempotentCall(user("ada"), "createUser", "1", "/users/a{", body("}"));
  expect(path.requestDigest).not.toBe(one.requestDigest);
});
