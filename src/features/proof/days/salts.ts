import { randomBytes } from "node:crypto";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { decide } from "../../../decisions/decisions.ts";
import type { DecisionKind } from "../../../decisions/kind.ts";
import { Digests, noSalt, saltBytes } from "../format/lines.ts";

/** The salt of an account, made when it is first needed; undefined if the account is deleted. */
export async function findSalt(db: Queries, userId: string): Promise<Uint8Array | undefined> {
  const known = await db.get<{ salt: Uint8Array }>(
    sql`select salt from proof_salt where user_id = ${userId}`,
  );
  if (known) return known.salt;
  await db.run(sql`
    insert into proof_salt (user_id, salt)
    select id, ${new Uint8Array(randomBytes(saltBytes))} from app_user where id = ${userId} and state <> 'deleted'
    on conflict (user_id) do nothing`);
  return (await db.get<{ salt: Uint8Array }>(sql`select salt from proof_salt where user_id = ${userId}`))
    ?.salt;
}

/** The salts of erased accounts, and statements that have their names. */
export const proofErased: DecisionKind<{ readonly user: string }> = {
  name: "proof-erased",
  group: "erased",
  shown: "salts of erased accounts",
  unconfirmed: "done",
  replay: (tx, { user }) => deleteProofs(tx, user),
};

async function deleteProofs(tx: Queries, user: string): Promise<number> {
  const salts = await tx.run(sql`delete from proof_salt where user_id = ${user}`);
  // Made again they have no name.
  return salts + (await tx.run(sql`delete from proof_statement where user_id = ${user}`));
}

/** Lets the digests of an account lead to no request, and deletes what names it. */
export async function eraseProofs(tx: Queries, user: string): Promise<void> {
  await deleteProofs(tx, user);
  decide(tx, proofErased, { user });
}

const accountsMax = 10_000;

/** Digests of the requests of many accounts. */
export class DigestsOfAccounts {
  readonly #db: Queries;
  readonly #known = new Map<string, Digests>();

  constructor(db: Queries) {
    this.#db = db;
  }

  /** Also of accounts that another process deletes: its calls are refused by then. */
  forget(): void {
    this.#known.clear();
  }

  known(userId: string): Digests | undefined {
    return this.#known.get(userId);
  }

  async of(userId: string): Promise<Digests> {
    const digests = new Digests((await findSalt(this.#db, userId)) ?? noSalt);
    // If there are more accounts, few of them call again soon.
    if (this.#known.size === accountsMax) this.#known.clear();
    this.#known.set(userId, digests);
    return digests;
  }
}
