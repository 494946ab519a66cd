import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import { timesOf, wireOf } from "../../../entities/wire.ts";
import { type BodyCall, type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { PageQuery, pageAnswer } from "../../../http/lists.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { emailAddress, emailKey } from "../../../management/common/user-resource.ts";
import { opened } from "../../../running/opened.ts";
import { dnsRecords } from "../dns-records.ts";
import { Mails, type Sending, unmark } from "../mails.ts";
import { type Mail, mailStates, mails, refusals } from "../sending/mail-rows.ts";
import { readShownState, ShownState } from "./shown-state.ts";

const MailShown = z
  .object({
    id: z.string().describe("Also the local part of its Message-ID."),
    kind: z.string().describe("The kind, as `GET /mails/texts` lists it."),
    user_id: z.string().nullable().describe("Whose mail it is; null if it is no account's."),
    address: z.string().describe("Where it is sent."),
    state: z.enum(mailStates).describe("`deferred` mails are tried again; `failed` ones are not."),
    attempts: z.int().describe("Attempts so far."),
    response: z.string().nullable().describe("What the mail server said last, or why there was no response."),
    due_at: z.iso.datetime().nullable().describe("When it is sent; null if it was sent or has failed."),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable().describe("When the mail server took it; null if it has not."),
  })
  .meta({ id: "Mail" });

const MailsQuery = PageQuery.extend({
  state: z
    .enum([...mailStates, "open"])
    .optional()
    .describe("Only mails in this state; `open` are those that are pending or deferred."),
  kind: z.string().max(100).optional().describe("Only mails of this kind."),
});

const TestRequest = z
  .strictObject({ to: emailAddress.describe("Where the test mail is sent.") })
  .meta({ id: "TestMailRequest", example: { to: "petra@lotdata.example" } });

const DnsRecord = z
  .object({
    record: z.enum(["SPF", "DKIM", "DMARC"]).describe("What the record is for."),
    name: z.string().describe("The record's name."),
    expected: z.string().describe("The text that it should have."),
    state: z
      .enum(["ok", "missing", "differs", "not checked"])
      .describe("`not checked` if DNS did not respond."),
    found: z.string().nullable().describe("The text that it has; null if there is none."),
  })
  .meta({ id: "DnsRecord" });

const common = { tag: "Mail", audience: "operator", extension: true } as const;
const byId = z.object({ id: entityId });
const byAddress = z.object({ address: z.string().max(254).describe("The address, as it is listed.") });

export const mailEndpoints = [
  endpoint({
    ...common,
    id: "listMails",
    permission: "mails.view",
    method: "GET",
    path: "/mails",
    summary: "List mails, newest first",
    description: "Mails are listed for 60 days. Those of a deleted account are deleted with it.",
    query: MailsQuery,
    response: z.array(MailShown),
    handle: listMails,
  }),
  endpoint({
    ...common,
    id: "getMailState",
    permission: "mails.view",
    method: "GET",
    path: "/mails/state",
    summary: "Read what waits to be sent, which addresses refuse mail, and who the sender is",
    response: ShownState,
    handle: (context: Context) => readShownState(context, opened(context, Mails).sending).then(json),
  }),
  endpoint({
    ...common,
    id: "checkMailDomain",
    permission: "mails.view",
    method: "GET",
    path: "/mails/domain",
    summary: "Check the DNS records by which receivers recognize the sender",
    description: "The same as `vingate doctor --mail`. Empty if the service sends no mail.",
    response: z.array(DnsRecord),
    async handle(context: Context) {
      const { sending } = opened(context, Mails);
      return json(sending ? await dnsRecords(sending.mail) : []);
    },
  }),
  endpoint({
    ...common,
    id: "sendTestMail",
    permission: "mails.change",
    method: "POST",
    path: "/mails/test",
    summary: "Send a test mail",
    description: "The mail is sent within a second; its state shows what the mail server said.",
    body: TestRequest,
    response: MailShown,
    errors: ["conflict"],
    handle: sendTest,
  }),
  endpoint({
    ...common,
    id: "sendMailNow",
    permission: "mails.change",
    method: "POST",
    path: "/mails/send/{id}",
    summary: "Send a mail now that waits or has failed",
    description:
      "409 if it was sent, if its address is marked, or if its link was of an account's own request. No body is read.",
    params: byId,
    response: MailShown,
    errors: ["not_found", "conflict"],
    handle: sendNow,
  }),
  endpoint({
    ...common,
    id: "unmarkMailAddress",
    permission: "mails.change",
    method: "DELETE",
    path: "/mails/addresses/{address}",
    summary: "Send mail again to an address that has refused it",
    params: byAddress,
    response: z.object({ status: z.literal("success") }),
    errors: ["not_found"],
    handle: unmarkAddress,
  }),
];

const shownMail = (row: Mail): z.output<typeof MailShown> => ({
  ...wireOf(row, "id", "kind", "userId", "address", "state", "attempts", "response"),
  due_at: row.state === "pending" || row.state === "deferred" ? isoTime(row.dueAt) : null,
  ...timesOf(row, "createdAt", "sentAt"),
});

function listMails({ database }: Context, { query }: QueryCall<typeof MailsQuery>) {
  return pageAnswer(database, query, {
    rows: mails,
    path: "/mails",
    filters: {
      state: (state) => (state === "open" ? sql`state in ('pending', 'deferred')` : sql`state = ${state}`),
      kind: (kind) => sql`kind = ${kind}`,
    },
    shown: (rows) => rows.map(shownMail),
  });
}

export function requireSending(context: Context): Sending {
  const { sending } = opened(context, Mails);
  if (sending) return sending;
  throw conflict("This service sends no mail. Set VINGATE_SMTP_URL and VINGATE_MAIL_FROM. Nothing was sent.");
}

function sendTest(context: Context, call: BodyCall<typeof TestRequest>) {
  requireSending(context);
  const audit = auditContext(context, call);
  const { to } = call.body;
  return call.change(async (tx) => {
    const recipient = { userId: null, address: to };
    const id = await opened(context, Mails).write(tx, audit.at, recipient, "test", {});
    await recordAudit(tx, { ...audit, action: "mail.test", object: `/mails/${id}`, after: { to } });
    return json(shownMail((await mails.find(tx, id))!));
  });
}

function sendNow(context: Context, call: Call<{ id: string }>) {
  requireSending(context);
  const { id } = call.params;
  return auditedChange(context, call, "mail.send", `/mails/${id}`, async (tx, { at }) => {
    const row = await mails.find(tx, id);
    if (!row) throw notFound(`Mail ${id} not found.`);
    if (row.state === "sent") throw conflict("The mail was sent. Nothing was sent again.");
    if (row.eventId === null && row.sealed === null)
      throw conflict(
        "The mail was of an account's own request, and its link has ended. The user can request another one.",
      );
    if ((await refusals.find(tx, emailKey(row.address))) && row.kind !== "confirm_address")
      throw conflict("The address is marked. Remove the mark, then send the mail.");
    await tx.run(sql`
      update mail set state = case when state = 'failed' then 'pending' else state end, due_at = ${at},
        attempts = case when state = 'failed' then 0 else attempts end
      where id = ${id}`);
    return { answer: json(shownMail((await mails.find(tx, id))!)) };
  });
}

function unmarkAddress(context: Context, call: Call<{ address: string }>) {
  const { address } = call.params;
  return auditedChange(context, call, "mail.unmark_address", `/mails/addresses/${address}`, async (tx) => {
    if (!(await unmark(tx, address))) throw notFound("The address is not marked.");
    return { answer: json({ status: "success" }) };
  });
}
