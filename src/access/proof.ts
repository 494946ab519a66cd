import type { Queries } from "../database/database.ts";
import { type Sql, sql } from "../database/sql.ts";
import { initially, integer, orNull, text, word } from "../entities/stored.ts";
import { columnsOf, type RowOf } from "../entities/table.ts";
import {
  type Factor,
  factors,
  isAtLeast,
  type ProgramEffect,
  type Proof,
  programEffects,
  type Strength,
  type Subject,
} from "../http/proof.ts";

/** How a user proves who it is, and what each way proves. Single sign-on proves more if its provider states it. */
const worth = {
  password: "oneFactor",
  password_code: "twoFactor",
  recovery_code: "twoFactor",
  passkey: "phishingResistant",
  single_sign_on: "oneFactor",
} as const satisfies Record<string, Factor>;

export type SignInMethod = keyof typeof worth;
export const signInMethods = Object.keys(worth) as [SignInMethod, ...SignInMethod[]];

/** A proof that a user has just given. */
export interface Proved {
  readonly method: SignInMethod;
  readonly strength: Factor;
  /** When, milliseconds UTC; now if absent. */
  readonly at?: number | undefined;
}

const provedBy = (method: SignInMethod): Proved => ({ method, strength: worth[method] });

export const byPassword = provedBy("password");
/** With the password. */
export const byAppCode = provedBy("password_code");
/** With the password. */
export const byRecoveryCode = provedBy("recovery_code");
export const byPasskey = provedBy("passkey");
export const singleSignOn: SignInMethod = "single_sign_on";

/**
 * `at`: when the user signed in at the provider. `isStrong`: two factors were used, as the provider states or is
 * trusted to require.
 */
export const bySingleSignOn = (isStrong: boolean, at?: number): Proved => ({
  ...provedBy(singleSignOn),
  ...(isStrong && { strength: "twoFactor" }),
  at,
});

const noTime = initially(orNull(integer), null);

/** What of a proof a row of `access_token` has. */
export const proofMembers = {
  kind: word("vgs", "vgt", "vgo"),
  strength: initially(orNull(word<Strength>()), null),
  madeFor: initially(orNull(text), null),
  expiresAt: orNull(integer),
  provedOne: noTime,
  provedTwo: noTime,
  provedResistant: noTime,
};

export type ProofRow = RowOf<typeof proofMembers>;

const { provedOne: _, ...others } = proofMembers;
/** The columns of a `ProofRow`, of the alias `t`. A node of the former version begins sessions without times. */
export const proofColumns = sql`${columnsOf(others, "t")}, coalesce(t.proved_one, t.created_at) as "provedOne"`;

const all: ReadonlySet<ProgramEffect> = new Set(programEffects);
const ofBefore: ReadonlySet<ProgramEffect> = new Set(programEffects.filter((one) => one !== "enter"));

/** The effects that a text names; unknown names are left out. */
export const effectsIn = (text: string): ReadonlySet<ProgramEffect> => {
  const names = new Set(text.split(","));
  return new Set(programEffects.filter((one) => one === "read" || names.has(one)));
};

/** What the session or access token of a row proves of a subject. */
export function proofOf(row: ProofRow, subject: Subject): Proof {
  if (row.kind === "vgs") {
    const { provedOne: oneFactor, provedTwo: twoFactor, provedResistant: phishingResistant } = row;
    const at = { oneFactor, twoFactor, phishingResistant };
    const proved = factors.filter((factor) => at[factor] !== null);
    const provedAt = Object.fromEntries(proved.map((factor) => [factor, at[factor]]));
    return { strength: proved.at(-1) ?? "none", provedAt, endsAt: row.expiresAt ?? undefined, subject };
  }
  const madeFor = row.madeFor === null ? ofBefore : effectsIn(row.madeFor);
  // A token of before tokens had a strength did what its user may; so does what the host made.
  const isOfBefore = row.madeFor === null && row.expiresAt !== null;
  return {
    strength: row.strength ?? "phishingResistant",
    provedAt: {},
    madeFor,
    endsAt: row.expiresAt ?? undefined,
    ...(isOfBefore && { ofBeforeUntil: row.expiresAt }),
    subject,
  };
}

const ofHost: Subject = { isOperator: true, strongest: "phishingResistant", setting: undefined };

/**
 * The proof of the operator token, which the host has made. Its row contains its effects, where null is all, and its
 * end.
 */
export const proofOfHost = (
  { madeFor, expiresAt: endsAt }: Pick<ProofRow, "madeFor" | "expiresAt"> = {
    madeFor: null,
    expiresAt: null,
  },
): Proof => ({
  strength: "phishingResistant",
  provedAt: {},
  endsAt: endsAt ?? undefined,
  madeFor: madeFor === null ? all : effectsIn(madeFor),
  subject: ofHost,
});

/** Whether a credential is a session: a person is there, who can prove again who it is. */
export const isSession = ({ madeFor }: Proof): boolean => madeFor === undefined;

/** The times of a proof, or null. */
export function provedTimes({ strength, at }: Proved, now: number) {
  const provedOne = Math.min(at ?? now, now);
  const timeOf = (factor: Factor) => (isAtLeast(strength, factor) ? provedOne : null);
  return { provedOne, provedTwo: timeOf("twoFactor"), provedResistant: timeOf("phishingResistant") };
}

/**
 * Notes a proof on a session: it renews its strength and those below, and never makes one older. What began by a password
 * is from then on a session of the stronger method.
 */
export async function renewProof(tx: Queries, digest: string, proved: Proved, now: number): Promise<void> {
  const { provedOne: one, provedTwo: two, provedResistant: resistant } = provedTimes(proved, now);
  const later = (column: Sql, at: number | null) =>
    sql`case when coalesce(${column}, 0) < ${at ?? 0} then ${at ?? 0} else ${column} end`;
  await tx.run(sql`
    update access_token set proved_one = ${later(sql`proved_one`, one)}, proved_two = ${later(sql`proved_two`, two)},
      proved_resistant = ${later(sql`proved_resistant`, resistant)},
      method = case when method = ${byPassword.method} then ${proved.method} else method end
    where digest = ${digest} and kind = 'vgs'`);
}

/** Takes back what sessions of a user have proved by factors that the account no longer has. */
export async function lowerProofs(tx: Queries, userId: string, strongest: Factor): Promise<void> {
  if (isAtLeast(strongest, "phishingResistant")) return;
  const two = isAtLeast(strongest, "twoFactor") ? sql`proved_two` : sql`null`;
  await tx.run(sql`
    update access_token set proved_resistant = null, proved_two = ${two} where user_id = ${userId} and kind = 'vgs'`);
}

/** With what a user signs in beside the password. */
export type SecondFactorKind = "passkey" | "app_code" | null;

/** What an account can prove, by its second factor. */
export const strongestOf = (factor: SecondFactorKind): Factor =>
  factor === null ? "oneFactor" : factor === "passkey" ? "phishingResistant" : "twoFactor";
