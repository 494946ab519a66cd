import type { Mutant } from "./mutant.ts";

const takeBackTest = "src/features/mail/test/take-back.test.ts";
const thiefReturns = "a thief that returns to the former address keeps no link of its own";

/** Bugs by which a stranger enters by a door that was made for owners, shuts one of theirs, or reads what is sealed. */
export const attackedDoorsMutants: readonly Mutant[] = [
  {
    bug: "a thief that gave the account its former address keeps a link to take it, although the owner has reset the password",
    file: "src/management/users/password-resets.ts",
    find: "      await endReturnsSince(tx, user);\n",
    replace: "",
    test: takeBackTest,
    named: thiefReturns,
  },
  {
    bug: "a thief that gave the account its former address keeps a link to take it, although the owner has confirmed it",
    file: "src/management/users/taken-account.ts",
    find: "  await endReturnsSince(tx, user);\n",
    replace: "",
    test: takeBackTest,
    named: thiefReturns,
  },
  {
    bug: "the address from which an account is taken back learns nothing",
    file: "src/management/users/user-update.ts",
    find: "    await mailFormer(tx,",
    replace: '    if (by !== "link") await mailFormer(tx,',
    test: takeBackTest,
    named: "the address that loses the account is mailed so, without a link",
  },
  {
    bug: "who signs up with another's address and leaves it keeps its owner from ever signing up",
    file: "src/management/users/user-update.ts",
    find: "    if (before.provedAt === null) await leaveMailbox(tx, id, audit.at);\n",
    replace: "",
    test: "src/features/mail/test/trial.test.ts",
    named: "an address that a stranger entered and left signs up, and has its own",
  },
  {
    bug: "a mailbox has credits again whenever its account leaves it",
    file: "src/management/users/mailbox.ts",
    find: "waiting !== undefined, now);",
    replace: "true, now);",
    test: "test/api/signup-bounds.test.ts",
    named: "a mailbox signs up once",
  },
  {
    bug: "strangers use up the links by which an account confirms the address that it signed up with",
    file: "src/management/users/email-confirmations.ts",
    find: 'isOfSignUp ? "own" : "others"',
    replace: '"others"',
    test: "src/features/mail/test/others.test.ts",
    named: "an address that strangers have used up can sign up, and have its link sent",
  },
  {
    bug: "the path of a webhook's URL is shown after a backslash",
    file: "src/base/redaction.ts",
    find: "[^/\\\\?#]*)([^?#]*)",
    replace: "[^/?#]*)([^?#]*)",
    test: "src/base/redaction.test.ts",
    named: "a URL that is a credential shows its host",
  },
  {
    bug: "one webhook whose sealed address cannot be opened stops everybody's",
    file: "src/features/webhooks/delivery/deliver.ts",
    find: "      this.#unreadable.add(webhook.id);\n      return undefined;\n",
    replace: "      throw error;\n",
    test: "src/features/webhooks/test/deliverer.test.ts",
    named: "a webhook whose address cannot be opened stops no other",
  },
  {
    bug: "a stranger has a mail sent to any address with each sign-in and new password of its own",
    file: "src/management/common/mail-recipients.ts",
    find: "(user?.emailConfirmedAt ? user.email || undefined : undefined)",
    replace: "user?.email || undefined",
    test: "src/features/mail/test/others.test.ts",
    named: "sign-ins and new passwords are mailed to a confirmed address alone",
  },
];
