import { digestToken, mintToken } from "../../src/access/tokens.ts";
import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";

const confirmToken = mintToken("vgm");
const refused = "ucetni@karoserie.example";
const kind = () => ({ kind: "credits_used" });
let mailId = "";

/** Mails and their texts, and the links that are mailed to accounts. */
export const mailCalls = [
  { operation: "sendConfirmation", as: "user" },
  {
    operation: "confirmEmail",
    as: "user",
    prepare: async ({ database }: Context) => {
      await database.run(sql`
        update email_confirmation set digest = ${digestToken(confirmToken)}
        where user_id in (select id from app_user where email = 'ada@example.com')`);
    },
    json: () => ({ confirm_token: confirmToken }),
  },
  { operation: "forgotPassword", as: "client", json: () => ({ email: "ada@example.com" }) },
  {
    operation: "sendTestMail",
    json: () => ({ to: "petra@lotdata.example" }),
    keep: (body: { id: string }) => {
      mailId = body.id;
    },
  },
  { operation: "sendMailNow", params: () => ({ id: mailId }) },
  { operation: "listMails", query: () => ({ state: "open", page: 1, page_size: 2 }) },
  {
    operation: "getMailState",
    prepare: async ({ database, clock }: Context) => {
      await database.run(sql`
        insert into mail_address (address_key, address, response, refused_at)
        values (${refused}, ${refused}, '550 5.1.1 unknown user', ${clock()})`);
    },
  },
  { operation: "unmarkMailAddress", params: () => ({ address: refused }) },
  {
    operation: "putMailText",
    params: kind,
    json: () => ({
      subject: "{percent}% of your credits are used",
      intro: "{used} of {credits} credits are used.",
    }),
  },
  { operation: "listMailTexts" },
  { operation: "previewMailText", params: kind },
  { operation: "deleteMailText", params: kind },
] as const;
