import { at, operatorsAlone, type Permission, type Scene } from "./permission.ts";

const below =
  (rest: string) =>
  ({ target }: Scene) =>
    `/subscriptions/${target.subscriptionId}${rest}`;

const operatorsAloneOnUsers = { own: 403, others: 403, operator: 200 };
const ownersAndOperators = { own: 200, others: 404, operator: 200 };
/** Changes of a plan, of subscriptions that have none. */
const withoutPlan = { own: 409, others: 404, operator: 409 };

/** The rows of grants, plans and their periods. */
export const planPermissions: Readonly<Record<string, Permission>> = {
  "GET /subscriptions/{id}/grants": { path: below("/grants"), ...ownersAndOperators },
  "POST /subscriptions/{id}/grants": {
    path: below("/grants"),
    json: () => ({ credits: 1 }),
    ...operatorsAloneOnUsers,
  },
  "DELETE /subscriptions/{id}/grants/{grant_id}": {
    path: below("/grants/none"),
    ...operatorsAloneOnUsers,
    operator: 404,
  },
  "GET /subscriptions/{id}/plan": { path: below("/plan"), ...ownersAndOperators },
  "GET /subscriptions/{id}/periods": { path: below("/periods"), ...ownersAndOperators },
  "POST /subscriptions/{id}/plan": {
    path: below("/plan"),
    json: () => ({ product_id: null, when: "period_end" }),
    ...withoutPlan,
  },
  "DELETE /subscriptions/{id}/plan/change": { path: below("/plan/change"), ...withoutPlan },
  "PUT /subscriptions/{id}/overage": {
    path: below("/overage"),
    json: () => ({ cap: 1 }),
    ...withoutPlan,
  },
  "PUT /subscriptions/{id}/time-zone": {
    path: below("/time-zone"),
    json: () => ({ time_zone: "UTC" }),
    ...withoutPlan,
  },
  "POST /subscriptions/{id}/pause": { path: below("/pause"), ...withoutPlan },
  "POST /subscriptions/{id}/resume": { path: below("/resume"), ...withoutPlan },
  "POST /subscriptions/{id}/periods/{number}/paid": {
    path: below("/periods/0/paid"),
    ...operatorsAloneOnUsers,
    operator: 404,
  },
  "POST /subscriptions/{id}/periods/{number}/lapse": {
    path: below("/periods/0/lapse"),
    ...operatorsAloneOnUsers,
    operator: 404,
  },
  "POST /subscriptions/{id}/periods/{number}/extend": {
    path: below("/periods/0/extend"),
    json: () => ({ days: 1 }),
    ...operatorsAloneOnUsers,
    operator: 404,
  },
  "GET /periods": { path: at("/periods"), ...operatorsAlone },
};
