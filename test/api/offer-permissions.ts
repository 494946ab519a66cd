import { at, type OpenPermission, operatorsAlone, type Permission } from "./permission.ts";

const offer = {
  currency: "EUR",
  price_minor: 100,
  price_every: "month",
  credits: 10,
  credits_every: "month",
};

/** Who may publish offers, and who sees them. */
export const offerPermissions: Readonly<Record<string, Permission>> = {
  "GET /offers": { path: at("/offers"), ...operatorsAlone },
  "GET /products/{id}/offers": { path: at("/products/trial/offers"), ...operatorsAlone },
  // Nothing is on sale.
  "GET /products/{id}/offer": { path: at("/products/trial/offer"), own: 404, operator: 404 },
  "PUT /products/{id}/offer": { path: at("/products/spare/offer"), json: () => offer, ...operatorsAlone },
  "POST /products/{id}/offer/preview": {
    path: at("/products/trial/offer/preview"),
    json: () => ({ offer, starts_on: "2026-11-30", time_zone: "UTC", credits_used: 0 }),
    ...operatorsAlone,
  },
};

export const offersOpen: Readonly<Record<string, OpenPermission>> = {
  "GET /pricing": { path: "/pricing", status: 200 },
};
