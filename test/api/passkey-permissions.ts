import type { Permission, Scene } from "./permission.ts";

const path = ({ target }: Scene) => `/users/${target.userId}/passkeys`;
const one = (scene: Scene) => `${path(scene)}/none`;
/** The operator token is no user. */
const itselfAlone = { own: 200, others: 404, operator: 403 };
const proof = () => ({
  response: { id: "none", response: { clientDataJSON: "e30", authenticatorData: "none", signature: "none" } },
});

/** Who may use and change passkeys. */
export const passkeyPermissions: Readonly<Record<string, Permission>> = {
  "GET /users/{id}/passkeys": { path, own: 200, others: 404, operator: 200 },
  "POST /users/{id}/passkeys/options": { path: (scene) => `${path(scene)}/options`, ...itselfAlone },
  // No challenge waits for it.
  "POST /users/{id}/passkeys": {
    path,
    json: () => ({
      name: "Laptop",
      response: { id: "none", response: { clientDataJSON: "e30", attestationObject: "none" } },
    }),
    ...itselfAlone,
    own: 409,
  },
  "PATCH /users/{id}/passkeys/{passkey_id}": {
    path: one,
    json: () => ({ name: "Laptop" }),
    ...itselfAlone,
    own: 404,
  },
  "DELETE /users/{id}/passkeys/{passkey_id}": { path: one, ...itselfAlone, own: 404 },
  "POST /auth/passkey/options": { path: () => "/auth/passkey/options", own: 200, operator: 200, client: 200 },
  "POST /auth/passkey": { path: () => "/auth/passkey", json: proof, own: 401, operator: 401, client: 401 },
  "POST /auth/step-up/passkey": { path: () => "/auth/step-up/passkey", json: proof, own: 403, operator: 403 },
};
