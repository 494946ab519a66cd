import { beforeEach, expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { control, get, has, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { subscription } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { RenameSubscription } from "./rename-subscription.tsx";

setUp();
beforeEach(() => respond("get", "/subscriptions/{subscription_id}", subscription()));

async function rename(name: string) {
  await show(<RenameSubscription subscription={subscription()} />);
  await press("Rename Lot intake");
  await type("Name", name);
  await confirm();
}

test("a new name is saved", async () => {
  answer("PATCH /subscriptions/{subscription_id}", () => json(subscription({ display_name: "Auctions" })));
  await rename("Auctions");
  expect(sent().map(({ method, path, body }) => [method, path, body])).toEqual([
    ["GET", "/subscriptions/sub-1", undefined],
    ["PATCH", "/subscriptions/sub-1", { display_name: "Auctions" }],
  ]);
  expect([toast(), has("dialog")]).toEqual(["Subscription renamed", false]);
});

test("a name that somebody else has changed is not overwritten", async () => {
  respond("get", "/subscriptions/{subscription_id}", subscription({ display_name: "Theirs" }));
  await rename("Auctions");
  expect([sent("PATCH /subscriptions/sub-1"), textOf(get("dialog")).includes("Theirs")]).toEqual([[], true]);
});

test("an empty name is not sent", async () => {
  await rename("");
  expect([sent(), has("dialog")]).toEqual([[], true]);
});

test("a refused name stays in the dialog", async () => {
  refuse("PATCH /subscriptions/{subscription_id}", 422, "Too long.");
  await rename("A long name");
  expect([textOf(get("alert")), control("Name").value]).toEqual(["Too long.", "A long name"]);
});

test("cancelling forgets the typed name", async () => {
  await show(<RenameSubscription subscription={subscription()} />);
  await press("Rename Lot intake");
  await type("Name", "Other");
  await press("Cancel");
  await press("Rename Lot intake");
  expect(control("Name").value).toBe("Lot intake");
});
