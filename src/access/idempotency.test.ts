import { expect, test } from "bun:test";
import { freshProof } from "../../test/fresh-proof.ts";
import { idempotentCall } from "./idempotency.ts";

const user = (userId: string, personId = userId) =>
  ({
    kind: "user",
    userId,
    personId,
    role: "customer",
    memberRole: "owner",
    proof: freshProof,
    digest: "",
  }) as const;
const body = (text: string) => new TextEncoder().encode(text);

test("two members of an organization have keys of their own", () => {
  const ids = ["ada", "ben"].map((person) => idempotentCall(user("org", person), "a", "1", "/", null).id);
  expect(ids[0]).not.toBe(ids[1]!);
});

test("calls whose parts join to the same text differ", () => {
  const one = idempotentCall(user("ada"), "createUser", "createUser1", "/users/a", body("{}"));
  const other = idempotentCall(user("adacreateUser"), "createUser", "1", "/users/a", body("{}"));
  expect(other.id).not.toBe(one.id);
  expect(other.requestDigest).toBe(one.requestDigest);
  const path = idempotentCall(user("ada"), "createUser", "1", "/users/a{", body("}"));
  expect(path.requestDigest).not.toBe(one.requestDigest);
});
