import type { Mutant } from "./mutant.ts";

const late = "src/features/organizations/test/late-changes.test.ts";
const addresses = "src/features/mail/test/addresses.test.ts";

/** Bugs by which an attack on accounts succeeded once. */
export const attackedMutants: readonly Mutant[] = [
  {
    bug: "a reset link goes to a new address of a proved account before it is confirmed",
    file: "src/management/users/forgotten-passwords.ts",
    find: 'state === "active" && (emailConfirmedAt !== null || provedAt === null);',
    replace: 'state === "active" && (emailConfirmedAt !== null || provedAt !== 0);',
    test: addresses,
    named: "on sqlite an account that was moved to another's address is not shared",
  },
  {
    bug: "a reset link is made for an address that its account has just left",
    file: "src/management/users/forgotten-passwords.ts",
    find: "if (user?.emailKey !== found.emailKey || !receivesLinks(user)) return;",
    replace: "if (!user || !receivesLinks(found)) return;",
    test: addresses,
    named: "on sqlite none goes to the address of before",
  },
  {
    bug: "whoever receives the mail to an organization's contact address ends its keys",
    file: "src/management/users/email-confirmations.ts",
    find: 'const isOwn = read.kind === "organization" || ',
    replace: "const isOwn = ",
    test: addresses,
    named: "on sqlite the contact address of an organization is confirmed by its link alone",
  },
  {
    bug: "an owner who was made a developer during its call makes itself an owner again",
    file: "src/access/entered.ts",
    find: "  await requireStanding(tx, caller);\n",
    replace: "  await requireEntered(tx, caller.digest);\n",
    test: late,
    named: "on sqlite does not (become an owner again|close the organization)",
  },
  {
    bug: "what a session makes while it ends is not seen by what ends it",
    file: "src/access/entered.ts",
    find: 'tx.dialect === "postgres" ? untilCommit : sql``',
    replace: 'tx.dialect === "postgres" ? sql`` : untilCommit',
    test: late,
    named: "on postgres has no access token that a reset",
  },
  {
    bug: "a sign-up with the session of any operator proves the mailbox",
    file: "src/management/users/accounts.ts",
    find: 'const isByOperator = wanted.provedBy === "operator";',
    replace: 'const isByOperator = "role" in call.caller && call.caller.role === "operator";',
    test: "src/features/mail/test/doors.test.ts",
    named: "on sqlite a sign-up with an operator's session proves no mailbox",
  },
  {
    bug: "who takes an account pays with the card of who made it",
    file: "src/features/payments/payments.ts",
    find: "give(accountTaken, (tx, accountId) => this.userDeleted(tx, accountId)),",
    replace: "give(accountTaken, async () => {}),",
    test: "src/features/mail/test/doors.test.ts",
    named: "on sqlite who takes an account does not pay with the card",
  },
  {
    bug: "an operator without the required passkey cannot confirm its address, and so adds none",
    file: "src/management/users/email-confirmations.ts",
    find: '    effect: { itself: "prove", others: "change" },\n',
    replace: "",
    test: addresses,
    named: "on sqlite confirms its address before it has the passkey",
  },
];
