import { expect, test } from "bun:test";
import { account, permissionsOf, signInFor } from "../../../../test/console/dom/account-records.ts";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import {
  control,
  facts,
  get,
  has,
  messageOf,
  names,
  one,
  text,
  textOf,
} from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { ApiFallback } from "./api-fallback.tsx";

setUp();

const upstream = { source: "acme", keep_days: null, on_failure: "not_found" } as const;
const auction = apiRecord({ service_url: "https://acme.example", upstream });
const fallback = {
  service_url: "https://apex.example/v2",
  ca_certificate: null,
  source: "apex",
  after_ms: 800,
} as const;

const open = (api = auction) => show(<ApiFallback one={api} />, { as: operator() });
const bodies = () => sent("PATCH /apis/auction").map(({ body }) => body);

test("an API gets a fallback with a credential", async () => {
  await open();
  expect([text().includes("No fallback yet."), names("button")]).toEqual([true, ["Add fallback"]]);
  answer("PATCH /apis/{api_id}", () => json({ ...auction, fallback }));
  await press("Add fallback");
  await type("Fallback", "https://apex.example/v2");
  await type("Source of the fallback", "apex");
  await type("Ask it after (ms)", "0");
  await press("Save fallback");
  expect([textOf(get("alert")), bodies()]).toEqual(["Correct the marked fields.", []]);
  await type("Ask it after (ms)", "800");
  await choose("Credential of the fallback", "query");
  await type("Parameter", "api_key");
  await type("Parameter value", "s3cret");
  await press("Save fallback");
  const auth = { query: "api_key", value: "s3cret" };
  expect([bodies(), toast(), has("form")]).toEqual([
    [{ fallback: { ...fallback, auth } }],
    "Fallback saved",
    false,
  ]);
});

test("a stored fallback is shown and changed, and its credential stays", async () => {
  await open({ ...auction, fallback });
  expect(facts(one(".facts"))).toEqual([
    ["Address", "https://apex.example/v2"],
    ["Source", "apex"],
    ["Asked after", "800 ms"],
  ]);
  await press("Change fallback");
  expect([control("Credential of the fallback").value, control("Ask it after (ms)").value]).toEqual([
    "keep",
    "800",
  ]);
  const fault = "the stored credential is for https://apex.example, and is not sent to https://x.example";
  refuse("PATCH /apis/{api_id}", 422, [
    { type: "value_error", loc: ["body", "fallback", "auth"], msg: `Value error, ${fault}`, input: null },
  ]);
  await type("Fallback", "https://x.example");
  await type("Ask it after (ms)", "");
  await press("Save fallback");
  expect([messageOf("Credential of the fallback"), bodies()]).toEqual([
    `T${fault.slice(1)}.`,
    [{ fallback: { ...fallback, service_url: "https://x.example", after_ms: null } }],
  ]);
});

test("a fallback is removed after it is confirmed", async () => {
  await open({ ...auction, fallback });
  answer("PATCH /apis/{api_id}", () => json(auction));
  await press("Remove fallback");
  expect([text().includes("Its credential and its mapping are deleted too."), bodies()]).toEqual([true, []]);
  await confirm();
  expect([bodies(), toast()]).toEqual([[{ fallback: null }], "Fallback removed"]);
});

test("an API without a first source has no section, and a role that may not change APIs no button", async () => {
  await open(apiRecord());
  expect(text()).not.toContain("Fallback");
  const permissions = permissionsOf({ role: "operator", operatorRole: "support" });
  signInFor([account({ id: "op", member_role: null, permissions })], operator({ operator_role: "support" }));
  await show(<ApiFallback one={{ ...auction, fallback }} />);
  expect([has("button"), facts(one(".facts")).length]).toEqual([false, 3]);
});
