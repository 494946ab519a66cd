import type { Context } from "../../src/calls/context.ts";
import { sql } from "../../src/database/sql.ts";

const user = ({ userId }: { userId: string }) => ({ id: userId });

/** What a user is shown after its password has changed, until it keeps it. */
export const remainingCalls = [
  {
    operation: "listRemainingCredentials",
    as: "user",
    prepare: async ({ database, clock }: Context, { userId }: { userId: string }) => {
      await database.run(sql`
        insert into remaining_credential (account_id, kind, why, about, at)
        values (${userId}, 'keys', 'passwordChanged', '', ${clock()})
        on conflict (account_id, kind, why, about) do nothing`);
    },
    params: user,
  },
  {
    operation: "keepRemainingCredentials",
    as: "user",
    params: user,
    query: () => ({ until: "2026-11-21T00:00:00Z" }),
  },
] as const;
