import { expect, test } from "bun:test";
import { mcpClients } from "../../../../src/features/mcp/commands/clients.ts";
import { click } from "../../../../test/console/dom/act.ts";
import { all, has, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, keys, subscription, user } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { Assistants } from "./assistants.tsx";

setUp();

const secret = "vgk_aaaaaaaaaaaaaaaaaaaa11111";

test("each client's lines have the service's address and the reader's key", async () => {
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/products/{id}/apis", [apiRecord()]);
  await show(<Assistants />, { as: user() });
  expect(texts("h2").slice(1).sort()).toEqual(mcpClients.map(({ title }) => title).sort());
  expect(text()).not.toContain(secret);
  for (const button of all("button", "Copy").slice(-mcpClients.length)) await click(button);
  const withKey = copied.filter((lines) => lines.includes(secret));
  expect(copied[0]).toBe(
    `claude mcp add --transport http vingate http://vingate.test/mcp --header "x-AuthKey: ${secret}"`,
  );
  expect([copied.length, withKey.length]).toEqual([6, 5]);
});

test("without a subscription the page says what is missing", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  await show(<Assistants />, { as: user() });
  expect(has("link", "View plans")).toBe(true);
  expect(text()).toContain('"x-AuthKey": "vgk_…"');
});
