import { at, operatorsAlone, type Permission, type Scene } from "./permission.ts";

const details = ({ target }: Scene) => `/users/${target.userId}/billing-details`;
const ownersAndOperators = { own: 200, others: 404, operator: 200 };

const seller = { name: "Seller", address: ["Street 1"], city: "Praha", country: "CZ" };
const taxes = { otherwise: { rate: 2100, category: "S" } };
const accounts = {
  consultant: 1001,
  client: 1,
  debtors: "10000",
  bank: "1200",
  card: "1360",
  revenue: [],
};

/** The rows of papers, and of what they print. */
export const paperPermissions: Readonly<Record<string, Permission>> = {
  "GET /papers": { path: at("/papers"), own: 200, operator: 200 },
  "GET /papers/gaps": { path: at("/papers/gaps"), ...operatorsAlone },
  "GET /papers/letters": { path: at("/papers/letters?text=A"), own: 200, operator: 200 },
  "GET /papers/months/{month}/csv": { path: at("/papers/months/2026-10/csv"), ...operatorsAlone },
  "GET /papers/months/{month}/datev": {
    path: at("/papers/months/2026-10/datev"),
    ...operatorsAlone,
    operator: 404,
  },
  "GET /papers/months/{month}/zip": { path: at("/papers/months/2026-10/zip"), ...operatorsAlone },
  "GET /papers/revenue": { path: at("/papers/revenue"), ...operatorsAlone },
  "PUT /papers/accounts": { path: at("/papers/accounts"), json: () => accounts, ...operatorsAlone },
  "GET /papers/accounts": { path: at("/papers/accounts"), ...operatorsAlone, operator: 404 },
  "GET /papers/{id}": { path: at("/papers/none"), own: 404, operator: 404 },
  "GET /papers/{id}/pdf": { path: at("/papers/none/pdf"), own: 404, operator: 404 },
  "GET /papers/{id}/xml": { path: at("/papers/none/xml?form=peppol"), own: 404, operator: 404 },
  "GET /papers/{id}/forms": { path: at("/papers/none/forms"), own: 404, operator: 404 },
  "PUT /papers/seller": { path: at("/papers/seller"), json: () => seller, ...operatorsAlone },
  "GET /papers/seller": { path: at("/papers/seller"), ...operatorsAlone, operator: 404 },
  "PUT /papers/taxes": { path: at("/papers/taxes"), json: () => taxes, ...operatorsAlone },
  "GET /papers/taxes": { path: at("/papers/taxes"), ...operatorsAlone, operator: 404 },
  "GET /papers/tax-ids": { path: at("/papers/tax-ids"), ...operatorsAlone },
  "POST /papers/tax-ids/{id}/decision": {
    path: at("/papers/tax-ids/none/decision"),
    json: () => ({ decision: "accept", tax_id: "DE123456788" }),
    ...operatorsAlone,
    operator: 404,
  },
  "GET /users/{id}/billing-details": { path: details, ...ownersAndOperators },
  "PUT /users/{id}/billing-details": {
    path: details,
    json: () => ({ name: "A", country: "DE" }),
    ...ownersAndOperators,
  },
};
