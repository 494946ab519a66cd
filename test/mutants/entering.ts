import type { Mutant } from "./mutant.ts";

const remaining = "test/access/remaining.test.ts";
const doors = "src/features/mail/test/doors.test.ts";
const ended = "test/access/ended.test.ts";
const entries = "test/access/host-entry.test.ts";
const open = "test/access/open-answers.test.ts";

/** Bugs by which somebody keeps a way in, or gets one. */
export const enteringMutants: readonly Mutant[] = [
  {
    bug: "a confirmation keeps a stranger's password",
    file: "src/management/users/email-confirmations.ts",
    find: "|| actsForItself(call.caller, id);",
    replace: "|| actsForItself(call.caller, id) || (given ?? chosen) === undefined;",
    test: doors,
    named: "on sqlite who receives its mail and did not make it takes it",
  },
  {
    bug: "a stranger takes an account by another address of it",
    file: "src/management/users/email-confirmations.ts",
    find: "(chosen === undefined || read.provedAt !== null)",
    replace: "chosen === undefined",
    test: doors,
    named: "on sqlite another address of a proved account is taken by no one",
  },
  {
    bug: "a reset does not show what it leaves",
    file: "src/running/credentials-ended.ts",
    find: "  await noteRemaining(tx, whose, why, outcomes, clock());\n",
    replace: "",
    test: remaining,
    named: "on sqlite each event shows what it leaves",
  },
  {
    bug: "what is made after an event is shown as of before",
    file: "src/management/sign-in/remaining-credentials.ts",
    find: "one.made_at > leaving.at || ",
    replace: "",
    test: remaining,
    named: "on sqlite a reset by a link shows",
  },
  {
    bug: "an event that nobody has seen is put away with those of before",
    file: "src/access/remaining.ts",
    find: " and at <= ",
    replace: " and 1 <= ",
    test: remaining,
    named: "on sqlite a reset by a link shows",
  },
  {
    bug: "an access token is made before the mailbox is proved",
    file: "src/management/common/proved-mailbox.ts",
    find: "if (user === undefined || user.provedAt !== null) return;",
    replace: "if (user === undefined || user.registeredAt > 0) return;",
    test: doors,
    named: "on sqlite it makes nothing that would outlive",
  },
  {
    bug: "the keys of a stranger answer after the account was taken",
    file: "src/management/users/taken-account.ts",
    find: "await replaceKeysOf(tx, context, user.id, audit);",
    replace: "",
    test: doors,
    named: "on sqlite who receives its mail and did not make it takes it",
  },
  {
    bug: "an answer of the provider without a time is a fresh proof",
    file: "src/features/sign-on/operations/step-up-endpoints.ts",
    find: "if (at === undefined || at <=",
    replace: "if (at !== undefined && at <=",
    test: "src/features/sign-on/test/step-up.test.ts",
    named: "on sqlite another person at the provider",
  },
  {
    bug: "what changes between admission and opening is not seen",
    file: "src/calls/open/open-calls.ts",
    find: "if (call.since !== undefined && call.since !== this.#changes) void",
    replace: "if (call.since === -1) void",
    test: open,
    named: "on sqlite an event between admission and the opening of /reports",
  },
  {
    bug: "an answer goes on if the database was away when it was to be admitted again",
    file: "src/calls/open/open-calls.ts",
    find: "if (this.#unknown.has(call)) void this.#admitAgain(call);\n      else clearInterval(timer);",
    replace: "clearInterval(timer);",
    test: "src/calls/open/open-calls.test.ts",
    named: "a call of which nothing was learned while the database was away",
  },
  {
    bug: "a stream outlives the operator token that was replaced",
    file: "src/access/proof.ts",
    find: "endsAt: endsAt ?? undefined,",
    replace: "endsAt: endsAt === 0 ? 0 : undefined,",
    test: open,
    named: "on sqlite a stream ends when the last minutes of a replaced operator token do",
  },
  {
    bug: "a download without a reader stays open",
    file: "src/calls/management-call.ts",
    find: "opened.then(({ body }) => body.cancel()).catch(() => undefined);",
    replace: "",
    test: open,
    named: "on sqlite a download that opens after its call was answered otherwise is ended",
  },
  {
    bug: "a passkey survives an entry from the host",
    file: "src/features/passkeys/passkeys.ts",
    find: 'enteredFromHost: "end"',
    replace: 'enteredFromHost: "keep"',
    test: ended,
    named: "what ends, on sqlite enteredFromHost",
  },
  {
    bug: "a link of the host has no end",
    file: "src/management/users/host-entries.ts",
    find: "and expires_at > ",
    replace: "and 0 < ",
    test: entries,
    named: "entering from the host on sqlite a link works for 15 minutes",
  },
  {
    bug: "the owners learn of no entry from the host",
    file: "src/management/users/host-entries.ts",
    find: "or role = 'operator' and operator_role",
    replace: "or role = 'customer' and operator_role",
    test: entries,
    named: "entering from the host on sqlite every owner is mailed",
  },
];
