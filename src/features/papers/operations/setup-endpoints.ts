import { auditedChange } from "../../../access/audited-change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type Answer, type BodyCall, type Call, json } from "../../../http/endpoint.ts";
import { notFound } from "../../../http/errors.ts";
import { Accounts } from "../bookkeeping/accounts.ts";
import { findSetting, Seller, type SettingId, writeSetting } from "../parties/seller.ts";
import { Taxes } from "../parties/taxes.ts";

const actions = {
  seller: "papers.update_seller",
  taxes: "papers.update_taxes",
  accounts: "papers.update_accounts",
} as const;

const common = { tag: "Papers", audience: "operator", extension: true } as const;
const lockSetting = (tx: Queries, id: SettingId) =>
  tx.run(sql`update paper_setting set body = body where id = ${id}`);

export const setupEndpoints = [
  endpoint({
    ...common,
    id: "getSeller",
    permission: "papers.view",
    method: "GET",
    path: "/papers/seller",
    summary: "Get what papers print of the seller",
    response: Seller,
    errors: ["not_found"],
    handle: (context: Context) => readSetting(context, "seller"),
  }),
  endpoint({
    ...common,
    id: "putSeller",
    permission: "papers.change",
    method: "PUT",
    path: "/papers/seller",
    summary: "Change what papers print of the seller",
    description: "Papers that were issued keep what they have.",
    lock: (tx) => lockSetting(tx, "seller"),
    body: Seller,
    response: Seller,
    handle: (context: Context, call: BodyCall<typeof Seller>) => changeSetting(context, call, "seller"),
  }),
  endpoint({
    ...common,
    id: "getTaxes",
    permission: "papers.view",
    method: "GET",
    path: "/papers/taxes",
    summary: "Get which tax buyers pay",
    response: Taxes,
    errors: ["not_found"],
    handle: (context: Context) => readSetting(context, "taxes"),
  }),
  endpoint({
    ...common,
    id: "putTaxes",
    permission: "papers.change",
    method: "PUT",
    path: "/papers/taxes",
    summary: "Change which tax buyers pay",
    description:
      "By country and tax ID of the buyer; the first rule that fits. Papers that were issued keep theirs.",
    lock: (tx) => lockSetting(tx, "taxes"),
    body: Taxes,
    response: Taxes,
    handle: (context: Context, call: BodyCall<typeof Taxes>) => changeSetting(context, call, "taxes"),
  }),
  endpoint({
    ...common,
    id: "getBookkeepingAccounts",
    permission: "papers.view",
    method: "GET",
    path: "/papers/accounts",
    summary: "Get the accounts that a month is posted to",
    response: Accounts,
    errors: ["not_found"],
    handle: (context: Context) => readSetting(context, "accounts"),
  }),
  endpoint({
    ...common,
    id: "putBookkeepingAccounts",
    permission: "papers.change",
    method: "PUT",
    path: "/papers/accounts",
    summary: "Change the accounts that a month is posted to",
    description: "For the file of DATEV. Ask your tax consultant for them.",
    lock: (tx) => lockSetting(tx, "accounts"),
    body: Accounts,
    response: Accounts,
    handle: (context: Context, call: BodyCall<typeof Accounts>) => changeSetting(context, call, "accounts"),
  }),
];

async function readSetting({ database }: Context, id: SettingId): Promise<Answer> {
  const found = await findSetting<object>(database, id);
  if (!found) throw notFound(`Nothing is entered yet. PUT /papers/${id} enters it.`);
  return json(found);
}

function changeSetting(context: Context, call: Call<unknown, unknown, unknown, object>, id: SettingId) {
  return auditedChange(context, call, actions[id], `/papers/${id}`, async (tx) => {
    const before = await findSetting<object>(tx, id);
    await writeSetting(tx, id, call.body);
    return { before, after: call.body };
  });
}
