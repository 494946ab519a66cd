import type { Migration } from "../../../database/migration.ts";

/** What the provider took that a restored database does not have. */
export const restoredMoney: Migration = {
  id: "0063-restored-money",
  summary: "stores what a payment provider took that a restored database has lost",
  statements: ({ integer, text, strict }) => [
    // from_at: the last moment that the database had. begun_at: when its epoch began. handled: what is listed and matched
    // so far. skipped: no provider is set. next_at: when a process may list, by the database's clock.
    `create table payment_listing (
      provider ${text} primary key, state ${text} not null check (state in ('due', 'skipped', 'done')),
      from_at ${integer} not null, begun_at ${integer} not null, handled ${integer} not null, failure ${text},
      next_at ${integer} not null) ${strict}`,
    // named: the payment that it was made for. is_kept: 1 if the next payment of its period has it in place of a charge.
    `create table restored_charge (
      provider_ref ${text} primary key, named ${text} not null, subscription_id ${text}, kind ${text}, period ${integer},
      request_key ${text}, minor ${integer} not null, currency ${text} not null, charged_at ${integer} not null,
      is_kept ${integer} not null) ${strict}`,
    "create index restored_charge_of on restored_charge (subscription_id, kind, period)",
  ],
};
