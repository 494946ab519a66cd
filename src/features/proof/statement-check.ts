import { verifyStatement } from "../../../verify/src/index.ts";
import { isoTime, never } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import {
  firstWrong,
  rowsAtOnce,
  rowsOf,
  type TableComparison,
} from "../../metering/consistency/table-comparison.ts";
import { saltBytes } from "./format/lines.ts";
import type { Statement, StatementGrant } from "./statements/statement.ts";

interface Row {
  readonly userId: string;
  readonly month: string;
  readonly body: string;
}

/** Statements are long. */
const statementsAtOnce = 20;

/** Every stored statement, by the checks of `vingate verify`, and its grants. */
export const statementComparison: TableComparison = {
  found: "stored statements",
  expected: "what was signed",
  subjects: "statements",
  advice:
    "take the statement as its customer has it or from a backup: a deleted row is made and signed again when it is next requested",
  async run(tx, comparing) {
    for (let last: Row | undefined; ; ) {
      const rows = await tx.all<Row>(sql`
        select user_id as "userId", month, body from proof_statement
        where (user_id, month) > (${last?.userId ?? ""}, ${last?.month ?? ""})
        order by user_id, month limit ${statementsAtOnce}`);
      for (const row of rows)
        comparing.hold(`statement ${row.month} of account ${row.userId}`, await wrongStatement(tx, row));
      if (rows.length < statementsAtOnce) return;
      last = rows.at(-1);
    }
  },
};

async function wrongStatement(tx: Queries, { userId, month, body }: Row): Promise<string | undefined> {
  const { verdict, findings } = await verifyStatement({ statement: Buffer.from(body) });
  const failed = findings.find(({ state }) => state === "fails");
  if (failed) return `it does not hold: ${failed.text.replace(/\.$/, "")}`;
  const statement = JSON.parse(body) as Statement;
  return (
    firstWrong(
      [statement.account.id === userId, () => `it is of account ${statement.account.id}`],
      [statement.month === month, () => `it is of ${statement.month}`],
      [verdict !== "provisional", () => "it is provisional, and only final ones are stored"],
    ) ??
    wrongGrants(
      tx,
      statement.subscriptions.flatMap(({ grants }) => grants),
    )
  );
}

interface Times {
  readonly id: string;
  readonly startsAt: number;
  readonly expiresAt: number;
}

/** The times of grants never change, but for the end of credits beyond a plan's. */
export async function wrongGrants(
  tx: Queries,
  grants: readonly Pick<StatementGrant, "id" | "source" | "state" | "starts_at" | "expires_at">[],
): Promise<string | undefined> {
  const named = grants.filter(({ source, state }) => source !== "overage" && state !== "waiting");
  for (let from = 0; from < named.length; from += rowsAtOnce) {
    const part = named.slice(from, from + rowsAtOnce);
    const rows = await tx.all<Times>(sql`
      select id, starts_at as "startsAt", expires_at as "expiresAt" from credit_grant
      where id in (${list(part.map(({ id }) => id))})`);
    const times = new Map(rows.map((row) => [row.id, row]));
    for (const { id, starts_at: startsAt, expires_at } of part) {
      const found = times.get(id);
      const expiresAt = expires_at ?? never;
      const wrong = firstWrong(
        [found !== undefined, () => `its grant ${id} is missing`],
        [
          found?.startsAt === startsAt,
          () => `its grant ${id} started at ${isoTime(startsAt)}, and now at ${isoTime(found!.startsAt)}`,
        ],
        [
          found?.expiresAt === expiresAt || (expires_at === null && found!.expiresAt >= never),
          () => `its grant ${id} expired at ${timeOf(expiresAt)}, and now at ${timeOf(found!.expiresAt)}`,
        ],
      );
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

const timeOf = (at: number): string => (at >= never ? "never" : isoTime(at));

interface Salt {
  readonly id: string;
  readonly bytes: number;
  readonly state: string | null;
}

/** Salts, and the key that signs. */
export const saltComparison: TableComparison = {
  found: "salts of proofs",
  expected: "accounts",
  subjects: "salts and keys",
  advice:
    "put the salt or the key back as a backup has it: without it calls that were proved cannot be checked",
  async run(tx, comparing) {
    const salts = rowsOf<Salt>(
      tx,
      (last) => sql`
        select s.user_id as id, length(s.salt) as bytes, u.state from proof_salt s
          left join app_user u on u.id = s.user_id
        where s.user_id > ${last?.id ?? ""} order by s.user_id limit ${rowsAtOnce}`,
    );
    for await (const rows of salts)
      for (const { id, bytes, state } of rows)
        comparing.hold(
          `salt of account ${id}`,
          firstWrong(
            [state !== null && state !== "deleted", () => "it is there, and the account is deleted"],
            [bytes === saltBytes, () => `it has ${bytes} bytes, not ${saltBytes}`],
          ),
        );
    const { keys, signing, statements } = (await tx.get<
      Record<"keys" | "signing" | "statements", number>
    >(sql`
      select (select count(*) from proof_key) as keys,
        (select count(*) from proof_key where retired_at is null) as signing,
        (select count(*) from (select 1 as found from proof_statement limit 1) one) as statements`))!;
    if (keys > 0 || statements > 0)
      comparing.hold(
        "key of proofs",
        signing === 1 ? undefined : `${signing} keys sign, and one of the ${keys} must`,
      );
  },
};
