import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { decide } from "../../decisions/decisions.ts";
import { endedRows } from "../../decisions/ended-rows.ts";
import type { DecisionKind } from "../../decisions/kind.ts";

/** Codes that were used or replaced. The digests are keyed by a secret that is nowhere in plain text. */
export const recoveryCodesEnded = endedRows({
  name: "recovery-code",
  shown: "recovery codes used or replaced",
  table: "recovery_code",
  key: ["user_id", "digest"],
});

interface EndedFactor {
  readonly user: string;
  /** When it was turned on, milliseconds UTC. */
  readonly onSince: number;
}

const common = { group: "ended", unconfirmed: "done" } as const;

export const factorsRemoved: DecisionKind<EndedFactor> = {
  ...common,
  name: "second-factor",
  shown: "second factors removed",
  replay: (tx, { user, onSince }) =>
    tx.run(sql`delete from second_factor where user_id = ${user} and on_since <= ${onSince}`),
};

/** Their recovery codes stay, for a passkey. */
export const appCodesOff: DecisionKind<EndedFactor> = {
  ...common,
  name: "second-factor-off",
  shown: "app codes turned off beside a passkey",
  replay: (tx, { user, onSince }) =>
    tx.run(sql`
      update second_factor set on_since = null, pending_sealed = null
      where user_id = ${user} and on_since <= ${onSince}`),
};

/**
 * The next app's secret is in no log, and without a factor the password alone would do: the account needs a code, and
 * none is right, until an operator removes the factor.
 */
export const factorsReplaced: DecisionKind<EndedFactor> = {
  ...common,
  name: "second-factor-app",
  shown: "apps of second factors replaced",
  replay: (tx, { user, onSince }) =>
    tx.run(sql`
      update second_factor set sealed = null
      where user_id = ${user} and on_since <= ${onSince} and sealed is not null`),
};

/** Notes the end of a user's second factor, if it has one. Called before it is removed or replaced. */
export async function endFactor(tx: Queries, kind: DecisionKind<EndedFactor>, user: string): Promise<void> {
  const row = await tx.get<{ on_since: number | null }>(
    sql`select on_since from second_factor where user_id = ${user}`,
  );
  if (typeof row?.on_since === "number") decide(tx, kind, { user, onSince: row.on_since });
}
