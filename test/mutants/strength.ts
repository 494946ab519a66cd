import type { Mutant } from "./mutant.ts";

const walk = {
  test: "test/access/strength/strength.test.ts",
  named: "every proof may do what intents.ts says, and nothing else",
};
const madeFor = "test/access/made-for.test.ts";
const stepUp = "test/access/step-up.test.ts";

/** Bugs in how strong a proof what needs. */
export const strengthMutants: readonly Mutant[] = [
  {
    bug: "an access token is as strong as two factors",
    file: "src/management/users/access-tokens.ts",
    find: "return { strength: proof.strength, madeFor };",
    replace: 'return { strength: "twoFactor" as const, madeFor };',
    test: madeFor,
    named: "on sqlite a token is never stronger than the session that made it",
  },
  {
    bug: "a password renews what a passkey began",
    file: "src/access/proof.ts",
    find: "(isAtLeast(strength, factor) ? time : null)",
    replace: '(isAtLeast(strength, "oneFactor") && factor ? time : null)',
    test: stepUp,
    named: "on sqlite a password renews no passkey",
  },
  {
    bug: "the account's strongest factor forgets passkeys",
    file: "src/access/proof.ts",
    find: 'factor === "passkey" ? "phishingResistant" : "twoFactor"',
    replace: 'factor === "passkey" ? "oneFactor" : "twoFactor"',
    ...walk,
  },
  {
    bug: "money needs no fresh proof",
    file: "src/http/proof.ts",
    find: 'money: { customer: "own", operator: "setting", maxAgeSeconds,',
    replace: 'money: { customer: "own", operator: "setting",',
    ...walk,
  },
  {
    bug: "inviting a member only reads",
    file: "src/features/organizations/operations/invitation-endpoints.ts",
    find: 'id: "createInvitation",',
    replace: 'id: "createInvitation", effect: "read",',
    ...walk,
  },
  {
    bug: "members of bodies need nothing",
    file: "src/calls/admission/proof-refusals.ts",
    find: "if (!members || body === null) return;",
    replace: "if (!members || body === null || body.length > 0) return;",
    ...walk,
  },
  {
    bug: "who views an account ends the sessions of its customer",
    file: "src/calls/admission/proof-refusals.ts",
    find: "if (isVisit(caller) && !effectsOfVisits.has(effect)) throw viewing();",
    replace: "",
    ...walk,
  },
  {
    bug: "an operator that views an account needs no more than its customer",
    file: "src/access/authenticate.ts",
    find: 'const isOperator = row.role === "operator";',
    replace: 'const isOperator = row.role === "operator" && row.is_visit === 0;',
    ...walk,
  },
  {
    bug: "a token made for money changes names",
    file: "src/http/proof.ts",
    find: "const isMadeFor = madeFor !== undefined && proof.madeFor.has(madeFor);",
    replace: "const isMadeFor = madeFor !== undefined;",
    test: madeFor,
    named: "on sqlite a token does what it was made for",
  },
  {
    bug: "a token is made for what its session has not proved",
    file: "src/management/users/access-tokens.ts",
    find: "const grantable = grantableBy(proof, now);",
    replace: 'const grantable = [...grantableBy(proof, now), "enter" as const];',
    test: "test/api/tokens.test.ts",
    named: "on sqlite access tokens are listed and revoked",
  },
  {
    bug: "a generated operator token stays beside that of the settings",
    file: "src/access/authenticate.ts",
    find: 'if (row?.kind === "vgo" && known.operatorDigest !== undefined) throw refused;',
    replace: "",
    test: madeFor,
    named: "a token in the settings ends those that the service has made",
  },
  {
    bug: "an answer of the provider without a time is a fresh proof",
    file: "src/features/sign-on/operations/step-up-endpoints.ts",
    find: "if (at === undefined || at <=",
    replace: "if (at !== undefined && at <=",
    test: "src/features/sign-on/test/step-up.test.ts",
    named: "on sqlite another person at the provider",
  },
];
