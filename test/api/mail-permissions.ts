import { at, operatorsAlone, type Permission } from "./permission.ts";

/** The rows of mails, and of links that are mailed. The service of the test sends none. */
export const mailPermissions: Readonly<Record<string, Permission>> = {
  "POST /auth/confirm": {
    path: at("/auth/confirm"),
    json: () => ({ confirm_token: "of no account at all" }),
    // The token in the body decides.
    own: 403,
    operator: 403,
    client: 403,
  },
  "POST /auth/confirm/send": { path: at("/auth/confirm/send"), own: 409, operator: 409 },
  "POST /auth/forgot": {
    path: at("/auth/forgot"),
    json: ({ target }) => ({ email: target.email }),
    own: 409,
    operator: 409,
    client: 409,
  },
  "GET /mails": { path: at("/mails"), ...operatorsAlone },
  "GET /mails/state": { path: at("/mails/state"), ...operatorsAlone },
  "GET /mails/domain": { path: at("/mails/domain"), ...operatorsAlone },
  "POST /mails/test": {
    path: at("/mails/test"),
    json: () => ({ to: "a@example.com" }),
    ...operatorsAlone,
    operator: 409,
  },
  "POST /mails/send/{id}": { path: at("/mails/send/none"), ...operatorsAlone, operator: 409 },
  "DELETE /mails/addresses/{address}": {
    path: at("/mails/addresses/a@example.com"),
    ...operatorsAlone,
    operator: 404,
  },
  "GET /mails/texts": { path: at("/mails/texts"), ...operatorsAlone },
  "PUT /mails/texts/{kind}": {
    path: at("/mails/texts/test"),
    json: () => ({ subject: "Test", intro: "Test" }),
    ...operatorsAlone,
  },
  "DELETE /mails/texts/{kind}": { path: at("/mails/texts/test"), ...operatorsAlone },
  "GET /mails/texts/{kind}/preview": { path: at("/mails/texts/test/preview"), ...operatorsAlone },
};
