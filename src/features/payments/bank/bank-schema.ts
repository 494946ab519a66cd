import type { Migration } from "../../../database/migration.ts";

/** From which account a transfer came: the next one from it is proposed for the same customer. */
export const senderAccounts: Migration = {
  id: "0058-sender-accounts",
  summary: "stores from which bank accounts transfers came",
  statements: ({ text }) => [
    `alter table payment_transfer add column sender_account ${text} not null default ''`,
    "create index payment_transfer_sender on payment_transfer (sender_account) where sender_account <> ''",
  ],
};
