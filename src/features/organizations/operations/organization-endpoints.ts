import { z } from "zod";
import { auditContext, recordAudit } from "../../../access/audit.ts";
import { isoTime } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import { isOperator, type UserCaller } from "../../../http/caller.ts";
import { type BodyCall, type Call, json } from "../../../http/endpoint.ts";
import { conflict, tooManyCalls } from "../../../http/errors.ts";
import { entityId } from "../../../management/common/identifiers.ts";
import { adjustTotals } from "../../../management/common/list-totals.ts";
import { requireMail } from "../../../management/common/mail-recipients.ts";
import {
  emailAddress,
  emailKey,
  findUser,
  insertUser,
  lockUser,
  personName,
  shownUser,
  type UserRow,
  userMissing,
  userStates,
} from "../../../management/common/user-resource.ts";
import { writeConfirmation } from "../../../management/users/email-confirmations.ts";
import { updateUser } from "../../../management/users/user-update.ts";
import { mailerOf } from "../../../running/account-ports.ts";
import {
  countMembers,
  findOrganization,
  lockOrganization,
  memberPath,
  requireCustomer,
  requireOrganization,
} from "../access.ts";

/** Those that a user owns. */
const ownedMax = 10;
/** Contact addresses that a user gives: each is sent a mail that confirms it. */
const contacts = { calls: 10, renewal_period_s: 3600 } as const;

const name = personName.describe("As on papers and in lists.");
const contact = emailAddress.describe(
  "Where mails to the organization go. No one signs in with it. Another address than one's own is sent a link that confirms it.",
);

const Organization = z
  .object({
    id: z.string(),
    name,
    contact_email: z.string().describe("Where mails to the organization go."),
    contact_confirmed: z.boolean().describe("Whether mail reaches the contact address."),
    state: z.enum(userStates),
    members: z.int().describe("The number of members, owners included."),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Organization" });

export const OrganizationRequest = z
  .strictObject({ name, contact_email: contact.optional() })
  .meta({ id: "OrganizationRequest", example: { name: "Acme Fleet GmbH" } });

export const OrganizationPatch = z
  .strictObject({ name: name.optional(), contact_email: contact.optional() })
  .meta({ id: "OrganizationPatch", example: { name: "Acme Fleet SE" } });

const byId = z.object({ id: entityId });
const lock = (tx: Queries, { id }: { readonly id: string }) => lockUser(tx, id);
const common = { tag: "Organizations", audience: "customer", extension: true } as const;

export const organizationEndpoints = [
  endpoint({
    ...common,
    id: "createOrganization",
    method: "POST",
    path: "/organizations",
    permission: "self.change",
    summary: "Create an organization; the caller becomes its owner",
    description: `An account without a password and without trial credits. To act for it, choose it with \`PUT /auth/account\`. A user owns at most ${ownedMax}.`,
    body: OrganizationRequest,
    response: Organization,
    errors: ["conflict", "forbidden", "rate_limited"],
    idempotent: true,
    handle: createOrganization,
  }),
  endpoint({
    ...common,
    id: "getOrganization",
    exported: "organization",
    method: "GET",
    path: "/organizations/{id}",
    permission: "account.view",
    summary: "Read an organization",
    description: "Members read it while they act for it.",
    params: byId,
    response: Organization,
    errors: ["not_found"],
    async handle({ database }, call: Call<{ id: string }>) {
      requireOrganization(call.caller, call.params.id, "account.view");
      return json(await shown(database, await findOrganization(database, call.params.id)));
    },
  }),
  endpoint({
    ...common,
    id: "patchOrganization",
    method: "PATCH",
    path: "/organizations/{id}",
    permission: "account.change",
    summary: "Change the name or the contact address of an organization",
    params: byId,
    lock,
    body: OrganizationPatch,
    response: Organization,
    errors: ["not_found", "rate_limited"],
    handle: patchOrganization,
  }),
];

async function shown(db: Queries, row: UserRow): Promise<z.output<typeof Organization>> {
  return {
    id: row.id,
    name: row.firstName,
    contact_email: row.email,
    contact_confirmed: row.emailConfirmedAt !== null,
    state: row.state,
    members: await countMembers(db, row.id),
    created_at: isoTime(row.registeredAt),
  };
}

async function createOrganization(context: Context, call: BodyCall<typeof OrganizationRequest>) {
  const caller = requireCustomer(call.caller);
  const { personId } = caller;
  const { name, contact_email } = call.body;
  await limitContacts(context, caller, contact_email);
  const audit = auditContext(context, call);
  const id = uuidv7(audit.at);
  return call.change(async (tx) => {
    // Locked, so that simultaneous calls do not create more than the limit.
    const person = await lockUser(tx, personId);
    if (!person) throw userMissing(personId);
    const owned = await countOf(tx, sql`member where user_id = ${personId} and role = 'owner'`);
    if (owned >= ownedMax) throw conflict(`Limit reached: you own ${ownedMax} organizations.`);
    const email = contact_email ?? person.email;
    const mailer = mailerOf(context);
    const isConfirmed = !mailer || isConfirmedAs(person, email);
    const row = await insertUser(
      tx,
      {
        id,
        email,
        firstName: name,
        lastName: "",
        role: "customer",
        kind: "organization",
        language: person.language,
        passwordHash: null,
        isUnconfirmed: !isConfirmed,
      },
      audit.at,
    );
    await tx.run(sql`
      insert into member (organization_id, user_id, role, joined_at)
      values (${id}, ${personId}, 'owner', ${audit.at})`);
    if (mailer && !isConfirmed) await writeConfirmation(tx, mailer, row, audit.at);
    const after = shownUser(row, audit.actor);
    await recordAudit(tx, { ...audit, action: "organization.create", object: `/users/${id}`, after });
    await recordAudit(tx, {
      ...audit,
      action: "organization.join",
      object: memberPath(id, personId),
      after: { role: "owner" },
    });
    const answer = json(await shown(tx, row));
    await adjustTotals(tx, [["user/active", 1]]);
    return answer;
  });
}

async function patchOrganization(context: Context, call: BodyCall<typeof OrganizationPatch, { id: string }>) {
  const { caller, params, body } = call;
  requireOrganization(caller, params.id, "account.change");
  if (caller.kind === "user" && !isOperator(caller) && body.contact_email !== undefined)
    await limitContacts(context, caller, body.contact_email);
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const before = await lockOrganization(tx, params.id);
    const email = body.contact_email ?? before.email;
    // An operator knows whose address it is.
    const mailer =
      emailKey(email) !== emailKey(before.email) && !isOperator(caller) ? mailerOf(context) : undefined;
    const emailConfirmedAt = mailer && null;
    const changes = { firstName: body.name, email, emailConfirmedAt };
    const row = await updateUser(tx, context, before, changes, "user.update", audit);
    if (mailer) await writeConfirmation(tx, mailer, row, audit.at);
    return json(await shown(tx, row));
  });
}

/**
 * 429 for a user that gives too many addresses, and for an address that has been sent too many mails of others. Without
 * an address the user's own is the contact.
 */
async function limitContacts(context: Context, { personId }: UserCaller, email?: string): Promise<void> {
  if (email !== undefined) {
    const { admitted, resetSeconds } = await context.limits.rates.take(`user/contacts/${personId}`, contacts);
    if (!admitted) throw tooManyCalls("Too many contact addresses were given.", resetSeconds);
  }
  const person = mailerOf(context) && (await findUser(context.database, personId));
  if (person && !isConfirmedAs(person, email ?? person.email))
    await requireMail(context, email ?? person.email);
}

/** Whether an address needs no mail: it is a person's own, who has confirmed it. */
const isConfirmedAs = (person: UserRow, email: string): boolean =>
  person.emailConfirmedAt !== null && emailKey(email) === person.emailKey;
