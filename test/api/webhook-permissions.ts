import {
  at,
  everySignedIn,
  operatorsAloneOnUsers,
  ownersAndOperators,
  type Permission,
} from "./permission.ts";

export const webhook = { url: "http://127.0.0.1:9/", types: ["key.replaced"] };

/** Who may do what with webhooks. */
export const webhookPermissions: Readonly<Record<string, Permission>> = {
  "GET /webhooks": { path: at("/webhooks"), ...everySignedIn },
  "POST /webhooks": {
    path: at("/webhooks"),
    json: ({ target }) => ({ ...webhook, user_id: target.userId }),
    ...operatorsAloneOnUsers,
    own: 200,
  },
  "GET /webhooks/event-types": { path: at("/webhooks/event-types"), ...everySignedIn },
  "GET /webhooks/{webhook_id}": { path: at("/webhooks/spare"), ...ownersAndOperators },
  "PATCH /webhooks/{webhook_id}": {
    path: at("/webhooks/spare"),
    json: () => ({ description: "D" }),
    ...ownersAndOperators,
  },
  "DELETE /webhooks/{webhook_id}": { path: at("/webhooks/spare"), ...ownersAndOperators },
  "POST /webhooks/{webhook_id}/listSecrets": {
    path: at("/webhooks/spare/listSecrets"),
    ...ownersAndOperators,
  },
  "POST /webhooks/{webhook_id}/regenerateSecret": {
    path: at("/webhooks/spare/regenerateSecret"),
    ...ownersAndOperators,
  },
  "GET /webhooks/{webhook_id}/deliveries": { path: at("/webhooks/spare/deliveries"), ...ownersAndOperators },
  "GET /webhooks/{webhook_id}/deliveries/{event_id}": {
    path: at("/webhooks/spare/deliveries/msg_none"),
    own: 404,
    others: 404,
    operator: 404,
  },
  "POST /webhooks/{webhook_id}/test": { path: at("/webhooks/spare/test"), ...ownersAndOperators },
  "POST /webhooks/{webhook_id}/replay": {
    path: at("/webhooks/spare/replay"),
    json: () => ({ since: "2026-11-20T00:00:00Z" }),
    ...ownersAndOperators,
  },
};
