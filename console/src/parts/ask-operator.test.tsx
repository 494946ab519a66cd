import { expect, test } from "bun:test";
import { get, text } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { answer, type BodyOf, json, sent } from "../../../test/console/dom/service.ts";
import { AskOperator } from "./ask-operator.tsx";

setUp();

const words = "No credits left. Change plan or ask the operator. Nothing was charged.";

async function open(operator: BodyOf<"/identity", "get">["operator"], shown = words) {
  answer("GET /identity", () => json({ operator }));
  await show(<AskOperator>{shown}</AskOperator>);
}

test("the operator has a name, a help page and a mailbox", async () => {
  await open({ name: "Acme Data", email: "help@acme.example", url: "https://acme.example/help" });
  expect(text()).toBe(
    "No credits left. Change plan or ask Acme Data (help@acme.example). Nothing was charged.",
  );
  expect(get("link", "Acme Data").getAttribute("href")).toBe("https://acme.example/help");
  expect(get("link", "help@acme.example").getAttribute("href")).toBe("mailto:help@acme.example");
});

test("without a help page the name leads to the mailbox", async () => {
  await open({ name: null, email: "help@acme.example", url: null });
  expect(get("link", "the operator").getAttribute("href")).toBe("mailto:help@acme.example");
});

test("without settings the words stay", async () => {
  await open(null);
  expect(text()).toBe(words);
});

test("other texts need no request", async () => {
  await open(null, "The operator is away.");
  expect([text(), sent("GET /identity")]).toEqual(["The operator is away.", []]);
});
