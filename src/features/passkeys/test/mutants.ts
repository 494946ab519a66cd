import type { Mutant } from "../../../../test/mutants/mutant.ts";

const restores = "src/features/passkeys/test/restores.test.ts";
const folder = "src/features/passkeys";
const proofs = `${folder}/test/passkeys.test.ts`;
const codes = `${folder}/test/recovery-codes.test.ts`;
const changes = `${folder}/test/passkey-changes.test.ts`;

/** Bugs in sign-in by passkeys, and in who changes them. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a challenge can be used again",
    file: `${folder}/challenges.ts`,
    find: "delete from passkey_challenge where challenge = ",
    replace: "update passkey_challenge set user_id = user_id where challenge = ",
    test: proofs,
    named: "passkeys on sqlite a proof is accepted once, also of 64 simultaneous sign-ins, and for 5 minutes",
  },
  {
    bug: "devices sign in without checking their user",
    file: `${folder}/verify.ts`,
    find: "requireUserVerification: true",
    replace: "requireUserVerification: false",
    test: proofs,
    named: "passkeys on sqlite a proof whose user was not checked is refused",
  },
  {
    bug: "a challenge of a sign-in registers a passkey",
    file: `${folder}/challenges.ts`,
    find: "userId === null ? sql`user_id is null`",
    replace: "userId !== null ? sql`challenge is not null`",
    test: proofs,
    named: "passkeys on sqlite registrations that are not right add nothing",
  },
  {
    bug: "the passkey of another user proves who the user of a session is",
    file: `${folder}/operations/passkey-sign-in.ts`,
    find: "if (!checked || checked.row.userId !== caller.personId)",
    replace: "if (!checked)",
    test: changes,
    named: "changes of passkeys on sqlite a passkey proves again who the user of a session is",
  },
  {
    bug: "the last way in can be removed",
    file: `${folder}/operations/own-passkeys.ts`,
    find: "    await requireWayIn(context, tx, user);\n",
    replace: "",
    test: changes,
    named: "changes of passkeys on sqlite the last way in stays",
  },
  {
    bug: "passkeys stay after an operator reset the second factor",
    file: "src/features/passkeys/passkeys.ts",
    find: 'factorReset: "end"',
    replace: 'factorReset: "keep"',
    test: changes,
    named: "changes of passkeys on sqlite an operator who resets the second factor removes them",
  },
  {
    bug: "a restore brings a removed passkey back",
    file: "src/features/passkeys/operations/own-passkeys.ts",
    find: "passkeysEnded.end(tx, sql`id = ",
    replace: "tx.run(sql`delete from passkey where id = ",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "a restore brings challenges of passkeys back",
    file: "src/features/passkeys/ended-passkeys.ts",
    find: "delete from passkey_challenge`",
    replace: "delete from passkey_challenge where user_id is not null`",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "the password alone opens a session beside a passkey with recovery codes",
    file: "src/running/second-factor-of.ts",
    find: "= 'passkey' then 'recovery_code' end",
    replace: "= 'passkey' then null end",
    test: codes,
    named: "recovery codes of passkeys on sqlite they come with the first passkey",
  },
  {
    bug: "the password alone opens a session when all recovery codes are used",
    file: "src/running/second-factor-of.ts",
    find: "when f.sealed is not null and",
    replace: "when exists (select 1 from recovery_code c where c.user_id = f.user_id) and",
    test: codes,
    named: "recovery codes of passkeys on sqlite codes that are used up",
  },
  {
    bug: "a sign-in by passkey brings a user of before no recovery codes",
    file: `${folder}/operations/passkey-sign-in.ts`,
    find: "    const codes = await firstRecoveryCodes(tx, context.identity.vault, user.id);\n",
    replace: "    const codes = undefined;\n",
    test: codes,
    named: "recovery codes of passkeys on sqlite users of before sign in by password",
  },
  {
    bug: "recovery codes stay without the last passkey",
    file: `${folder}/operations/own-passkeys.ts`,
    find: "    if (isLast) await removeSecondFactor(tx, id);\n",
    replace: "",
    test: codes,
    named: "recovery codes of passkeys on sqlite they go with the last passkey",
  },
  {
    bug: "turning app codes off ends the recovery codes of a passkey",
    file: "src/management/sign-in/second-factor.ts",
    find: "await (hasPasskey ? turnOffAppCodes : removeSecondFactor)(tx, userId);",
    replace: "await removeSecondFactor(tx, userId);",
    test: codes,
    named: "recovery codes of passkeys on sqlite app codes that are turned off",
  },
  {
    bug: "a restore brings app codes back that were turned off beside a passkey",
    file: "src/access/second-factor/second-factors.ts",
    find: "  await endFactor(tx, appCodesOff, userId);\n",
    replace: "",
    test: codes,
    named: "recovery codes of passkeys on sqlite no restore",
  },
];
