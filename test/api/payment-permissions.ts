import { at, operatorsAlone, type Permission, type Scene } from "./permission.ts";

const ofSubscription =
  (rest: string) =>
  ({ target }: Scene) =>
    `/subscriptions/${target.subscriptionId}${rest}`;
const ofUser =
  (rest: string) =>
  ({ target }: Scene) =>
    `/users/${target.userId}${rest}`;

const none = "/payments/none";
const topUp = { enabled: false, threshold: 10, package_id: "small", month_limit_minor: 0 };
const missing = { own: 403, operator: 404 };

/** The rows of payments. None are taken in this service: nothing can be bought. */
export const paymentPermissions: Readonly<Record<string, Permission>> = {
  "GET /payments/quote": {
    path: ({ target }) =>
      `/payments/quote?subscription_id=${target.subscriptionId}&kind=package&package_id=small`,
    own: 409,
    others: 404,
    operator: 409,
  },
  "POST /payments": {
    path: at("/payments"),
    json: ({ target }) => ({
      subscription_id: target.subscriptionId,
      kind: "package",
      package_id: "small",
      minor: 5000,
      currency: "EUR",
      method: "transfer",
    }),
    own: 409,
    others: 404,
    operator: 409,
  },
  "GET /payments": { path: at("/payments"), own: 200, operator: 200 },
  "GET /payments/{id}": { path: at(none), own: 404, operator: 404 },
  "POST /payments/{id}/cancel": { path: at(`${none}/cancel`), own: 404, operator: 404 },
  "POST /payments/{id}/refresh": { path: at(`${none}/refresh`), ...missing },
  "POST /payments/{id}/received": { path: at(`${none}/received`), json: () => ({ minor: 1 }), ...missing },
  "GET /payments/{id}/refund": { path: at(`${none}/refund?minor=1`), ...missing },
  "POST /payments/{id}/refund": {
    path: at(`${none}/refund`),
    json: () => ({ minor: 1, reason: "x" }),
    ...missing,
  },
  "POST /payments/{id}/forgive": { path: at(`${none}/forgive`), ...missing },
  "POST /payments/{id}/resolve": { path: at(`${none}/resolve`), ...missing },
  "GET /payments/provider": { path: at("/payments/provider"), ...operatorsAlone },
  "GET /payments/settings": { path: at("/payments/settings"), ...operatorsAlone },
  "PUT /payments/settings": {
    path: at("/payments/settings"),
    json: () => ({ payments: "invoice" }),
    ...operatorsAlone,
  },
  "GET /payments/returns": { path: at("/payments/returns"), ...operatorsAlone },
  "POST /payments/returns/{id}/close": { path: at("/payments/returns/none/close"), ...missing },
  "GET /payments/restored": { path: at("/payments/restored"), ...operatorsAlone },
  "POST /payments/restored/{ref}/match": {
    path: at("/payments/restored/none/match"),
    json: () => ({ subscription_id: "none" }),
    ...missing,
  },
  "POST /payments/restored/{ref}/return": { path: at("/payments/restored/none/return"), ...missing },
  "GET /payments/transfers": { path: at("/payments/transfers"), ...operatorsAlone },
  "POST /payments/transfers": {
    path: at("/payments/transfers"),
    json: ({ fresh }) => ({ bank_ref: fresh, minor: 1, currency: "EUR", reference: "" }),
    ...operatorsAlone,
  },
  "POST /payments/transfers/import": {
    path: at("/payments/transfers/import"),
    // Without a body there is no file.
    own: 403,
    operator: 400,
  },
  "GET /payments/lines": { path: at("/payments/lines"), ...operatorsAlone },
  "GET /payments/lines/sums": { path: at("/payments/lines/sums"), ...operatorsAlone },
  "GET /payments/refunds": { path: at("/payments/refunds"), own: 200, operator: 200 },
  "POST /payments/refunds/{id}/sent": {
    path: at("/payments/refunds/none/sent"),
    json: () => ({}),
    ...missing,
  },
  "POST /payments/transfers/{id}/match": {
    path: at("/payments/transfers/none/match"),
    json: () => ({ payment_id: "none" }),
    ...missing,
  },
  "POST /payments/transfers/{id}/return": { path: at("/payments/transfers/none/return"), ...missing },
  "GET /subscriptions/{id}/top-up": {
    path: ofSubscription("/top-up"),
    own: 200,
    others: 404,
    operator: 200,
  },
  "PUT /subscriptions/{id}/top-up": {
    path: ofSubscription("/top-up"),
    json: () => topUp,
    own: 200,
    others: 404,
    operator: 200,
  },
  "GET /users/{user_id}/payment-method": {
    path: ofUser("/payment-method"),
    own: 200,
    others: 404,
    operator: 200,
  },
  "DELETE /users/{user_id}/payment-method": {
    path: ofUser("/payment-method"),
    own: 200,
    others: 404,
    operator: 200,
  },
};
