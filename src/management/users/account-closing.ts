import { z } from "zod";
import { auditKeptDays } from "../../access/audit.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { InvalidRequest } from "../../http/errors.ts";
import type { Kept } from "../../running/account-ports.ts";
import { keptOfClosed } from "../../running/account-ports.ts";
import { given } from "../../running/ports.ts";
import { entityId } from "../common/identifiers.ts";
import { emailAddress, emailKey, findUser, requireAccount, userMissing } from "../common/user-resource.ts";
import { closedKeptDays } from "./mailbox.ts";
import { eraseUser } from "./user-deletion.ts";

const AccountClosing = z
  .object({
    subscriptions: z.int().describe("Subscriptions that end, with their keys."),
    credits: z.int().describe("Credits that are left in them and are lost."),
    kept: z
      .array(
        z.object({
          what: z.string().describe("What the service keeps, in words."),
          period: z.string().describe("How long, in words: `10 years`."),
        }),
      )
      .describe("What stays although the account is closed."),
  })
  .meta({ id: "AccountClosing" });

/** What the core keeps of a closed account. */
const kept: readonly Kept[] = [
  { what: "Credit ledgers and monthly sums of calls, without names and addresses", period: "No end" },
  { what: "Entries of the audit log, without values", period: `${auditKeptDays} days` },
  {
    what: "A digest of the email, so that it brings trial credits only once",
    period: `${closedKeptDays} days`,
  },
  {
    what: "IDs and digests in the decision log, so that no restore brings the account back",
    period: "No end",
  },
];

const common = {
  tag: "Users",
  audience: "customer",
  permission: "account.close",
  path: "/users/{id}/closing",
  params: z.object({ id: entityId }),
  extension: true,
} as const;

/** A customer closes its own account, or that of its organization. */
export const accountClosingEndpoints = [
  endpoint({
    ...common,
    id: "getAccountClosing",
    method: "GET",
    summary: "Read what closing an account ends and keeps",
    response: AccountClosing,
    errors: ["not_found"],
    readsUsage: true,
    handle: getClosing,
  }),
  endpoint({
    ...common,
    id: "closeAccount",
    whileHeld: true,
    method: "POST",
    summary: "Close an account: its subscriptions and keys end, its personal data is removed",
    description:
      "It cannot be undone, and credits that are left are lost. 409 for the last owner of an organization. A new account of the same email gets no trial credits for two years.",
    body: z.object({
      email: emailAddress.describe("The account's own, so that no other account is closed."),
    }),
    response: z.object({ id: z.string(), kept: AccountClosing.shape.kept }),
    errors: ["not_found", "conflict"],
    readsUsage: true,
    handle: closeAccount,
  }),
];

const keptBy = ({ running }: Context): readonly Kept[] => [...kept, ...given(running, keptOfClosed).flat()];

async function getClosing(context: Context, { caller, params: { id } }: Call<{ id: string }>) {
  requireAccount(caller, id, "account.close");
  const { database } = context;
  if ((await findUser(database, id))?.state !== "active") throw userMissing(id);
  const ends = await database.get<{ subscriptions: number; credits: number }>(sql`
    select count(*) as subscriptions, cast(coalesce(sum(b.remaining), 0) as bigint) as credits
    from subscription s left join credit_balance b on b.subscription_id = s.id
    where s.owner_id = ${id} and s.deleted_at is null and s.state <> 'cancelled'`);
  return json({ ...ends!, kept: keptBy(context) });
}

async function closeAccount(
  context: Context,
  call: Call<{ id: string }, unknown, unknown, { email: string }>,
) {
  const { id } = call.params;
  requireAccount(call.caller, id, "account.close");
  return eraseUser(context, call, {
    id,
    check({ email, state }) {
      if (state === "deleted") throw userMissing(id);
      if (emailKey(email) !== emailKey(call.body.email))
        throw new InvalidRequest(["body", "email"], "is not the email of this account", call.body.email);
    },
    shown: () => json({ id, kept: keptBy(context) }),
  });
}
