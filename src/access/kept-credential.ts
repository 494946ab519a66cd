import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { CredentialKind } from "./ended.ts";
import { endTokens } from "./ended-tokens.ts";
import type { SignInMethod } from "./proof.ts";
import { removeSecondFactor } from "./second-factor/second-factors.ts";

/** Whose credentials end; of a member's only those for the account. */
export interface Whose {
  readonly userId: string;
  readonly accountId?: string | undefined;
  /** The digest of the session that caused it; absent if it was none of the user's. */
  readonly session?: string | undefined;
  /** How sessions began that end with what was removed. */
  readonly began?: readonly SignInMethod[] | undefined;
}

/** A kind of credential that the core or a feature keeps. */
export interface KeptCredential {
  readonly kind: CredentialKind;
  /** The tables that have its digest, public key or sealed secret. */
  readonly tables: readonly string[];
  /** Ends those of a user; resolves to their number. */
  end(tx: Queries, whose: Whose): Promise<number>;
}

/** Those of the core. */
export const coreCredentials: readonly KeptCredential[] = [
  {
    kind: "thisSession",
    tables: ["access_token"],
    end: (tx, { userId, session }) =>
      session === undefined
        ? Promise.resolve(0)
        : endTokens(tx, sql`user_id = ${userId} and digest = ${session}`),
  },
  {
    kind: "sessions",
    tables: ["access_token"],
    end(tx, { userId, session = "", began }) {
      const methods = began?.map((method) => sql`method = ${method}`) ?? [];
      const which = methods.length === 0 ? sql`1 = 1` : methods.reduce((all, one) => sql`${all} or ${one}`);
      return endTokens(tx, sql`user_id = ${userId} and kind = 'vgs' and digest <> ${session} and (${which})`);
    },
  },
  {
    kind: "tokens",
    tables: ["access_token"],
    end: (tx, { userId, accountId }) =>
      endTokens(
        tx,
        accountId === undefined
          ? sql`user_id = ${userId} and kind = 'vgt'`
          : sql`user_id = ${userId} and kind = 'vgt' and account_id = ${accountId}`,
      ),
  },
  {
    kind: "codes",
    tables: ["second_factor", "recovery_code"],
    async end(tx, { userId }) {
      const had = await tx.get(
        sql`select 1 as found from second_factor where user_id = ${userId} and on_since is not null`,
      );
      await removeSecondFactor(tx, userId);
      return had ? 1 : 0;
    },
  },
  {
    kind: "links",
    tables: ["password_reset", "email_confirmation"],
    end: async (tx, { userId }) =>
      (await tx.run(sql`delete from password_reset where user_id = ${userId}`)) +
      (await tx.run(sql`delete from email_confirmation where user_id = ${userId}`)),
  },
];
