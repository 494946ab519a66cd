import { afterEach, beforeEach, expect, test } from "bun:test";
import { confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { cells, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, step, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { api } from "../../api/client.ts";
import { sessionStore } from "../../api/session.ts";
import { Notices } from "../../frame/notices.tsx";
import { setPageParts } from "../../parts/page-parts.ts";
import { Passkeys } from "./passkeys.tsx";
import { ProveWithPasskey } from "./prove.tsx";
import { SignInWithPasskey } from "./sign-in.tsx";

setUp();

const session = { token: "t1", expires_at: "2027-01-01T00:00:00Z", user: user() };
const laptop = {
  id: "p1",
  name: "Laptop",
  created_at: "2026-09-12T08:00:00Z",
  last_used_at: "2026-11-20T08:00:00Z",
};
const codes = ["7kq2-m9xd", "p4hw-t6vn"];
const made = { id: "AQ", response: { clientDataJSON: "e30" } };
let given: unknown[];
let failure: string | undefined;

/** A browser whose device returns `made`, or fails. */
async function device({ publicKey }: { publicKey: unknown }) {
  given.push(publicKey);
  if (failure) throw new DOMException("No.", failure);
  return { toJSON: () => made };
}

beforeEach(() => {
  given = [];
  failure = undefined;
  const parse = (options: unknown) => options;
  Object.assign(globalThis, {
    PublicKeyCredential: { parseCreationOptionsFromJSON: parse, parseRequestOptionsFromJSON: parse },
  });
  Object.defineProperty(navigator, "credentials", {
    value: { create: device, get: device },
    configurable: true,
  });
  respond("post", "/auth/passkey/options", { challenge: "c" });
  respond("post", "/users/{id}/passkeys/options", { challenge: "r" });
  respond("get", "/users/{id}/passkeys", [laptop, { ...laptop, id: "p2", name: "Key", last_used_at: null }]);
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  setPageParts([]);
});

test("a passkey signs in, and opens the page that was wanted", async () => {
  respond("post", "/auth/passkey", session);
  await show(<SignInWithPasskey next="/keys" />, { at: "/sign-in" });
  await press("Sign in with a passkey");
  expect([given, sent("POST /auth/passkey")[0]?.body]).toEqual([[{ challenge: "c" }], { response: made }]);
  expect([sessionStore.get(), address()]).toEqual([session, "/keys"]);
});

test("recovery codes that a sign-in has made are shown before the page that was wanted", async () => {
  respond("post", "/auth/passkey", { ...session, recovery_codes: codes });
  await show(<SignInWithPasskey next="/keys" />, { at: "/sign-in" });
  await press("Sign in with a passkey");
  expect([textOf(get("status", "Recovery codes")), sessionStore.get(), address()]).toEqual([
    codes.join(" "),
    undefined,
    "/sign-in",
  ]);
  expect(get("button", "Continue").hasAttribute("disabled")).toBe(true);
  await toggle("I saved the codes");
  await press("Continue");
  expect([sessionStore.get(), address()]).toEqual([session, "/keys"]);
});

test.each([
  ["NotAllowedError", "Cancelled, or the device took too long. Nothing was changed: try again."],
  [
    "SecurityError",
    "Passkeys of this service belong to another address. Open the console at the address that its operator set.",
  ],
])("of a %s the page says what to do", async (name, message) => {
  failure = name;
  await show(<SignInWithPasskey next={undefined} />, { at: "/sign-in" });
  await press("Sign in with a passkey");
  expect(textOf(get("alert"))).toBe(message);
  expect(sent("POST /auth/passkey")).toEqual([]);
});

test("a browser without passkeys says so", async () => {
  Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  const words = "This browser cannot use passkeys here. They need https and a current browser.";
  await show(<SignInWithPasskey next={undefined} />, { at: "/sign-in" });
  expect(get("button", "Sign in with a passkey").hasAttribute("disabled")).toBe(true);
  expect(text()).toContain(words);
  await show(<Passkeys />, { as: user() });
  expect([text().includes(words), has("button", "Add passkey")]).toEqual([true, false]);
});

test("passkeys are listed and added with a name", async () => {
  respond("post", "/users/{id}/passkeys", laptop);
  await show(<Passkeys />, { as: user() });
  expect(cells("Passkeys")).toEqual([
    ["Passkey", "Added", "Last used", "Actions"],
    ["Laptop", "12 Sep 2026", "20 Nov 2026", "Rename Laptop Remove Laptop"],
    ["Key", "12 Sep 2026", "Not used yet", "Rename Key Remove Key"],
  ]);
  await type("Name of this device", "Phone");
  await press("Add passkey");
  expect([given, sent("POST /users/{id}/passkeys")[0]?.body]).toEqual([
    [{ challenge: "r" }],
    { name: "Phone", response: made },
  ]);
  expect(toast()).toBe("Passkey added");
  failure = "InvalidStateError";
  await type("Name of this device", "Again");
  await press("Add passkey");
  expect(textOf(get("alert"))).toBe("This device already has a passkey of yours.");
});

test("recovery codes come with the first passkey", async () => {
  respond("post", "/users/{id}/passkeys", { ...laptop, recovery_codes: codes });
  await show(<Passkeys />, { as: user() });
  await type("Name of this device", "Phone");
  await press("Add passkey");
  expect(textOf(get("status", "Recovery codes"))).toBe(codes.join(" "));
  expect(text()).toContain("Save these codes. Your password alone no longer signs you in");
  await toggle("I saved the codes");
  await press("Hide codes");
  expect(has("status", "Recovery codes")).toBe(false);
});

test("a passkey is renamed, and removed after a question", async () => {
  respond("patch", "/users/{id}/passkeys/{passkey_id}", laptop);
  refuse("DELETE /users/{id}/passkeys/{passkey_id}", 409, "It is the only way to sign in.");
  await show(<Passkeys />, { as: user() });
  await press("Rename Laptop");
  await type("Name", "Work laptop");
  await press("Rename");
  const [renamed] = sent("PATCH /users/{id}/passkeys/{passkey_id}");
  expect([renamed?.path, renamed?.body]).toEqual([
    expect.stringMatching(/\/users\/ada\/passkeys\/p1$/),
    { name: "Work laptop" },
  ]);
  await press("Remove Key");
  await confirm();
  expect(textOf(get("alert"))).toBe("It is the only way to sign in.");
  respond("delete", "/users/{id}/passkeys/{passkey_id}", { status: "success", id: "p2" });
  await confirm();
  expect([toast(), has("dialog")]).toEqual(["Passkey removed", false]);
});

test("a passkey proves again who the user is, and the call is repeated", async () => {
  let isProved = false;
  answer("POST /users/{id}/token", () =>
    isProved
      ? json({ token: "t", expires_at: session.expires_at })
      : json({ code: "step_up_required", methods: ["passkey"] }, 401),
  );
  answer("POST /auth/step-up/passkey", () => {
    isProved = true;
    return json({ status: "success" });
  });
  setPageParts([{ proveWith: ProveWithPasskey, proves: "passkey" }]);
  await show(<Notices />, { as: user() });
  const call = api.POST("/users/{id}/token", { params: { path: { id: "ada" } } });
  await step(() => undefined);
  await press("Use a passkey");
  expect(sent("POST /auth/step-up/passkey")[0]?.body).toEqual({ response: made });
  expect([(await call).response.status, has("dialog")]).toEqual([200, false]);
});
