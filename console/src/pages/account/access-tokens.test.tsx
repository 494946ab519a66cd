import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { AccessTokens } from "./access-tokens.tsx";

setUp();

const token = {
  id: "t1",
  name: "Nightly report",
  created_at: "2026-11-01T00:00:00Z",
  expires_at: "2026-12-01T00:00:00Z",
  last_used_at: "2026-11-21T08:00:00Z",
};
const list = (tokens: unknown[]) => answer("GET /users/{id}/tokens", () => json(tokens));
const open = () => show(<AccessTokens userId="ada" />);

test("tokens are listed", async () => {
  list([token, { ...token, id: "t2", name: null, last_used_at: null }]);
  await open();
  expect(cells("Access tokens")).toEqual([
    ["Name", "Created", "Last used", "Expires", "Revoke"],
    ["Nightly report", "1 Nov 2026", "08:00:00", "1 Dec 2026", "Revoke Nightly report"],
    ["Unnamed", "1 Nov 2026", "Never used", "1 Dec 2026", "Revoke"],
  ]);
});

test("without tokens the page says who needs them", async () => {
  list([]);
  await open();
  expect(text()).toEndWith("No access tokens yet Only programs need them.");
});

test.each([403, 500])("a %p is shown", async (status) => {
  refuse("GET /users/{id}/tokens", status, "Not now.");
  await open();
  expect(textOf(get("alert"))).toStartWith("Could not load the tokens Not now.");
});

test("a token is created with its name and shown once", async () => {
  list([]);
  respond("post", "/users/{id}/token", { token: "vgt_1", expires_at: "2026-12-21T00:00:00Z" });
  await open();
  await press("Create token");
  await type("Name", "Nightly");
  await confirm();
  expect(sent("POST /users/{id}/token").map(({ path, query }) => [path, query])).toEqual([
    ["/users/ada/token", { name: "Nightly" }],
  ]);
  expect(textOf(get("status", "New access token"))).toBe("vgt_1");
  expect(has("dialog")).toBe(false);
  expect(sent("GET /users/{id}/tokens")).toHaveLength(2);
});

test("a token is revoked", async () => {
  list([token]);
  answer("DELETE /users/{id}/tokens/{token_id}", () => new Response(null, { status: 204 }));
  await open();
  await press("Revoke Nightly report");
  expect(sent("DELETE /users/ada/tokens/t1")).toHaveLength(1);
  expect(toast()).toBe("Token revoked");
});
