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

/**
 * What `VINGATE_PAYMENTS` means while it is not set: nothing is sold, unless there were prices when it came to mean that.
 * Before, plans were by invoice without it.
 */
export const unsetPayments: Migration = {
  id: "0056-unset-payments",
  summary: "stores that an installation with prices sells by invoice until its operator chooses",
  statements: ({ text, strict }) => [
    `create table payment_setting (id ${text} primary key, value ${text} not null) ${strict}`,
    `insert into payment_setting (id, value) select 'unset', 'invoice'
      where exists (select 1 from product_offer
        where price_minor > 0 or overage_minor > 0 or packages <> '[]')`,
  ],
};

/** When customers received a request for their billing details, for which period of which subscription. */
export const askedDetails: Migration = {
  id: "0057-asked-details",
  summary: "stores when customers were asked for their billing details",
  statements: ({ integer, text, strict }) => [
    // number: the last period for which was looked. asked_at: 0 if it costs nothing, so that no request was sent.
    `create table payment_asked (
      subscription_id ${text} primary key, number ${integer} not null, asked_at ${integer} not null) ${strict}`,
  ],
};

/** What credits of a payment have paid of other payments' debts. */
export const paidDebts: Migration = {
  id: "0049-paid-debts",
  summary: "stores what bought credits have paid of debts",
  // paid_debts: credits of its grant that paid what other payments owe: if its own money goes back, it owes them.
  statements: ({ integer }) => [
    `alter table payment add column paid_debts ${integer} not null default 0 check (paid_debts >= 0)`,
  ],
};

/** What providers report beside payments that are here, and how their reports reach this service. */
export const providerReports: Migration = {
  id: "0061-provider-reports",
  summary:
    "stores inquiries, what providers report of payments that are not here, and how their reports arrive",
  statements: ({ integer, text, strict, clustered }) => [
    `alter table payment add column inquiry ${integer} not null default 0`,
    // What was taken of which grant for what a payment owes; '' for what was collected before.
    `create table collected_debt (
      payment_id ${text} not null, grant_id ${text} not null, credits ${integer} not null,
      primary key (payment_id, grant_id)) ${clustered}`,
    `insert into collected_debt (payment_id, grant_id, credits)
      select id, '', case when taken < collected then taken else collected end from (
        select p.id, p.collected, (
          select cast(coalesce(-sum(l.delta), 0) as bigint) from credit_ledger l
          where l.subscription_id = p.subscription_id and l.number > 0 and l.kind = 'adjust'
            and l.reason = 'owed since payment ' || p.reference || ' was reversed') as taken
        from payment p where p.collected > 0) collecting where taken > 0`,
    // Refunds and disputes of charges whose payments are not here, until they are. named: the payment that it was made for.
    `create table payment_return (
      id ${text} primary key, provider ${text} not null, provider_ref ${text} not null, named ${text} not null,
      currency ${text} not null, received_minor ${integer} not null, refunded_minor ${integer} not null,
      dispute ${text} check (dispute in ('inquiry', 'open', 'won', 'lost')), disputed_minor ${integer} not null,
      state ${text} not null check (state in ('unmatched', 'matched', 'closed')), created_at ${integer} not null,
      updated_at ${integer} not null, unique (provider, provider_ref)) ${strict}`,
    "create index payment_return_open on payment_return (created_at) where state = 'unmatched'",
    // heard_at: the last signed event. refused_since: the first one since then that was not signed. mixed_at: the last of
    // another mode. read_until: the provider's time up to which its events were read.
    `create table payment_provider (
      provider ${text} primary key, heard_at ${integer}, refused_since ${integer}, refused_at ${integer},
      refused ${integer} not null, mixed_at ${integer}, read_until ${integer} not null, read_at ${integer},
      next_read_at ${integer} not null) ${strict}`,
    `create table payment_provider_problem (
      code ${text} primary key, found ${text} not null, advice ${text} not null, since ${integer} not null) ${strict}`,
  ],
};

/** Debits that take days. */
export const slowDebits: Migration = {
  id: "0062-slow-debits",
  summary: "stores since when payments are being debited",
  statements: ({ integer }) => [
    `alter table payment add column debit_at ${integer}`,
    "create index payment_debit on payment (subscription_id) where debit_at is not null",
  ],
};

/** How the provider of a payment has its requests. */
export const paymentRequests: Migration = {
  id: "0060-payment-requests",
  summary: "stores the keys of requests to payment providers, and the card of a charge under way",
  // Those begun before have none here: their keys are made of their IDs.
  statements: ({ integer, text }) => [
    `alter table payment add column request_key ${text}`,
    `alter table payment add column request_at ${integer}`,
    `alter table payment add column card_customer ${text}`,
    `alter table payment add column card_method ${text}`,
    `alter table payment_refund add column request_key ${text}`,
  ],
};

/** What an operator sends back by transfer, and of which file a received transfer is a line. */
export const refundTransfers: Migration = {
  id: "0064-refunds-by-transfer",
  summary:
    "stores to which account refunds by transfer go, when they were sent, and from which file transfers came",
  // account: null if the provider makes it, and for those of before, which operators have sent. reference: null until it is
  // done. paper_id: its credit note.
  statements: ({ integer, text }) => [
    ...["account", "recipient", "reference", "paper_id", "sent_by"].map(
      (column) => `alter table payment_refund add column ${column} ${text}`,
    ),
    `alter table payment_refund add column sent_at ${integer}`,
    `create index payment_refund_to_send on payment_refund (created_at)
      where reference is not null and sent_at is null`,
    `alter table payment_transfer add column own_account ${text} not null default ''`,
    `alter table payment_transfer add column source ${text} not null default ''`,
    `alter table payment_transfer add column source_line ${integer}`,
    `alter table payment_transfer add column other_ref ${text}`,
    "create index payment_transfer_other on payment_transfer (other_ref) where other_ref is not null",
    "create index payment_transfer_received on payment_transfer (received_at)",
    "create index payment_refund_transfers on payment_refund (created_at) where reference is not null",
  ],
};

/** Payments that a bank inquires about, for lists of what needs an operator. */
export const openInquiries: Migration = {
  id: "0065-payment-inquiries",
  summary: "finds payments that a bank inquires about",
  statements: () => ["create index payment_inquiry on payment (created_at) where inquiry = 1"],
};

/** What one search finds payments, transfers and refunds by. */
export const paymentSearch: Migration = {
  id: "0066-payment-search",
  summary: "finds payments and transfers by their sum and reference",
  statements: () => [
    "create index payment_minor on payment (minor, created_at)",
    "create index payment_transfer_minor on payment_transfer (minor, received_at)",
    "create index payment_transfer_reference on payment_transfer (reference)",
    "create index payment_refund_reference on payment_refund (reference) where reference is not null",
  ],
};

/** Until when a dispute is answered. */
export const disputeDeadlines: Migration = {
  id: "0071-dispute-deadlines",
  summary: "notes until when a dispute can be answered",
  statements: ({ integer }) => [`alter table payment add column dispute_due_at ${integer}`],
};

/** The balance that a provider keeps: what it takes as fees, and pays out. */
export const providerBalance: Migration = {
  id: "0076-provider-balance",
  summary: "stores the movements of the payment provider's balance: its fees and payouts",
  statements: ({ integer, text, strict }) => [
    // A copy of what the provider has, read hourly since balance_until: the newest that was read, by the provider's clock.
    // Both are in one database, so a restore takes both back, and what it lost is read again. balance_at: when it was
    // last read to its end. minor: below zero if it left the balance; fee_minor: what the provider kept of it.
    `create table payment_balance (
      id ${text} primary key, created_at ${integer} not null, type ${text} not null, category ${text} not null,
      currency ${text} not null, minor ${integer} not null, fee_minor ${integer} not null, source ${text},
      charge_ref ${text}) ${strict}`,
    "create index payment_balance_created on payment_balance (created_at)",
    `alter table payment_provider add column balance_until ${integer}`,
    `alter table payment_provider add column balance_at ${integer}`,
  ],
};

/** What one list of payments, refunds and their papers is read by. */
export const moneyLines: Migration = {
  id: "0067-money-lines",
  summary: "lists payments, refunds and credit notes as lines by their time",
  statements: () => [
    // Their sums are read from the index alone, for which SQLite needs the columns of its condition too.
    `create index payment_received on payment (paid_at, id, state, inquiry, received_minor, currency, problem)
      where paid_at is not null and problem is null`,
    "create index payment_of_period on payment (subscription_id, kind, period)",
    "create index payment_uninvoiced on payment (paid_at) where paper_id is null and paid_at is not null",
  ],
};
