import { assistantPermissions, assistantsOpen } from "./assistant-permissions.ts";
import { passkeyPermissions } from "./passkey-permissions.ts";
import type { Permission, Scene } from "./permission.ts";
import { signOnPermissions } from "./sign-on-permissions.ts";

const factorPath = ({ target }: Scene) => `/users/${target.userId}/second-factor`;
const sessionsPath = ({ target }: Scene) => `/users/${target.userId}/sessions`;
const closingPath = ({ target }: Scene) => `/users/${target.userId}/closing`;
/** The operator token is no user. */
const itselfAlone = { own: 200, others: 404, operator: 403 };

/** Who may change how a user signs in. */
export const signInPermissions: Readonly<Record<string, Permission>> = {
  ...passkeyPermissions,
  ...signOnPermissions,
  ...assistantPermissions,
  "POST /auth/step-up": {
    path: () => "/auth/step-up",
    json: ({ caller }) => ({ password: caller.password }),
    own: 200,
    // The operator token is no user.
    operator: 403,
  },
  "POST /auth/take-back": {
    path: () => "/auth/take-back",
    json: () => ({ return_token: "of no account at all", password: "a good password" }),
    // The token in the body decides.
    own: 403,
    operator: 403,
    client: 403,
  },
  "POST /auth/enter": {
    path: () => "/auth/enter",
    json: () => ({ entry_token: "of no account at all", password: "a good password" }),
    // The token in the body decides.
    own: 403,
    operator: 403,
    client: 403,
  },
  "GET /users/{id}/operator-access": {
    path: ({ target }) => `/users/${target.userId}/operator-access`,
    own: 200,
    others: 404,
    operator: 200,
  },
  "GET /operators": { path: () => "/operators", own: 403, operator: 200 },
  "GET /users/{id}/sessions": { path: sessionsPath, own: 200, others: 404, operator: 200 },
  "DELETE /users/{id}/sessions": { path: sessionsPath, own: 200, others: 404, operator: 200 },
  "DELETE /users/{id}/sessions/{session_id}": {
    path: (scene) => `${sessionsPath(scene)}/none`,
    own: 404,
    others: 404,
    operator: 404,
  },
  "GET /users/{id}/remaining-credentials": {
    path: ({ target }) => `/users/${target.userId}/remaining-credentials`,
    own: 200,
    others: 404,
    operator: 200,
  },
  "DELETE /users/{id}/remaining-credentials": {
    path: ({ target }) => `/users/${target.userId}/remaining-credentials?until=2026-11-21T00:00:00Z`,
    own: 200,
    others: 404,
    operator: 200,
  },
  "GET /users/{id}/second-factor": { path: factorPath, own: 200, others: 404, operator: 200 },
  "POST /users/{id}/second-factor": { path: factorPath, ...itselfAlone },
  // No secret waits for a code.
  "PUT /users/{id}/second-factor": {
    path: factorPath,
    json: () => ({ code: "123456" }),
    ...itselfAlone,
    own: 409,
  },
  "DELETE /users/{id}/second-factor": { path: factorPath, own: 200, others: 404, operator: 200 },
  // App codes are off.
  "POST /users/{id}/second-factor/recovery-codes": {
    path: (scene) => `${factorPath(scene)}/recovery-codes`,
    ...itselfAlone,
    own: 409,
  },
  "GET /users/{id}/export": {
    path: ({ target }) => `/users/${target.userId}/export`,
    own: 200,
    others: 404,
    operator: 200,
  },
  "GET /users/{id}/closing": { path: closingPath, own: 200, others: 404, operator: 200 },
  "POST /users/{id}/closing": {
    path: closingPath,
    json: () => ({ email: "not-its-own@example.com" }),
    own: 422,
    others: 404,
    operator: 422,
  },
};

/** What assistants call before their users have signed in. */
export const signInOpen = assistantsOpen;
