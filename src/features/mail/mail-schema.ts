import type { Migration } from "../../database/migration.ts";

/** Mails, the addresses that refuse them, and the operators' texts. */
export const mailTables: Migration = {
  id: "0026-mail",
  summary: "stores mails, which addresses refuse them, and edited texts",
  statements: ({ integer, text, blob, strict, roomForUpdates }) => [
    // `mailed`: the mails of the event are written, or it needs none.
    `alter table outbox_event add column mailed ${integer} not null default 0`,
    "update outbox_event set mailed = 1 where due_at = 0",
    "create index outbox_event_unmailed on outbox_event (due_at, event_id) where mailed = 0",
    // The ID is the local part of Message-ID: what is sent twice can be recognized. `event_id`: what it is written from;
    // mails of accounts have their data in `sealed` instead, until they are sent.
    `create table mail (
      id ${text} primary key, kind ${text} not null, event_id ${text}, user_id ${text}, address ${text} not null,
      state ${text} not null check (state in ('pending', 'deferred', 'sent', 'failed')),
      attempts ${integer} not null default 0, due_at ${integer} not null, response ${text}, sealed ${blob},
      created_at ${integer} not null, sent_at ${integer}) ${strict}`,
    "create index mail_due on mail (due_at, id) where state in ('pending', 'deferred')",
    "create index mail_newest on mail (created_at, id)",
    "create index mail_state on mail (state, created_at, id)",
    "create index mail_user on mail (user_id)",
    ...roomForUpdates("mail"),
    // The key is the address as addresses are compared.
    `create table mail_address (
      address_key ${text} primary key, address ${text} not null, response ${text} not null,
      refused_at ${integer} not null) ${strict}`,
    `create table mail_text (
      kind ${text} primary key, subject ${text} not null, intro ${text} not null,
      updated_at ${integer} not null) ${strict}`,
    // One row: the node that sends, and until when by the database's clock.
    `create table mail_lease (
      id ${integer} primary key check (id = 1), holder ${text} not null, until ${integer} not null) ${strict}`,
  ],
};

/** The operators' texts of mails in one language. */
export const mailLanguages: Migration = {
  id: "0074-mail-languages",
  summary: "adds texts of mails in one language; those so far stay for all languages",
  statements: ({ integer, text, clustered }) => [
    `create table mail_text_in_language (
      kind ${text} not null, language ${text} not null, subject ${text} not null, intro ${text} not null,
      updated_at ${integer} not null, primary key (kind, language)) ${clustered}`,
  ],
};
