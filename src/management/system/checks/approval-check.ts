import type { Sql } from "../../../database/sql.ts";
import { sql } from "../../../database/sql.ts";
import { type Check, type Inspected, ok, requireDatabase } from "../../../running/check.ts";
import { type InboxItem, itemsMost } from "../../../running/inbox-item.ts";

interface Row {
  readonly id: string;
  readonly at: number;
  readonly text: string | null;
  readonly owner: string;
  readonly name: string;
}

const nameOf = sql`trim(u.first_name || ' ' || u.last_name)`;

/** Requested subscriptions and accounts that an operator approves or refuses. */
export const approvalCheck: Check = {
  name: "approvals",
  async run(inspected) {
    const waiting = (await approvals(inspected)).length;
    return ok(waiting === 0 ? "Nothing waits for an approval" : `${waiting} wait for an approval`);
  },
  items: approvals,
};

async function approvals(inspected: Inspected): Promise<InboxItem[]> {
  const read = (statement: Sql) => requireDatabase(inspected).all<Row>(statement);
  const requests = await read(sql`
    select s.id, s.created_at as at, s.display_name as text, s.owner_id as owner, ${nameOf} as name
    from subscription s join app_user u on u.id = s.owner_id
    where s.state = 'submitted' and s.deleted_at is null order by s.created_at, s.id limit ${itemsMost}`);
  const accounts = await read(sql`
    select u.id, u.registered_at as at, null as text, u.id as owner, ${nameOf} as name
    from app_user u where u.state = 'pending' order by u.registered_at, u.id limit ${itemsMost}`);
  return [
    ...requests.map(
      ({ id, at, text, owner, name }): InboxItem => ({
        id: `approval.${id}`,
        kind: "approval",
        permission: "subscriptions.change",
        code: "subscription_requested",
        values: { account: name, subscription: text! },
        harm: "waits",
        since: at,
        found: `${name} requests ${text}`,
        consequence:
          "Its keys are refused until you approve it. A request does not expire. Once approved, its plan begins.",
        action: { code: "approve", object: `/subscriptions/${id}` },
        account: owner,
      }),
    ),
    ...accounts.map(
      ({ id, at, name }): InboxItem => ({
        id: `account.${id}`,
        kind: "account",
        permission: "account.change",
        code: "account_pending",
        values: { account: name },
        harm: "waits",
        since: at,
        found: `${name} waits for an account`,
        consequence: "It cannot sign in until you approve it.",
        action: { code: "approve", object: `/users/${id}` },
        account: id,
      }),
    ),
  ];
}
