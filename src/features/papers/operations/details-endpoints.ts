import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { isOperator } from "../../../http/caller.ts";
import { type BodyCall, type Call, json } from "../../../http/endpoint.ts";
import { forbidden } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import {
  findUser,
  lockUser,
  requireOwn,
  userDeleted,
  userMissing,
} from "../../../management/common/user-resource.ts";
import { opened } from "../../../running/opened.ts";
import { Papers } from "../papers.ts";
import {
  allowInvoice,
  type BillingDetails,
  BillingDetailsRequest,
  readBillingAccount,
  readBuyer,
  uncountedTaxId,
  writeDetails,
} from "../parties/buyer.ts";
import { electronicAddress } from "../parties/electronic-address.ts";
import { findSetting, type Seller } from "../parties/seller.ts";
import { askedForMs, checkOf, checkStates, printedCheck } from "../parties/tax-id-check.ts";
import { Tax, type Taxes, taxOf } from "../parties/taxes.ts";

const BillingDetailsOutput = z
  .object({
    company: z.string().nullable().describe("The legal name."),
    name: z.string().nullable(),
    address: z.array(z.string()).nullable().describe("Street and house, or a box."),
    postal_code: z.string().nullable().describe("As it is printed before the city."),
    city: z.string().nullable().describe("Of the address."),
    country: z.string().nullable().describe("Null until details are given, as all of them."),
    tax_id: z.string().nullable().describe("Null without one."),
    tax_id_check: z
      .object({
        state: z
          .enum(["by_form", "wrong_form", ...checkStates])
          .describe(
            "How it was checked: by its form alone; by VIES, which confirmed it, refused it or has not answered; or by an operator after that. With `wrong_form`, `invalid` and `refused`, tax is charged as without a tax ID.",
          ),
        on: z
          .string()
          .nullable()
          .describe("The day of VIES's answer, of the last attempt or of the decision, UTC."),
        reference: z.string().nullable().describe("VIES's consultation number."),
        asked_until: z.iso
          .datetime()
          .nullable()
          .describe("Until when VIES is asked again; null if it is not. An operator decides then."),
      })
      .nullable()
      .describe("Null without a tax ID."),
    order_reference: z.string().nullable().describe("Printed on invoices."),
    buyer_reference: z.string().nullable().describe("By which the buyer's bookkeeping routes invoices."),
    electronic_address: electronicAddress.nullable().describe("Where the buyer receives e-invoices."),
    invoices_to: z.string().nullable().describe("Null: the account's address."),
    invoice_allowed: z.boolean().describe("Whether the account can pay by invoice."),
    currency: z.string().nullable().describe("In which the account pays; null until it pays."),
    tax: Tax.nullable().describe(
      "Of an invoice that is issued now; null until the operator has entered taxes.",
    ),
  })
  .meta({ id: "BillingDetails" });

const params = z.object({ id: entityId });
const common = {
  tag: "Papers",
  audience: "customer",
  path: "/users/{id}/billing-details",
  params,
  response: BillingDetailsOutput,
  extension: true,
} as const;

export const billingDetailsEndpoints = [
  endpoint({
    ...common,
    id: "getBillingDetails",
    exported: "billing-details",
    permission: "papers.view",
    method: "GET",
    summary: "Get what papers print of a buyer",
    errors: ["not_found"],
    async handle({ database }: Context, { caller, params: { id } }: Call<{ id: string }>) {
      requireOwn(caller, id);
      if (isOperator(caller) && !(await findUser(database, id))) throw userMissing(id);
      return json(await shownDetails(database, id));
    },
  }),
  endpoint({
    ...common,
    id: "putBillingDetails",
    permission: "details.change",
    method: "PUT",
    summary: "Change what papers print of a buyer",
    description:
      "Country and tax ID decide the tax of later invoices. Papers that were issued keep what they have. With `VINGATE_VIES`, VIES is asked about a new VAT ID of the European Union; without an answer it is taken by its form and asked for again.",
    lock: (tx, { id }) => lockUser(tx, id),
    body: BillingDetailsRequest,
    errors: ["not_found", "conflict", "forbidden"],
    handle: putDetails,
  }),
];

type PutCall = BodyCall<typeof BillingDetailsRequest, { id: string }>;

async function putDetails(context: Context, call: PutCall) {
  const { id } = call.params;
  requireOwn(call.caller, id);
  const { invoice_allowed, ...details } = call.body;
  const { taxIds } = opened(context, Papers);
  const answer = await taxIds.askFirst(id, details);
  const object = `/users/${id}/billing-details`;
  return auditedChange(context, call, "user.update_billing_details", object, async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw userMissing(id);
    if (user.state === "deleted") throw userDeleted(id);
    const before = await shownDetails(tx, id);
    if (invoice_allowed !== undefined && invoice_allowed !== before.invoice_allowed) {
      if (!isOperator(call.caller))
        throw forbidden("Only the operator sets invoice_allowed. Nothing was changed.");
      await allowInvoice(tx, id, invoice_allowed);
    }
    await writeDetails(tx, id, details);
    await taxIds.keep(tx, id, details, answer);
    return { before, after: await shownDetails(tx, id) };
  });
}

async function shownDetails(db: Queries, id: string): Promise<z.output<typeof BillingDetailsOutput>> {
  const { details, invoiceAllowed, currency } = await readBillingAccount(db, id);
  const seller = await findSetting<Seller>(db, "seller");
  const taxes = await findSetting<Taxes>(db, "taxes");
  return {
    company: details?.company ?? null,
    name: details?.name ?? null,
    address: details?.address ?? null,
    postal_code: details?.postal_code ?? null,
    city: details?.city ?? null,
    country: details?.country ?? null,
    tax_id: details?.tax_id ?? null,
    tax_id_check: details && (await shownCheck(db, id, details)),
    order_reference: details?.order_reference ?? null,
    buyer_reference: details?.buyer_reference ?? null,
    electronic_address: details?.electronic_address ?? null,
    invoices_to: details?.invoices_to ?? null,
    invoice_allowed: invoiceAllowed,
    currency,
    tax: seller && taxes ? taxOf(taxes, seller, await readBuyer(db, id)) : null,
  };
}

async function shownCheck(
  db: Queries,
  id: string,
  details: BillingDetails,
): Promise<z.output<typeof BillingDetailsOutput>["tax_id_check"]> {
  if (details.tax_id === null) return null;
  const check = await checkOf(db, id, details);
  if (uncountedTaxId(details) === "wrong_form")
    return { state: "wrong_form", on: null, reference: null, asked_until: null };
  if (!check) return { state: "by_form", on: null, reference: null, asked_until: null };
  return {
    ...printedCheck(check),
    asked_until: check.dueAt === null ? null : isoTime(check.since + askedForMs),
  };
}
