import { at, type OpenPermission, type Permission, type Scene } from "./permission.ts";

const path =
  (rest = "") =>
  ({ target }: Scene) =>
    `/users/${target.userId}/assistants${rest}`;
/** No assistant connects here: the setting is off. The feature's tests have it on. */
const off = { own: 404, operator: 404 };

/** Who connects and ends assistants. */
export const assistantPermissions: Readonly<Record<string, Permission>> = {
  "GET /assistants/request": { path: at("/assistants/request?request=none"), ...off },
  "POST /assistants": {
    path: at("/assistants"),
    json: ({ target }) => ({
      request: "none",
      subscription_id: target.subscriptionId,
      credits_per_day: 1,
    }),
    ...off,
  },
  "POST /assistants/deny": { path: at("/assistants/deny"), json: () => ({ request: "none" }), ...off },
  "GET /users/{id}/assistants": { path: path(), own: 200, others: 404, operator: 200 },
  "PATCH /users/{id}/assistants/{assistant_id}": {
    path: path("/none"),
    json: () => ({ credits_per_day: 1 }),
    own: 404,
    others: 404,
    operator: 404,
  },
  "DELETE /users/{id}/assistants/{assistant_id}": {
    path: path("/none"),
    own: 404,
    others: 404,
    operator: 404,
  },
};

const resource = "/.well-known/oauth-protected-resource";
const server = "/.well-known/oauth-authorization-server";

export const assistantsOpen: Readonly<Record<string, OpenPermission>> = {
  [`GET ${resource}`]: { path: resource, status: 404 },
  [`GET ${resource}/mcp`]: { path: `${resource}/mcp`, status: 404 },
  [`GET ${server}`]: { path: server, status: 404 },
  "POST /mcp": { path: "/mcp", status: 415 },
  "POST /oauth/register": { path: "/oauth/register", status: 404 },
  "GET /oauth/authorize": { path: "/oauth/authorize", status: 404 },
  "POST /oauth/token": { path: "/oauth/token", status: 404 },
  "POST /oauth/revoke": { path: "/oauth/revoke", status: 404 },
};
