import { expect, spyOn, test } from "bun:test";
import { click, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { refuse, requestId, respond, sent } from "../../../../test/console/dom/service.ts";
import { Assistants } from "./assistants.tsx";
import { Connect } from "./connect.tsx";
import { Refused } from "./refused.tsx";

setUp();

const address = "https://desk.example/oauth/callback";
const requested = {
  name: "Desk Assistant",
  host: "desk.example",
  redirect_uri: address,
  fault: null,
  subscriptions: [
    {
      id: "s1",
      name: "Lot intake",
      plan: "Growth",
      account: "Acme Fleet",
      credits_remaining: 21_603,
      credits_per_day: 200,
    },
    {
      id: "s2",
      name: "Own",
      plan: null,
      account: "Ada Byron",
      credits_remaining: null,
      credits_per_day: 1500,
    },
  ],
};
const assistant = {
  id: "a1",
  name: "Desk Assistant",
  host: "desk.example",
  subscription_id: "s1",
  subscription_name: "Lot intake",
  account: "Acme Fleet",
  credits_per_day: 200,
  credits_today: 12,
  credits_this_month: 318,
  connected_at: "2026-11-09T08:00:00Z",
  last_used_at: null,
};

test("a user chooses a subscription and a limit, and returns to the assistant", async () => {
  respond("get", "/assistants/request", requested);
  respond("post", "/assistants", { redirect_url: `${address}?code=c` });
  const leave = spyOn(location, "assign").mockImplementation(() => {});
  await show(<Connect />, { as: user(), at: "/connect?request=abc" });
  expect(textOf(get("heading", "Connect Desk Assistant?"))).toBe("Connect Desk Assistant?");
  expect(names("radio")).toEqual([
    "Acme Fleet, Growth “Lot intake”, 21,603 credits left",
    "Ada Byron “Own”, unlimited credits",
  ]);
  expect(text()).toContain("Up to 6,000 credits per 30 days.");
  await click(get("radio", "Ada Byron “Own”, unlimited credits"));
  expect(has("button", "Connect, up to 1,500 credits per day")).toBe(true);
  await type("Limit per day (credits)", "nothing");
  expect(get("button", "Connect, up to 0 credits per day").hasAttribute("disabled")).toBe(true);
  await type("Limit per day (credits)", "1");
  await press("Connect, up to 1 credit per day");
  expect(sent("POST /assistants")[0]?.body).toEqual({
    request: "abc",
    subscription_id: "s2",
    credits_per_day: 1,
  });
  expect(leave.mock.calls).toEqual([[`${address}?code=c`]]);
  leave.mockRestore();
});

test("a user who denies returns to the assistant with nothing", async () => {
  respond("get", "/assistants/request", { ...requested, subscriptions: [] });
  respond("post", "/assistants/deny", { redirect_url: `${address}?error=access_denied` });
  const leave = spyOn(location, "assign").mockImplementation(() => {});
  await show(<Connect />, { as: user(), at: "/connect?request=abc" });
  expect(text()).toContain("No active subscription");
  await press("Deny");
  expect(sent("POST /assistants/deny")[0]?.body).toEqual({ request: "abc" });
  expect(leave.mock.calls).toEqual([[`${address}?error=access_denied`]]);
  leave.mockRestore();
});

test("a faulty request returns to its assistant only when the user says so", async () => {
  respond("get", "/assistants/request", {
    ...requested,
    fault: "response_type must be code.",
    subscriptions: [],
  });
  respond("post", "/assistants/deny", { redirect_url: `${address}?error=unsupported_response_type` });
  const leave = spyOn(location, "assign").mockImplementation(() => {});
  await show(<Connect />, { as: user(), at: "/connect?request=abc" });
  expect(has("heading", "Cannot connect Desk Assistant")).toBe(true);
  expect(textOf(get("alert"))).toContain("response_type must be code. Nothing was connected or charged.");
  expect(leave.mock.calls).toEqual([]);
  await press("Return to desk.example");
  expect(sent("POST /assistants/deny")[0]?.body).toEqual({ request: "abc" });
  expect(leave.mock.calls).toEqual([[`${address}?error=unsupported_response_type`]]);
  leave.mockRestore();
});

test("a request that is refused says why", async () => {
  refuse("GET /assistants/request", 400, "The return address is not registered.", "bad_request");
  await show(<Connect />, { as: user(), at: "/connect?request=abc" });
  expect(textOf(get("alert"))).toContain("The return address is not registered.");
  expect(has("button", "Deny")).toBe(false);
});

test("an assistant that is not trusted is named by the page's own words", async () => {
  await show(<Refused />, { at: `/connect/refused?reason=address&id=${requestId}` });
  expect(textOf(get("alert"))).toContain("The return address is not registered");
  expect(textOf(get("alert"))).toContain(`400 · request ${requestId}`);
});

test("a link that anyone makes to that page adds no words to it", async () => {
  await show(<Refused />, { at: "/connect/refused?reason=%3Cb%3E&id=a%20b" });
  expect(textOf(get("alert"))).toContain("The assistant is not registered");
  expect(text()).not.toContain("<b>");
  expect(has("button", "Copy request ID")).toBe(false);
});

test("assistants are listed, limited and disconnected", async () => {
  respond("get", "/users/{id}/assistants", [assistant]);
  await show(<Assistants />, { as: user() });
  expect(cells("Connected assistants")).toEqual([
    ["Assistant", "Limit per day", "Used this month", "Last used", "Actions"],
    [
      "Desk Assistant desk.example, since 9 Nov 2026 Lookups with “Lot intake” of Acme Fleet",
      "200 credits",
      "318 credits",
      "Not used yet",
      "Edit limit of Desk Assistant Disconnect Desk Assistant",
    ],
  ]);
  respond("patch", "/users/{id}/assistants/{assistant_id}", { ...assistant, credits_per_day: 50 });
  await press("Edit limit of Desk Assistant");
  expect(text()).toContain("12 credits used today.");
  await type("Limit per day (credits)", "50");
  await press("Save");
  expect(sent("PATCH /users/{id}/assistants/{assistant_id}")[0]?.body).toEqual({ credits_per_day: 50 });
  expect(toast()).toBe("Limit changed");
  respond("delete", "/users/{id}/assistants/{assistant_id}", { status: "success", id: "a1" });
  await press("Disconnect Desk Assistant");
  respond("get", "/users/{id}/assistants", []);
  await confirm();
  expect([toast(), has("table", "Connected assistants")]).toEqual(["Assistant disconnected", false]);
});
