import { at, type Permission, type Scene } from "./permission.ts";

const path =
  (rest = "") =>
  ({ target }: Scene) =>
    `/users/${target.userId}/identities${rest}`;
const brought = () => ({ attempt_token: "of no attempt", state: "none", code: "none" });

/** Who signs in by single sign-on, and links it. There is no provider; the feature's tests have some. */
export const signOnPermissions: Readonly<Record<string, Permission>> = {
  "GET /auth/sign-on": { path: at("/auth/sign-on"), own: 200, operator: 200, client: 200 },
  "POST /auth/sign-on/start": {
    path: at("/auth/sign-on/start"),
    json: () => ({ provider: "customers" }),
    own: 409,
    operator: 409,
    client: 409,
  },
  "POST /auth/sign-on/finish": {
    path: at("/auth/sign-on/finish"),
    json: brought,
    // No browser began it.
    own: 401,
    operator: 401,
    client: 401,
  },
  // No identity is linked, and the operator token is no session.
  "POST /auth/step-up/sign-on/start": { path: at("/auth/step-up/sign-on/start"), own: 409, operator: 403 },
  "POST /auth/step-up/sign-on": { path: at("/auth/step-up/sign-on"), json: brought, own: 403, operator: 403 },
  "GET /users/{id}/identities": { path: path(), own: 200, others: 404, operator: 200 },
  // The operator token is no user.
  "POST /users/{id}/identities/start": { path: path("/start"), own: 409, others: 404, operator: 403 },
  "POST /users/{id}/identities": { path: path(), json: brought, own: 403, others: 404, operator: 403 },
  "DELETE /users/{id}/identities/{identity_id}": {
    path: path("/none"),
    own: 404,
    others: 404,
    operator: 404,
  },
};
