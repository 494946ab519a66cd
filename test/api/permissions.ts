import { mailPermissions } from "./mail-permissions.ts";
import { offerPermissions, offersOpen } from "./offer-permissions.ts";
import { organizationPermissions } from "./organization-permissions.ts";
import { paperPermissions } from "./paper-permissions.ts";
import { paymentPermissions } from "./payment-permissions.ts";
import {
  at,
  everySignedIn,
  type OpenPermission,
  operatorsAlone,
  operatorsAloneOnUsers,
  ownersAndOperators,
  type Permission,
  type Scene,
} from "./permission.ts";
import { planPermissions } from "./plan-permissions.ts";
import { proofPermissions } from "./proof-permissions.ts";
import { signInOpen, signInPermissions } from "./sign-in-permissions.ts";
import { systemPermissions } from "./system-permissions.ts";
import { termsOpen, termsPermissions } from "./terms-permissions.ts";
import { webhookPermissions } from "./webhook-permissions.ts";

const names = { first_name: "A", last_name: "B" };
const userPath = ({ target }: Scene) => `/users/${target.userId}`;
const subscriptionPath = ({ target }: Scene) => `/subscriptions/${target.subscriptionId}`;
const below = (path: (scene: Scene) => string, rest: string) => (scene: Scene) => path(scene) + rest;
const newUser = ({ fresh }: Scene) => ({ email: `${fresh}@example.com`, ...names });

const everyToken = { own: 200, operator: 200, client: 200 };

/** Who may do what, by method and path. Lookups have one rule for all, and operations without access another. */
export const permissions: Readonly<Record<string, Permission>> = {
  "POST /auth/signin": {
    path: at("/auth/signin"),
    json: ({ caller }) => ({ email: caller.email, password: caller.password }),
    ...everyToken,
  },
  "POST /auth/signup": {
    path: at("/auth/signup"),
    json: (scene) => ({ ...newUser(scene), password: "a good password" }),
    ...everyToken,
  },
  "POST /auth/logout": { path: at("/auth/logout"), ...everySignedIn },
  "GET /auth/accounts": { path: at("/auth/accounts"), own: 200, operator: 403 },
  "PUT /auth/account": {
    path: at("/auth/account"),
    json: ({ caller }) => ({ account_id: caller.userId }),
    own: 200,
    // The operator token acts for no account.
    operator: 403,
  },
  "GET /auth/check-email": { path: at("/auth/check-email?email=free@example.com"), ...everyToken },
  "POST /auth/reset": {
    path: at("/auth/reset"),
    json: () => ({ reset_token: "of no account at all", password: "a good password" }),
    // The token in the body decides.
    own: 403,
    operator: 403,
    client: 403,
  },
  "POST /users/signup": { path: at("/users/signup"), json: newUser, ...operatorsAlone },
  "GET /users/": { path: at("/users/"), ...operatorsAlone },
  "GET /users/{user_id}": { path: userPath, ...ownersAndOperators },
  "PATCH /users/{user_id}": { path: userPath, json: () => ({ first_name: "C" }), ...ownersAndOperators },
  "DELETE /users/{user_id}": { path: userPath, ...operatorsAloneOnUsers },
  "POST /users/{id}": { path: ({ fresh }) => `/users/${fresh}`, json: newUser, ...operatorsAlone },
  "PUT /users/{id}": { path: userPath, json: newUser, ...operatorsAloneOnUsers },
  "POST /users/{id}/search": {
    path: below(userPath, "/search"),
    json: () => ({ text: "Ada" }),
    ...ownersAndOperators,
  },
  "GET /users/{id}/notes": { path: below(userPath, "/notes"), ...operatorsAloneOnUsers },
  "POST /users/{id}/notes": {
    path: below(userPath, "/notes"),
    json: () => ({ text: "Pays by transfer." }),
    ...operatorsAloneOnUsers,
  },
  "DELETE /users/{id}/notes/{note_id}": {
    path: below(userPath, "/notes/none"),
    own: 403,
    others: 403,
    operator: 404,
  },
  "GET /users/{id}/tokens": { path: below(userPath, "/tokens"), ...ownersAndOperators },
  "DELETE /users/{id}/tokens/{token_id}": {
    path: below(userPath, "/tokens/none"),
    own: 404,
    others: 404,
    operator: 404,
  },
  "POST /users/{id}/token": { path: below(userPath, "/token"), ...ownersAndOperators },
  "POST /users/{id}/resetLink": { path: below(userPath, "/resetLink"), ...operatorsAloneOnUsers },
  "GET /users/{id}/subscriptions": { path: below(userPath, "/subscriptions"), ...ownersAndOperators },
  "POST /users/{id}/subscriptions/{subscription_id}/listSecrets": {
    path: (scene) => `${userPath(scene)}${subscriptionPath(scene)}/listSecrets`,
    ...ownersAndOperators,
  },
  "GET /subscriptions": { path: at("/subscriptions"), ...everySignedIn },
  "GET /subscriptions/{subscription_id}": { path: subscriptionPath, ...ownersAndOperators },
  "GET /subscriptions/{subscription_id}/watches": {
    path: (scene) => `${subscriptionPath(scene)}/watches`,
    ...ownersAndOperators,
  },
  ...signInPermissions,
  ...planPermissions,
  ...paperPermissions,
  ...proofPermissions,
  ...paymentPermissions,
  ...termsPermissions,
  ...organizationPermissions,
  ...mailPermissions,
  ...systemPermissions,
  "GET /subscriptions/{subscription_id}/keys": {
    path: (scene) => `${subscriptionPath(scene)}/keys`,
    ...ownersAndOperators,
  },
  "DELETE /subscriptions/{subscription_id}": { path: subscriptionPath, ...ownersAndOperators },
  "POST /subscriptions/{id}": {
    path: ({ fresh }) => `/subscriptions/${fresh}`,
    json: ({ target }) => ({ scope: "/products/unlimited", owner_id: target.userId }),
    own: 200,
    // The answer does not show whether that user exists: customers subscribe only for themselves.
    others: 403,
    operator: 200,
  },
  "PUT /subscriptions/{id}": {
    path: subscriptionPath,
    json: () => ({ scope: "/products/trial" }),
    own: 200,
    // As on a free id: the customer has had its trial.
    others: 409,
    operator: 200,
  },
  "PATCH /subscriptions/{id}": {
    path: subscriptionPath,
    json: () => ({ display_name: "Renamed" }),
    ...ownersAndOperators,
  },
  "POST /subscriptions/{subscription_id}/listSecrets": {
    path: below(subscriptionPath, "/listSecrets"),
    ...ownersAndOperators,
  },
  "POST /subscriptions/{id}/credits": {
    path: below(subscriptionPath, "/credits"),
    json: () => ({ change: 1 }),
    ...operatorsAloneOnUsers,
  },
  "GET /subscriptions/{subscription_id}/ledger": {
    path: below(subscriptionPath, "/ledger"),
    ...ownersAndOperators,
  },
  "PUT /subscriptions/sandbox-bump": {
    path: at("/subscriptions/sandbox-bump"),
    json: ({ target }) => ({ subscription_id: target.subscriptionId, credits: 1 }),
    ...operatorsAloneOnUsers,
  },
  "POST /subscriptions/{id}/regeneratePrimaryKey": {
    path: below(subscriptionPath, "/regeneratePrimaryKey"),
    ...ownersAndOperators,
  },
  "POST /subscriptions/{id}/regenerateSecondaryKey": {
    path: below(subscriptionPath, "/regenerateSecondaryKey"),
    ...ownersAndOperators,
  },
  "POST /subscriptions/{id}/regenerateTestKey": {
    path: below(subscriptionPath, "/regenerateTestKey"),
    ...ownersAndOperators,
  },
  "POST /keys/find": { path: at("/keys/find"), json: () => ({ key: "vgk_aaaa" }), ...everySignedIn },
  "GET /products": { path: at("/products"), ...everySignedIn },
  "DELETE /products/{id}": { path: at("/products/spare"), ...operatorsAlone },
  "GET /products/{id}": { path: at("/products/trial"), ...everySignedIn },
  "POST /products/{id}": { path: ({ fresh }) => `/products/${fresh}`, json: () => ({}), ...operatorsAlone },
  "PUT /products/{id}": { path: ({ fresh }) => `/products/${fresh}`, json: () => ({}), ...operatorsAlone },
  "GET /products/{id}/apis": { path: at("/products/trial/apis"), ...everySignedIn },
  "PUT /products/{id}/apis/{api_id}": { path: at("/products/spare/apis/vin-decoder"), ...operatorsAlone },
  "DELETE /products/{id}/apis/{api_id}": { path: at("/products/spare/apis/vin-decoder"), ...operatorsAlone },
  "GET /products/{id}/policies/policy": { path: at("/products/trial/policies/policy"), ...operatorsAlone },
  "PUT /products/{id}/policies/policy": {
    path: at("/products/spare/policies/policy"),
    json: () => ({ policy: {} }),
    ...operatorsAlone,
  },
  "POST /products/{id}/policies/preview": {
    path: at("/products/trial/policies/preview"),
    json: () => ({ policy: {} }),
    ...operatorsAlone,
  },
  ...offerPermissions,
  "GET /apis": { path: at("/apis"), ...everySignedIn },
  "POST /apis": {
    path: at("/apis"),
    json: ({ fresh }) => ({
      name: fresh,
      display_name: "An API",
      path: fresh,
      service_url: "https://api.example.com",
    }),
    ...operatorsAlone,
  },
  "POST /apis/test": {
    path: at("/apis/test"),
    json: () => ({ service_url: "http://10.0.0.1/" }),
    ...operatorsAlone,
  },
  "GET /apis/{api_id}/health": { path: at("/apis/vin-decoder/health"), ...operatorsAlone },
  "GET /apis/{api_id}": { path: at("/apis/vin-decoder"), ...everySignedIn },
  "PATCH /apis/{api_id}": { path: at("/apis/spare"), json: () => ({ description: "D" }), ...operatorsAlone },
  "DELETE /apis/{api_id}": { path: at("/apis/spare"), ...operatorsAlone },
  "GET /apis/{api_id}/document": { path: at("/apis/vin-decoder/document"), ...operatorsAlone, operator: 404 },
  "PUT /apis/{api_id}/document": { path: at("/apis/vin-decoder/document"), ...operatorsAlone, operator: 409 },
  "DELETE /apis/{api_id}/document": {
    path: at("/apis/vin-decoder/document"),
    ...operatorsAlone,
    operator: 409,
  },
  "GET /apis/{api_id}/mapping": { path: at("/apis/vin-decoder/mapping"), ...operatorsAlone, operator: 404 },
  "PUT /apis/{api_id}/mapping": { path: at("/apis/vin-decoder/mapping"), ...operatorsAlone, operator: 409 },
  "DELETE /apis/{api_id}/mapping": {
    path: at("/apis/vin-decoder/mapping"),
    ...operatorsAlone,
    operator: 409,
  },
  "POST /apis/{api_id}/mapping/preview": {
    path: at("/apis/vin-decoder/mapping/preview"),
    ...operatorsAlone,
    operator: 409,
  },
  // A customer's reports contain its own calls with any filter.
  "GET /reports/bySubscription": { path: at("/reports/bySubscription"), ...everySignedIn },
  "GET /reports/byUser": { path: at("/reports/byUser"), ...everySignedIn },
  "GET /reports/byApi": { path: at("/reports/byApi"), ...everySignedIn },
  "GET /reports/byRequest": { path: at("/reports/byRequest"), ...everySignedIn },
  "GET /reports/byRequest/events": { path: at("/reports/byRequest/events?seconds=0"), ...everySignedIn },
  "GET /reports/byKey": { path: at("/reports/byKey"), ...everySignedIn },
  "GET /reports/byError": { path: at("/reports/byError"), ...everySignedIn },
  "GET /reports/times": { path: at("/reports/times"), ...operatorsAlone },
  "GET /reports/timeseries": { path: at("/reports/timeseries"), ...everySignedIn },
  ...webhookPermissions,
  "GET /audit": { path: at("/audit"), ...operatorsAlone },
  "GET /decode/{vin}": { path: at("/decode/5J6RW2H59JL990075"), ...operatorsAlone },
  "GET /datasets": { path: at("/datasets"), ...operatorsAlone },
  "GET /datasets/{family}": { path: at("/datasets/lien"), ...operatorsAlone },
  // Without a body nothing can be imported; without a dataset nothing compared or rolled back.
  "PUT /datasets/{family}": { path: at("/datasets/lien"), own: 403, operator: 400 },
  "POST /datasets/{family}/rollback": { path: at("/datasets/lien/rollback"), own: 403, operator: 409 },
  "GET /datasets/{family}/diff": { path: at("/datasets/lien/diff"), own: 403, operator: 409 },
  "GET /datasets/vpic": { path: at("/datasets/vpic"), ...operatorsAlone },
  "PUT /datasets/vpic": { path: at("/datasets/vpic"), own: 403, operator: 400 },
  "POST /datasets/vpic/rollback": { path: at("/datasets/vpic/rollback"), own: 403, operator: 409 },
  "GET /datasets/{family}/columns": { path: at("/datasets/lien/columns"), ...operatorsAlone },
  "GET /imports": { path: at("/imports"), ...operatorsAlone },
  "GET /imports/{id}": { path: at("/imports/none"), own: 403, operator: 404 },
  "DELETE /imports/{id}": { path: at("/imports/none"), own: 403, operator: 404 },
  "GET /imports/{id}/events": { path: at("/imports/none/events"), own: 403, operator: 404 },
  "GET /imports/{id}/rejects": { path: at("/imports/none/rejects"), own: 403, operator: 404 },
};

/** The status of operations without credentials, for any credential. */
export const open: Readonly<Record<string, OpenPermission>> = {
  // An address can be allowed to read it.
  "GET /metrics": { path: "/metrics", status: 401, operator: 200 },
  "GET /health": { path: "/health", status: 200 },
  "GET /livez": { path: "/livez", status: 200 },
  "GET /readyz": { path: "/readyz", status: 200 },
  "GET /.well-known/acme-challenge/{token}": { path: "/.well-known/acme-challenge/none", status: 404 },
  "OPTIONS /{path}": { path: "/users/someone/token", status: 200 },
  // Its key is sent in a header of its own, a required parameter.
  "GET /": { path: "/", status: 422 },
  ...offersOpen,
  ...termsOpen,
  "GET /roles": { path: "/roles", status: 200 },
  "GET /identity": { path: "/identity", status: 200 },
  // Its address is its credential.
  "GET /images/{object_name}": { path: "/images/demo/front.svg", status: 403 },
  "GET /openapi.json": { path: "/openapi.json", status: 200 },
  "GET /openapi.yaml": { path: "/openapi.yaml", status: 200 },
  "GET /docs/errors": { path: "/docs/errors", status: 200 },
  "GET /docs": { path: "/docs", status: 200 },
  "GET /docs/errors/{code}": { path: "/docs/errors/credits_exhausted", status: 200 },
  "GET /docs/lookups/{page}": { path: "/docs/lookups/auction.md", status: 200 },
  "GET /docs/operations/{page}": { path: "/docs/operations/decodeVin.md", status: 200 },
  "GET /docs/{page}": { path: "/docs/credits.md", status: 200 },
  "GET /.well-known/api-catalog": { path: "/.well-known/api-catalog", status: 200 },
  "GET /sdk": { path: "/sdk", status: 200 },
  "GET /sdk/{file}": { path: "/sdk/vingate-client.tgz", status: 200 },
  "GET /.well-known/security.txt": { path: "/.well-known/security.txt", status: 404 },
  "GET /.well-known/vingate-proof-key": { path: "/.well-known/vingate-proof-key", status: 200 },
  "GET /llms.txt": { path: "/llms.txt", status: 200 },
  ...signInOpen,
  "POST /payments/stripe/events": { path: "/payments/stripe/events", status: 403 },
  "GET /vehicles": { path: "/vehicles/", status: 200 },
  "GET /sample/decode": { path: "/sample/decode", status: 200 },
  "GET /console/": { path: "/console", status: 200 },
  "GET /console/{object_name}": { path: "/console/sign-in", status: 200 },
};
