import { beforeEach, expect, test } from "bun:test";
import { useState } from "react";
import { choose, type } from "../../../../test/console/dom/act.ts";
import { control, messageOf, names, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import type { Policy } from "../../parts/policy-words.ts";
import { PolicyFields } from "./policy-editor.tsx";
import { formOf } from "./policy-form.ts";

setUp();
beforeEach(() => {
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/products", [product()]);
});

function Editor({ policy }: { policy: Policy }) {
  const [form, change] = useState(() => formOf(policy));
  const nameOf = (id: string) => (id === "auction" ? "Auction history" : id);
  return <PolicyFields product={product({ policy })} form={form} change={change} nameOf={nameOf} />;
}

const open = (policy: Policy = {}) => show(<Editor policy={policy} />, { as: operator() });

test("the groups of a policy are named", async () => {
  await open();
  expect(names("group")).toEqual(["Periods of the limits", "Credits", "Watches", "Access"]);
  expect(control("Not found").value).toBe("found");
});

test("the summary follows the fields", async () => {
  await open({ credit_cost: { per_api: { auction: 2 } } });
  expect(texts(".words li")).toEqual([
    "Lookup: 1 credit. Auction history: 2 credits. List: free.",
    "Not found is free.",
  ]);
  await type("Watched VINs", "600");
  await choose("Not found", "always");
  expect(texts(".words li")).toEqual([
    "Lookup: 1 credit. Auction history: 2 credits. List: free.",
    "Not found is charged like found.",
    "Watched VINs: up to 600.",
  ]);
});

test("a number that cannot be read is marked", async () => {
  await open();
  await type("Watched VINs", "many");
  await type("Per lookup", "free");
  expect([messageOf("Watched VINs"), messageOf("Per lookup")]).toEqual([
    "Enter a whole number, for example 15,000.",
    "Enter a whole number, for example 15,000.",
  ]);
});

test("without a change there is no preview", async () => {
  await open();
  expect(text()).toContain("Change a field to preview the effect before you save.");
  expect(sent("POST /products/trial/policies/preview")).toEqual([]);
});
