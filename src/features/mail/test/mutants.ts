import type { Mutant } from "../../../../test/mutants/mutant.ts";

const restores = "src/features/mail/test/restores.test.ts";
const sending = "src/features/mail/test/sending.test.ts";
const accounts = "src/features/mail/test/accounts.test.ts";
const servers = "src/features/mail/test/servers.test.ts";

/** Bugs in mails. */
export const mutants: readonly Mutant[] = [
  {
    bug: "an event is mailed again and again",
    file: "src/features/mail/sending/make-mails.ts",
    find: "update outbox_event set mailed = 1 where event_id in (select v.column1 from :rows)",
    replace: "update outbox_event set mailed = 0 where event_id in (select v.column1 from :rows)",
    test: sending,
    named: "an event becomes one mail",
  },
  {
    bug: "an unconfirmed address gets mails of events",
    file: "src/features/mail/sending/make-mails.ts",
    find: "and state = 'active' and email_confirmed_at is not null",
    replace: "and state = 'active'",
    test: sending,
    named: "not confirmed",
  },
  {
    bug: "a refusal of the sender marks the recipient",
    file: "src/features/mail/sending/transport.ts",
    find: "marks: !/^5\\d\\d[ -]5\\.7\\.\\d/.test(response)",
    replace: "marks: true",
    test: sending,
    named: "a refusal by policy",
  },
  {
    bug: "an erased account gets what was deferred",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: "delete from mail where user_id =",
    replace: "delete from mail where state = 'sent' and user_id =",
    test: sending,
    named: "an erased account",
  },
  {
    bug: "an account can take both connections",
    file: "src/features/mail/sending/sender.ts",
    find: "const at = this.#queue.findIndex(({ account }) => !this.#busy.has(account));",
    replace: "const at = this.#queue.length - 1 < 0 ? -1 : 0;",
    test: servers,
    named: "an account that hangs",
  },
  {
    bug: "any certificate is accepted",
    file: "src/features/mail/sending/transport.ts",
    find: "...(ca !== undefined && { ca }) },",
    replace: "rejectUnauthorized: false },",
    test: servers,
    named: "a certificate that is not trusted",
  },
  {
    bug: "a confirmation link does not end",
    file: "src/management/users/email-confirmations.ts",
    find: "and expires_at > ",
    replace: "and expires_at > 0 * ",
    test: accounts,
    named: "a link ends after a day",
  },
  {
    bug: "a restore sends a mail again",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: "state = 'sent', sealed = null, sent_at",
    replace: "state = state, sealed = null, sent_at",
    test: restores,
    named: "restores of mails on sqlite what was sent",
  },
  {
    bug: "a restore sends a mail again whose event was not read",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: "    for (const id of mails) count += await noteSent(tx, id, at);\n",
    replace: "",
    test: restores,
    named: "restores of mails on sqlite what was sent",
  },
  {
    bug: "a restore sends to an address that has refused mail",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: "digestOf(emailKey(address)) === digest",
    replace: "digestOf(emailKey(address)) !== digest",
    test: restores,
    named: "restores of mails on sqlite what was sent",
  },
  {
    bug: "a restore brings mails of an erased account back",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: 'decide(tx, erased, { user, digest: digestOf(key ?? "") });',
    replace: "",
    test: restores,
    named: "restores of mails on sqlite what was sent",
  },
  {
    bug: "a restore keeps the mark of an erased address",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: "own?.address_key ?? null",
    replace: "null",
    test: restores,
    named: "restores of mails on sqlite what was sent",
  },
  {
    bug: "a restore sends links that have ended",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: "list(linkKinds)",
    replace: 'list([""])',
    test: restores,
    named: "restores of mails on sqlite what was sent",
  },
  {
    bug: "events of before a restore make mails that were dropped",
    file: "src/features/mail/sending/mail-decisions.ts",
    find: "drop: () => sql`mailed = 1`",
    replace: "drop: () => sql`mailed = 0`",
    test: restores,
    named: 'restores of mails on sqlite held mails wait, and \\"drop',
  },
];
