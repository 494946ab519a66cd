import { afterAll, beforeEach, expect, test } from "bun:test";
import { confirm, press } from "../../../../test/console/dom/act.ts";
import { cells, get, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import type { RemainingCredential } from "../../api/remaining.ts";
import { Remaining } from "../../pages/account/remaining.tsx";
import { setPageParts } from "../../parts/page-parts.ts";
import { passkeys } from "./feature.ts";

setUp();
beforeEach(() => setPageParts([passkeys.parts!]));
afterAll(() => setPageParts([]));

const passkey: RemainingCredential = {
  kind: "passkey",
  id: "p1",
  name: "Laptop",
  slot: null,
  made_at: "2026-11-01T08:00:00Z",
  last_used_at: null,
  event: "password_reset",
  event_at: "2026-11-20T08:00:00Z",
  known_to: null,
};
const key: RemainingCredential = {
  ...passkey,
  kind: "key",
  id: "sub-1",
  name: "Growth",
  slot: "secondary",
  last_used_at: "2026-11-19T08:00:00Z",
  event: "password_changed",
  event_at: "2026-11-21T08:00:00Z",
};
const list = (...all: RemainingCredential[]) => respond("get", "/users/{id}/remaining-credentials", all);
const open = () => show(<Remaining accountId="ada" />, { as: user() });

test("what remained is listed with its event, and each is ended after a question", async () => {
  list(passkey, key, { ...key, kind: "token", id: "t1", name: null, slot: null });
  respond("delete", "/users/{id}/tokens/{token_id}", { status: "success", id: "t1" });
  respond("post", "/subscriptions/{id}/regenerateSecondaryKey", {
    primary_key: "a",
    secondary_key: "b",
    test_key: "c",
  });
  await open();
  expect(cells("What can still enter")).toEqual([
    ["What", "Remained after", "Made", "Last used", "End"],
    ["Passkey Laptop", "The password was reset 20 Nov 2026", "1 Nov 2026", "Never", "Remove Passkey Laptop"],
    [
      "Secondary key Growth",
      "The password was changed 21 Nov 2026",
      "1 Nov 2026",
      "19 Nov 2026",
      "Replace Secondary key Growth",
    ],
    [
      "Access token Unnamed",
      "The password was changed 21 Nov 2026",
      "1 Nov 2026",
      "19 Nov 2026",
      "Revoke Access token",
    ],
  ]);
  await press("Replace Secondary key Growth");
  expect(textOf(get("dialog"))).toContain("Programs that call with it get 401 until they have the new key");
  expect(sent("POST /subscriptions/{id}/regenerateSecondaryKey")).toEqual([]);
  list(passkey);
  await confirm();
  expect(sent("POST /subscriptions/{id}/regenerateSecondaryKey")[0]).toMatchObject({
    path: expect.stringContaining("/subscriptions/sub-1/"),
    body: { grace_seconds: 0 },
  });
  expect([toast(), cells("What can still enter").length]).toEqual(["Key replaced", 2]);
});

test("all is kept up to the newest event that was shown", async () => {
  list(passkey, key);
  respond("delete", "/users/{id}/remaining-credentials", { status: "success" });
  await open();
  list();
  await press("Keep all");
  expect(sent("DELETE /users/{id}/remaining-credentials")[0]?.query).toEqual({
    until: "2026-11-21T08:00:00Z",
  });
  expect([toast(), text()]).toEqual(["List emptied, nothing ended", ""]);
});

test("nothing is shown where nothing remained", async () => {
  list();
  await open();
  expect(text()).toBe("");
});
