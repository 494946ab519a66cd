import { never } from "../../base/clock.ts";
import type { Migration } from "../../database/migration.ts";

/** Payments, what providers reported of them, saved methods, transfers, and automatic top-ups. Amounts are in minor units. */
export const paymentTables: Migration = {
  id: "0029-payments",
  summary: "stores payments, saved methods, transfers and automatic top-ups",
  statements: ({ integer, text, strict, clustered, roomForUpdates }) => [
    // terms: JSON of what is bought, as it was seen. is_charged: this service charges the saved card. period: of a plan's period. minor: with tax.
    // next_at: when a process looks at it again. taken: credits that reversals took, of the grant (removed) or as a debt
    // (owed); set_aside: those of a dispute. credited_minor: of credit notes. collected: of owed, taken from later credits.
    `create table payment (
      id ${text} primary key, account_id ${text} not null, subscription_id ${text} not null,
      kind ${text} not null check (kind in ('plan', 'renewal', 'package', 'automatic', 'overage')),
      terms ${text} not null, period ${integer}, net_minor ${integer} not null, minor ${integer} not null,
      currency ${text} not null,
      state ${text} not null check (state in ('requested', 'pending', 'paid', 'failed', 'part_refunded', 'refunded',
        'disputed', 'reversed', 'cancelled')),
      provider ${text} not null check (provider in ('manual', 'stripe')), provider_ref ${text}, checkout_url ${text},
      reference ${text} not null unique, is_charged ${integer} not null, method ${text}, attempts ${integer} not null, next_at ${integer} not null,
      failure ${text}, problem ${text}, received_minor ${integer} not null, refunded_minor ${integer} not null,
      dispute ${text} check (dispute in ('open', 'won', 'lost')), disputed_minor ${integer} not null,
      credits ${integer} not null, grant_id ${text} unique, removed ${integer} not null, owed ${integer} not null,
      collected ${integer} not null, set_aside ${integer} not null, paper_id ${text}, credited_minor ${integer} not null,
      created_at ${integer} not null, paid_at ${integer}, updated_at ${integer} not null,
      unique (provider, provider_ref)) ${strict}`,
    `create index payment_next on payment (next_at) where next_at < ${never}`,
    "create index payment_account on payment (account_id, created_at)",
    "create index payment_created on payment (created_at)",
    "create index payment_state on payment (state, created_at) where state <> 'paid'",
    "create index payment_problem on payment (created_at) where problem is not null",
    "create index payment_owed on payment (subscription_id) where owed > collected",
    // One open payment for each of these.
    `create unique index payment_automatic on payment (subscription_id)
      where kind = 'automatic' and state in ('requested', 'pending')`,
    `create unique index payment_period on payment (subscription_id, kind, period)
      where kind in ('renewal', 'overage') and state in ('requested', 'pending')`,
    ...roomForUpdates("payment"),
    // Money given back by this service, before the provider has done it.
    `create table payment_refund (
      id ${text} primary key, payment_id ${text} not null, minor ${integer} not null, reason ${text} not null,
      state ${text} not null check (state in ('requested', 'done', 'failed')), next_at ${integer} not null,
      created_at ${integer} not null) ${strict}`,
    "create index payment_refund_of on payment_refund (payment_id)",
    "create index payment_refund_next on payment_refund (next_at) where state = 'requested'",
    // Each event of a provider once. It is a hint, of which nothing else is kept.
    `create table payment_event (
      provider ${text} not null, event_id ${text} not null, type ${text} not null, payment_id ${text},
      at ${integer} not null, primary key (provider, event_id)) ${clustered}`,
    "create index payment_event_at on payment_event (at)",
    // Money that came without a payment, until it is matched: a transfer, or a provider's payment that is not here.
    `create table payment_transfer (
      id ${text} primary key, provider ${text} not null, provider_ref ${text} not null, minor ${integer} not null,
      currency ${text} not null, reference ${text} not null, sender ${text} not null, payment_id ${text},
      state ${text} not null check (state in ('unmatched', 'matched', 'returned')), received_at ${integer} not null,
      created_at ${integer} not null, unique (provider, provider_ref)) ${strict}`,
    "create index payment_transfer_open on payment_transfer (received_at) where state = 'unmatched'",
    "create index payment_transfer_of on payment_transfer (payment_id)",
    `create table payment_method (
      account_id ${text} primary key, provider ${text} not null, customer_ref ${text} not null,
      method_ref ${text} not null, label ${text} not null, saved_at ${integer} not null) ${strict}`,
    `create table top_up (
      subscription_id ${text} primary key, enabled ${integer} not null, threshold ${integer} not null,
      package_id ${text} not null, month_limit_minor ${integer} not null, failures ${integer} not null,
      next_at ${integer} not null, stopped ${text}, updated_at ${integer} not null) ${strict}`,
    "create index top_up_enabled on top_up (next_at) where enabled = 1",
    "create index credit_grant_overage on credit_grant (expires_at) where source = 'overage'",
  ],
};
