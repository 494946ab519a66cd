import type { Migration } from "../migration.ts";

/** The addresses from which accounts have signed in. */
export const knownAddresses: Migration = {
  id: "0002-known-addresses",
  summary: "notes the addresses from which accounts have signed in",
  statements: ({ text, integer, clustered }) => [
    `create table known_address (
      user_id ${text} not null, digest ${text} not null, seen_at ${integer} not null,
      primary key (user_id, digest)) ${clustered}`,
  ],
};

/** The mailboxes that have signed up for trial credits, in the form in which they are compared. */
export const trialMailboxes: Migration = {
  id: "0019-trial-mailboxes",
  summary: "adds the mailboxes that signed up",
  statements: ({ text, clustered }) => [
    `create table trial_mailbox (mailbox ${text} primary key, user_id ${text} not null) ${clustered}`,
    "create index trial_mailbox_user on trial_mailbox (user_id)",
  ],
};

/** Whether an account's email address is confirmed, and the links that confirm it. */
export const confirmedEmails: Migration = {
  id: "0026-confirmed-emails",
  summary: "notes which email addresses are confirmed; those of all accounts so far are",
  statements: ({ text, integer, strict }) => [
    `alter table app_user add column email_confirmed_at ${integer}`,
    "update app_user set email_confirmed_at = registered_at",
    `create table email_confirmation (
      user_id ${text} primary key, digest ${text} not null unique, expires_at ${integer} not null) ${strict}`,
  ],
};

/** The apps whose codes users add to their password, and the codes for a lost one. */
export const secondFactors: Migration = {
  id: "0031-second-factors",
  summary: "adds second factors of users and their recovery codes",
  statements: ({ text, integer, blob, strict, clustered }) => [
    `create table second_factor (
      user_id ${text} primary key, sealed ${blob}, pending_sealed ${blob}, on_since ${integer},
      last_step ${integer} not null) ${strict}`,
    `create table recovery_code (
      user_id ${text} not null, digest ${text} not null, primary key (user_id, digest)) ${clustered}`,
  ],
};

/** Organizations, which are accounts without a password, their members, and the roles of operators. */
export const people: Migration = {
  id: "0030-people",
  summary:
    "adds members of organizations, roles of operators, and where sessions began; operators so far are owners",
  statements: ({ text, integer, clustered }) => [
    `alter table app_user add column kind ${text} not null default 'person'`,
    `alter table app_user add column operator_role ${text}`,
    "update app_user set operator_role = 'owner' where role = 'operator'",
    `create table member (
      organization_id ${text} not null, user_id ${text} not null, role ${text} not null,
      joined_at ${integer} not null, primary key (organization_id, user_id)) ${clustered}`,
    "create index member_user on member (user_id)",
    `alter table access_token add column account_id ${text}`,
    `alter table access_token add column is_visit ${integer} not null default 0`,
    `alter table access_token add column method ${text}`,
    `alter table access_token add column address ${text}`,
    `alter table access_token add column agent ${text}`,
    `alter table access_token add column verified_at ${integer}`,
    "create index access_token_account on access_token (account_id)",
  ],
};

/** The mailboxes of closed accounts that had trial credits, as digests. */
export const closedMailboxes: Migration = {
  id: "0036-closed-mailboxes",
  summary: "notes which mailboxes of closed accounts had trial credits",
  statements: ({ text, integer, clustered }) => [
    `create table closed_mailbox (digest ${text} primary key, closed_at ${integer} not null) ${clustered}`,
    "create index closed_mailbox_closed on closed_mailbox (closed_at)",
  ],
};

/** The subscriptions whose trial credits come when the address of their user is confirmed. */
export const waitingTrials: Migration = {
  id: "0048-waiting-trials",
  summary: "notes whose trial credits wait for a confirmed email address",
  statements: ({ text, clustered }) => [
    `create table waiting_trial (user_id ${text} primary key, subscription_id ${text} not null) ${clustered}`,
  ],
};

/** The language of an account's mails and papers. */
export const accountLanguages: Migration = {
  id: "0074-account-languages",
  summary: "adds the language of mails and papers to accounts; those of all accounts so far are in English",
  statements: ({ text }) => [`alter table app_user add column language ${text} not null default 'en'`],
};

/** What operators write down about accounts. */
export const userNotes: Migration = {
  id: "0069-user-notes",
  summary: "stores notes of operators on customers",
  statements: ({ text, integer, strict }) => [
    // author: as the audit log names it.
    `create table user_note (
      id ${text} primary key, user_id ${text} not null, text ${text} not null, author ${text} not null,
      created_at ${integer} not null) ${strict}`,
    "create index user_note_user on user_note (user_id, created_at, id)",
  ],
};
