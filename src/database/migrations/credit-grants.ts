import { never } from "../../base/clock.ts";
import type { Migration } from "../migration.ts";

/** The grants of a balance: where its credits come from, in which order they are spent, and when they end. */
export const creditGrants: Migration = {
  id: "0020-credit-grants",
  summary:
    "keeps the source, the order and the expiry of credits; each balance becomes one grant that does not expire",
  statements: ({ integer, text, strict, onInsert, roomForUpdates }) => [
    // due_at: when the next grant opens or expires. closing: the number of grants in that state.
    `alter table credit_balance add column due_at ${integer} not null default ${never}`,
    `alter table credit_balance add column closing ${integer} not null default 0`,
    `create index credit_balance_due on credit_balance (due_at) where due_at < ${never}`,
    "create index credit_balance_closing on credit_balance (subscription_id) where closing > 0",
    `alter table credit_ledger add column grant_id ${text}`,
    // The spent part is as of the last assignment: uses since then are assigned in order. rank: the order of
    // sources that expire together.
    `create table credit_grant (
      id ${text} primary key, subscription_id ${text} not null, source ${text} not null, rank ${integer} not null,
      period ${integer}, amount ${integer} not null check (amount >= 0), spent ${integer} not null default 0,
      expired ${integer} not null default 0, removed ${integer} not null default 0, starts_at ${integer} not null,
      expires_at ${integer} not null default ${never},
      state ${text} not null check (state in ('waiting', 'open', 'closing', 'closed')), created_at ${integer} not null,
      check (spent >= 0 and expired >= 0 and removed >= 0 and spent + expired + removed <= amount),
      unique (subscription_id, source, period)) ${strict}`,
    "create index credit_grant_live on credit_grant (subscription_id) where state <> 'closed'",
    ...roomForUpdates("credit_grant"),
    `insert into credit_grant (id, subscription_id, source, rank, amount, spent, starts_at, state, created_at)
      select subscription_id, subscription_id, 'grant', 1, granted,
        case when remaining + held < debt then granted else granted + debt - remaining - held end, 0, 'open', 0
      from credit_total`,
    "update credit_ledger set grant_id = subscription_id",
    // Nodes of the former version add credits without a grant.
    ...onInsert(
      "credit_ledger_grant",
      "credit_ledger",
      "new.grant_id is null and new.delta > 0",
      `insert into credit_grant (id, subscription_id, source, rank, amount, spent, starts_at, state, created_at)
        values (new.id, new.subscription_id, case new.kind when 'write_off' then 'write_off' else 'grant' end, 1,
          new.delta, case new.kind when 'write_off' then new.delta else 0 end, new.at,
          case new.kind when 'write_off' then 'closed' else 'open' end, new.at);
      update credit_ledger set grant_id = id where id = new.id`,
    ),
  ],
};
