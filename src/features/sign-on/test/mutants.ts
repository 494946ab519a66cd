import type { Mutant } from "../../../../test/mutants/mutant.ts";

const restores = "src/features/sign-on/test/restores.test.ts";
const folder = "src/features/sign-on";
const hostile = `${folder}/test/hostile.test.ts`;
const stepUp = `${folder}/test/step-up.test.ts`;
const taken = `${folder}/test/taken.test.ts`;
const flow = `${folder}/test/sign-on.test.ts`;

/** Bugs in single sign-on. */
export const mutants: readonly Mutant[] = [
  {
    bug: "the nonce of an ID token is not compared",
    file: `${folder}/provider.ts`,
    find: "      expectedNonce: nonce,\n",
    replace: "",
    test: hostile,
    named: "a hostile issuer on sqlite another nonce",
  },
  {
    bug: "signatures of ID tokens are not checked",
    file: `${folder}/provider.ts`,
    find: "execute: [enableNonRepudiationChecks, ",
    replace: "execute: [",
    test: hostile,
    named: "a hostile issuer on sqlite another nonce",
  },
  {
    bug: "an answer is taken from every browser",
    file: `${folder}/sign-on.ts`,
    find: "if (secretsOf(token).state !== answer.state) throw spent();",
    replace: "",
    test: hostile,
    named: "a hostile issuer on sqlite a state fits only the browser",
  },
  {
    bug: "an attempt to link proves who its user is",
    file: `${folder}/sign-on.ts`,
    find: "attempt.purpose !== purpose || ",
    replace: "",
    test: stepUp,
    named: "on sqlite another person at the provider",
  },
  {
    bug: "customers' provider signs operators in",
    file: `${folder}/operations/sign-on-endpoints.ts`,
    find: "linked === 0 || user.role !== provider.role",
    replace: "linked === 0",
    test: flow,
    named: "single sign-on operators need",
  },
  {
    bug: "the only way to sign in is unlinked",
    file: "src/management/sign-in/sign-in-of.ts",
    find: "passwordHash !== null",
    replace: "id !== null",
    test: hostile,
    named: "a hostile issuer on sqlite a new identity",
  },
  {
    bug: "a step-up takes whoever signed in at the provider",
    file: `${folder}/operations/step-up-endpoints.ts`,
    find: "if (identity?.userId !== personId)",
    replace: "if (!identity)",
    test: `${folder}/test/step-up.test.ts`,
    named: "another person at the provider",
  },
  {
    bug: "a step-up takes an old sign-in at the provider",
    file: `${folder}/operations/step-up-endpoints.ts`,
    find: "if (at === undefined || at <= context.clock() - maxAgeSeconds * 1000)",
    replace: "if (at === undefined)",
    test: `${folder}/test/step-up.test.ts`,
    named: "another person at the provider",
  },
  {
    bug: "a user without a password is not offered single sign-on for a step-up",
    file: `${folder}/sign-on.ts`,
    find: '[{ method: "single_sign_on", strength: "twoFactor" }]',
    replace: "[]",
    test: `${folder}/test/step-up.test.ts`,
    named: "on sqlite a user without a password",
  },
  {
    bug: "a provider's address takes an account whose mailbox was proved",
    file: `${folder}/operations/sign-on-endpoints.ts`,
    find: '"person" && provedAt === null',
    replace: '"person" && provedAt !== -1',
    test: taken,
    named: "on sqlite an account that is proved, has paid",
  },
  {
    bug: "a provider's address takes an account that has paid",
    file: `${folder}/operations/sign-on-endpoints.ts`,
    find: "if (await isPayer(tx, userId)) throw accountExists();",
    replace: "void isPayer;",
    test: taken,
    named: "on sqlite an account that is proved, has paid",
  },
  {
    bug: "a stranger's password opens the account that a provider's address took",
    file: `${folder}/operations/sign-on-endpoints.ts`,
    find: 'by: "provider", passwordHash: null',
    replace: 'by: "provider", passwordHash: before.passwordHash',
    test: taken,
    named: "on sqlite a provider's verified address takes",
  },
  {
    bug: "an account that was made while no mail was sent counts as proved",
    file: "src/management/users/accounts.ts",
    find: "          ...wanted,",
    replace: '          provedBy: mailer ? undefined : ("registrant" as const),\n          ...wanted,',
    test: taken,
    named: "made while no mail was sent",
  },
  {
    bug: "a restore brings an unlinked identity back",
    file: "src/features/sign-on/operations/identity-endpoints.ts",
    find: "identitiesEnded.end(tx, sql`id = ",
    replace: "tx.run(sql`delete from identity where id = ",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "a restore brings attempts of sign-on back",
    file: "src/features/sign-on/ended-identities.ts",
    find: "delete from sign_on_attempt`",
    replace: "delete from sign_on_attempt where expires_at = 0`",
    test: restores,
    named: "on sqlite no restore",
  },
];
