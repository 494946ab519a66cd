import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { attributes, cells, get, one, textOf, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, keys, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, refuse, respond } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { Guide } from "./guide.tsx";

setUp();

const listing = `# Vingate

## Guide
- [Quick start](http://vingate.test/docs/quick-start.md)

## Errors
- [No credits](http://vingate.test/docs/errors/no_credits.md)

## Other
- [OpenAPI](http://vingate.test/openapi.json)
`;
const page = `# No credits

See **plans** at [Plans](/console/plans), \`402\` and [RFC](https://example.com).

- one
- two

1. first

| Code | Meaning |
|---|---|
| \`no_credits\` | None left |

\`\`\`sh
npm start
\`\`\`
`;

const open = () => {
  answer("GET /llms.txt", () => new Response(listing));
  return show(<Guide params={{ section: "errors", page: "no_credits" }} />);
};

test("a page is shown from its Markdown", async () => {
  answer("GET /docs/errors/no_credits.md", () => new Response(page));
  await open();
  expect(document.title).toBe("No credits · Vingate");
  expect(textOf(one("h1"))).toBe("No credits");
  expect(texts(".guide-text li")).toEqual(["one", "two", "first"]);
  expect(cells("Code, Meaning")).toEqual([
    ["Code", "Meaning"],
    ["no_credits", "None left"],
  ]);
  expect(one("pre").textContent).toBe("npm start");
  expect([get("link", "Plans"), get("link", "RFC")].map((link) => link.getAttribute("href"))).toEqual([
    "/console/plans",
    "https://example.com",
  ]);
  expect(get("link", "View as Markdown").getAttribute("href")).toBe("/docs/errors/no_credits.md");
});

test("the pages are listed by heading and the current one is marked", async () => {
  answer("GET /docs/errors/no_credits.md", () => new Response(page));
  await open();
  expect(texts("nav summary")).toEqual(["Guide", "Errors"]);
  expect(attributes(get("link", "No credits"))).toEqual({
    href: "/console/docs/errors/no_credits",
    "aria-current": "page",
  });
});

test("a missing page is a failure", async () => {
  refuse("GET /docs/errors/no_credits.md", 404, "No such page.");
  await open();
  expect(textOf(get("alert"))).toStartWith("Could not load the page No such page.");
});

test("an example is copied with the reader's key and shown without", async () => {
  answer(
    "GET /docs/errors/no_credits.md",
    () => new Response('```sh\ncurl -H "x-AuthKey: $KEY" vgk_…\n```\n'),
  );
  answer("GET /llms.txt", () => new Response(listing));
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/products/{id}/apis", [apiRecord()]);
  await show(<Guide params={{ section: "errors", page: "no_credits" }} />, { as: user() });
  expect(one("pre").textContent).toBe('curl -H "x-AuthKey: vgk_aaaa…11111" vgk_aaaa…11111');
  await press("Copy");
  const key = "vgk_aaaaaaaaaaaaaaaaaaaa11111";
  expect(copied).toEqual([`curl -H "x-AuthKey: ${key}" ${key}`]);
});
