import { at, type Permission, type Scene } from "./permission.ts";

/** The path for an account that is no organization; what members may do is tested with the feature. */
const path =
  (rest = "") =>
  ({ target }: Scene) =>
    `/organizations/${target.userId}${rest}`;
const missing = { own: 404, others: 404, operator: 404 };

/** Who creates organizations, and who changes their members. */
export const organizationPermissions: Readonly<Record<string, Permission>> = {
  "POST /organizations": {
    path: at("/organizations"),
    json: () => ({ name: "Acme" }),
    own: 200,
    // The operator token is no user.
    operator: 403,
  },
  "GET /organizations/{id}": { path: path(), ...missing },
  "PATCH /organizations/{id}": { path: path(), json: () => ({ name: "Acme" }), ...missing },
  "GET /organizations/{id}/members": { path: path("/members"), ...missing },
  "PUT /organizations/{id}/members/{user_id}": {
    path: path("/members/none"),
    json: () => ({ role: "owner" }),
    ...missing,
  },
  "DELETE /organizations/{id}/members/{user_id}": { path: path("/members/none"), ...missing },
  "GET /organizations/{id}/invitations": { path: path("/invitations"), ...missing },
  "POST /organizations/{id}/invitations": {
    path: path("/invitations"),
    json: () => ({ email: "lena@example.com" }),
    ...missing,
  },
  "POST /organizations/{id}/invitations/{invitation_id}/renew": {
    path: path("/invitations/none/renew"),
    ...missing,
  },
  "DELETE /organizations/{id}/invitations/{invitation_id}": { path: path("/invitations/none"), ...missing },
  "POST /subscriptions/{id}/transfer": {
    path: ({ target }) => `/subscriptions/${target.subscriptionId}/transfer`,
    json: ({ target }) => ({ account_id: target.userId }),
    // The account has it already.
    own: 409,
    others: 404,
    operator: 403,
  },
  "POST /invitations/accept": {
    path: at("/invitations/accept"),
    json: () => ({ invitation_token: "of no invitation" }),
    // The token in the body decides.
    own: 403,
    operator: 403,
  },
};
