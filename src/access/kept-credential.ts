import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { CoreKind, CredentialKind, Ends } from "./ended.ts";
import { endTokens } from "./ended-tokens.ts";
import { endAddressReturns } from "./links/address-returns.ts";
import { endAdmissions } from "./links/admission-links.ts";
import { endResetLinks } from "./links/reset-links.ts";
import type { SignInMethod } from "./proof.ts";
import { removeSecondFactor } from "./second-factor/second-factors.ts";

/** Whose credentials end; of a member's only those for the account. */
export interface Whose {
  readonly userId: string;
  readonly accountId?: string | undefined;
  /** The digest of the session that caused it; absent if it was none of the user's. */
  readonly session?: string | undefined;
  /** The time from which made credentials end, where the event is `later`: milliseconds UTC. */
  readonly since?: number | undefined;
  /** How sessions began that end with what was removed. */
  readonly began?: readonly SignInMethod[] | undefined;
}

/** A kind of credential that the core or a feature keeps. One of the core ends as the table of `ended.ts` has it. */
export type KeptCredential = Kept &
  (
    | { readonly kind: CoreKind; readonly ends?: undefined }
    | { readonly kind: Exclude<CredentialKind, CoreKind>; readonly ends: Ends }
  );

interface Kept {
  /** The tables that have its digest, public key or sealed secret. */
  readonly tables: readonly string[];
  /** Ends those of a user; resolves to their number. */
  end(tx: Queries, whose: Whose): Promise<number>;
  /** Those of a user that work, the oldest first, of a kind that is shown. */
  list?(db: Queries, userId: string, now: number): Promise<readonly HeldCredential[]>;
}

/** A credential as its user is shown it. Times are milliseconds UTC. */
export interface HeldCredential {
  /** As its own list names it. */
  readonly id: string;
  readonly name: string | null;
  readonly made_at: number;
  readonly last_used_at: number | null;
}

/** Those of the core. Sessions first: what they make until then ends too (`requireStanding`). */
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
    list: (db, userId, now) =>
      db.all<HeldCredential>(sql`
        select id, name, created_at as made_at, last_used_at from access_token
        where user_id = ${userId} and kind = 'vgt' and expires_at > ${now} order by created_at, id`),
  },
  {
    kind: "codes",
    tables: ["second_factor", "recovery_code"],
    async end(tx, { userId, since }) {
      // Recovery codes without an app belong to a passkey of before, or are needed by none.
      const isMade =
        since === undefined ? sql`(on_since is not null or sealed is not null)` : sql`on_since >= ${since}`;
      const had = await tx.get(sql`
        select 1 as found from second_factor where user_id = ${userId} and ${isMade}`);
      if (!had && since !== undefined) return 0;
      await removeSecondFactor(tx, userId);
      return had ? 1 : 0;
    },
  },
  {
    kind: "links",
    tables: ["password_reset", "reset_link", "admission_link", "host_entry", "email_confirmation"],
    end: async (tx, { userId }) =>
      (await endResetLinks(tx, userId)) +
      (await endAdmissions(tx, userId)) +
      (await tx.run(sql`delete from host_entry where user_id = ${userId}`)) +
      (await tx.run(sql`delete from email_confirmation where user_id = ${userId}`)),
  },
  {
    kind: "returns",
    tables: ["address_return"],
    end: (tx, { userId, since }) => endAddressReturns(tx, userId, since),
  },
];
