import { at, type Permission, type Scene } from "./permission.ts";

const below =
  (rest: string) =>
  ({ target }: Scene) =>
    `/users/${target.userId}${rest}`;

const ownersAndOperators = { own: 200, others: 404, operator: 200 };

/** The rows of statements and receipts. */
export const proofPermissions: Readonly<Record<string, Permission>> = {
  "GET /users/{id}/statements": { path: below("/statements"), ...ownersAndOperators },
  "GET /users/{id}/statements/{month}": { path: below("/statements/2026-11"), ...ownersAndOperators },
  "GET /users/{id}/statements/{month}/calls": {
    path: below("/statements/2026-11/calls"),
    ...ownersAndOperators,
  },
  "GET /receipts/{journal}/{seq}": { path: at(`/receipts/${"0".repeat(32)}/1`), own: 404, operator: 404 },
};
