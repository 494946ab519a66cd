import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";

const user = ({ userId }: { userId: string }) => ({ id: userId });
const clientId = "01a1fb67-1800-7000-8000-00000000c11e";
const address = "https://desk.example/oauth/callback";
let subscriptionId = "";
let assistantId = "";
const assistant = ({ userId }: { userId: string }) => ({ id: userId, assistant_id: assistantId });

/** What a program sends with the user's browser, as the console's page has it. */
const request = Buffer.from(
  `response_type=code&client_id=${clientId}&redirect_uri=${encodeURIComponent(address)}&state=k7&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM`,
).toString("base64url");

/** How a user connects an assistant, limits it, and ends it. */
export const assistantCalls = [
  {
    operation: "getProtectedResource",
    as: "nobody",
    // The setting is off in the demo.
    prepare: async ({ running, config: { publicUrl: issuer } }: Context) => {
      const connectors = running.find((one) => one.constructor.name === "Connectors");
      Object.assign(connectors ?? {}, { place: { issuer, resource: `${issuer}/mcp` } });
    },
  },
  { operation: "getProtectedMcp", as: "nobody" },
  { operation: "getAuthorizationServer", as: "nobody" },
  {
    operation: "getAssistantRequest",
    as: "user",
    prepare: async ({ database, clock }: Context) => {
      await database.run(sql`
        insert into assistant_client (id, name, redirect_uris, created_at)
        values (${clientId}, 'Desk Assistant', ${JSON.stringify([address])}, ${clock()})`);
    },
    query: () => ({ request }),
    keep: (body: { subscriptions: { id: string }[] }) => {
      subscriptionId = body.subscriptions[0]!.id;
    },
  },
  { operation: "denyAssistant", as: "user", json: () => ({ request }) },
  {
    operation: "connectAssistant",
    as: "user",
    json: () => ({ request, subscription_id: subscriptionId, credits_per_day: 200 }),
  },
  {
    operation: "listAssistants",
    as: "user",
    // Its program has exchanged the code.
    prepare: async ({ database, clock }: Context) => {
      await database.run(sql`update assistant set connected_at = ${clock()}`);
    },
    params: user,
    keep: (body: { id: string }[]) => {
      assistantId = body[0]!.id;
    },
  },
  { operation: "changeAssistant", as: "user", params: assistant, json: () => ({ credits_per_day: 100 }) },
  { operation: "disconnectAssistant", as: "user", params: assistant },
] as const;
