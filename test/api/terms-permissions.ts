import { brandOpen, brandPermissions } from "./brand-permissions.ts";
import { at, type OpenPermission, operatorsAlone, type Permission } from "./permission.ts";

/** Who may publish terms and change the brand, and who accepts terms. */
export const termsPermissions: Readonly<Record<string, Permission>> = {
  "PUT /terms/{kind}": {
    path: at("/terms/terms"),
    json: () => ({ title: "Terms", text: "Terms" }),
    ...operatorsAlone,
  },
  ...brandPermissions,
  "GET /terms/open": { path: at("/terms/open"), own: 200, operator: 200 },
  "POST /terms/acceptances": {
    path: at("/terms/acceptances"),
    json: () => ({ kind: "terms", version: 1 }),
    own: 200,
    // The operator token has no account.
    operator: 403,
  },
  "GET /users/{id}/acceptances": {
    path: ({ target }) => `/users/${target.userId}/acceptances`,
    own: 200,
    others: 404,
    operator: 200,
  },
};

export const termsOpen: Readonly<Record<string, OpenPermission>> = {
  ...brandOpen,
  "GET /terms": { path: "/terms", status: 200 },
  "GET /terms/{kind}/{version}": { path: "/terms/terms/1", status: 200 },
};
