-- The tables, indexes, triggers and views of SQLite after all migrations of the core and the features. Those of PostgreSQL
-- have the same columns. Tables of records are made by their families (docs/lookups.md). Made by: npm run generate

CREATE TABLE acceptance (
  user_id text not null,
  kind text not null,
  version integer not null,
  at integer not null,
  primary key (user_id, kind, version)
) strict, without rowid;

CREATE TABLE access_change (
  version integer primary key,
  object text not null,
  nonce text not null default ''
) strict;

CREATE TABLE access_token (
  digest text primary key,
  kind text not null,
  user_id text,
  created_at integer not null,
  expires_at integer,
  id text,
  name text,
  last_used_at integer,
  account_id text,
  is_visit integer not null default 0,
  method text,
  address text,
  agent text,
  verified_at integer,
  strength text,
  made_for text,
  proved_one integer,
  proved_two integer,
  proved_resistant integer
) strict;

CREATE INDEX access_token_account on access_token (account_id);

CREATE UNIQUE INDEX access_token_id on access_token (id);

CREATE INDEX access_token_user on access_token (user_id);

CREATE TABLE access_version (
  id integer primary key check (id = 1),
  version integer not null
) strict;

CREATE TABLE acme_certificate (
  names text not null,
  directory text not null,
  account_sealed blob not null,
  chain text,
  key_sealed blob,
  next_attempt_at integer not null,
  failures integer not null,
  primary key (names, directory)
) strict;

CREATE TABLE acme_challenge (
  token text primary key,
  key_authorization text not null,
  created_at integer not null
) strict;

CREATE TABLE address_return (
  digest text primary key,
  user_id text not null,
  email text not null,
  email_key text not null,
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE INDEX address_return_expires on address_return (expires_at);

CREATE INDEX address_return_key on address_return (email_key);

CREATE INDEX address_return_user on address_return (user_id);

CREATE TABLE admission_link (
  digest text primary key,
  user_id text not null,
  expires_at integer not null
) strict;

CREATE INDEX admission_link_expires on admission_link (expires_at);

CREATE INDEX admission_link_user on admission_link (user_id);

CREATE TABLE api (
  id text primary key,
  name text not null,
  display_name text not null,
  path text not null,
  description text not null,
  service_url text,
  protocols text not null,
  subscription_required integer not null,
  auth_header text,
  auth_sealed blob,
  timeout_ms integer,
  contact text,
  license text,
  terms_of_service_url text,
  builtin integer not null,
  created_at integer not null,
  updated_at integer not null,
  max_concurrent integer,
  request_max_bytes integer,
  set_cookies integer not null default 0,
  validates integer not null default 0,
  upstream text,
  auth_names text,
  ca_certificate text,
  fallback text,
  fallback_sealed blob,
  unique (builtin, name),
  unique (builtin, path)
) strict;

CREATE INDEX api_created on api (created_at, id);

CREATE TABLE api_document (
  api_id text primary key,
  version text not null,
  media_type text not null,
  source blob not null,
  operations text not null,
  contract text not null,
  updated_at integer not null
) strict;

CREATE TABLE api_mapping (
  api_id text not null,
  source text not null,
  text text not null,
  sha256 text not null,
  updated_at integer not null,
  primary key (api_id, source)
) strict;

CREATE TABLE app_user (
  id text primary key,
  email text not null,
  email_key text unique,
  first_name text not null,
  last_name text not null,
  role text not null,
  state text not null,
  password_hash text,
  attributes text not null default '{}',
  note text,
  registered_at integer not null,
  updated_at integer not null,
  email_confirmed_at integer,
  kind text not null default 'person',
  operator_role text,
  epoch integer not null default 0,
  proved_at integer,
  email_proved_by text,
  language text not null default 'en'
) strict;

CREATE INDEX app_user_newest on app_user (registered_at, id) where state <> 'deleted';

CREATE INDEX app_user_role on app_user (role, registered_at, id) where state <> 'deleted';

CREATE INDEX app_user_state on app_user (state, registered_at, id);

CREATE TABLE assistant (
  id text primary key,
  user_id text not null,
  account_id text not null,
  subscription_id text not null,
  client_id text not null,
  name text not null,
  host text not null,
  credits_per_day integer not null,
  created_at integer not null,
  connected_at integer,
  last_used_at integer
) strict;

CREATE INDEX assistant_account on assistant (account_id);

CREATE INDEX assistant_client_of on assistant (client_id);

CREATE INDEX assistant_subscription on assistant (subscription_id);

CREATE INDEX assistant_user on assistant (user_id, created_at);

CREATE TABLE assistant_client (
  id text primary key,
  name text not null,
  redirect_uris text not null,
  created_at integer not null,
  is_used integer not null default 0,
  network text not null default ''
) strict;

CREATE INDEX assistant_client_network on assistant_client (network, is_used);

CREATE INDEX assistant_client_unused on assistant_client (is_used, created_at);

CREATE TABLE assistant_code (
  digest text primary key,
  assistant_id text not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at integer not null,
  used_at integer
) strict;

CREATE INDEX assistant_code_expiry on assistant_code (expires_at);

CREATE INDEX assistant_code_of on assistant_code (assistant_id);

CREATE TABLE assistant_day (
  assistant_id text not null,
  day text not null,
  credits integer not null,
  primary key (assistant_id, day)
) strict, without rowid;

CREATE TABLE assistant_token (
  digest text primary key,
  kind text not null,
  assistant_id text not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;

CREATE INDEX assistant_token_expiry on assistant_token (expires_at);

CREATE INDEX assistant_token_of on assistant_token (assistant_id);

CREATE TABLE audit_export (
  id integer primary key check (id = 1),
  holder text not null,
  until integer not null,
  failing_since integer,
  retry_at integer not null default 0,
  error text
) strict;

CREATE TABLE audit_log (
  id text primary key,
  at integer not null,
  actor text not null,
  action text not null,
  object text not null,
  ip_address text not null,
  request_id text not null,
  before text,
  after text,
  exported integer not null default 0
) strict;

CREATE INDEX audit_log_action on audit_log (action, at, id);

CREATE INDEX audit_log_actor on audit_log (actor, at, id);

CREATE INDEX audit_log_at on audit_log (at, id);

CREATE INDEX audit_log_object on audit_log (object, at, id);

CREATE INDEX audit_log_refused on audit_log (at, id) where exported = 2;

CREATE INDEX audit_log_unexported on audit_log (at, id) where exported = 0;

CREATE TABLE billing_account (
  account_id text primary key,
  details text,
  invoice_allowed integer not null default 0,
  currency text,
  has_words integer not null default 0
) strict;

CREATE INDEX billing_account_unread on billing_account (account_id) where has_words = 0 and details is not null;

CREATE TABLE billing_period (
  subscription_id text not null,
  number integer not null,
  product_id text not null,
  offer_version integer not null,
  starts_at integer not null,
  ends_at integer not null,
  state text not null check (state in ('due', 'paid', 'lapsed')),
  grant_id text,
  price_minor integer not null,
  currency text not null,
  lapses_at integer not null default 9007199254740991,
  created_at integer not null,
  primary key (subscription_id, number)
) strict, without rowid;

CREATE INDEX billing_period_lapse on billing_period (lapses_at) where lapses_at < 9007199254740991 and state = 'due';

CREATE INDEX billing_period_open on billing_period (state, starts_at) where state <> 'paid';

CREATE TABLE billing_plan (
  subscription_id text primary key,
  product_id text not null,
  offer_version integer not null,
  state text not null check (state in ('active', 'paused', 'suspended', 'lapsed', 'ended')),
  payment text not null check (payment in ('invoice', 'prepaid')),
  anchor_date text not null,
  time_zone text not null,
  first_number integer not null,
  priced_from integer not null,
  next_number integer not null,
  next_starts_at integer not null,
  change_number integer,
  change_at integer not null default 9007199254740991,
  next_product_id text,
  next_offer_version integer,
  cap integer not null,
  next_at integer not null
) strict;

CREATE INDEX billing_plan_change on billing_plan (change_at) where change_at < 9007199254740991;

CREATE INDEX billing_plan_next on billing_plan (next_at) where next_at < 9007199254740991;

CREATE INDEX billing_plan_product on billing_plan (product_id, offer_version);

CREATE TABLE billing_word (
  word text not null,
  account_id text not null,
  primary key (word, account_id)
) strict, without rowid;

CREATE INDEX billing_word_account on billing_word (account_id);

CREATE TABLE brand (
  version integer primary key,
  body text not null,
  at integer not null,
  by_actor text not null
) strict;

CREATE INDEX brand_at on brand (at);

CREATE TABLE brand_logo (
  sha256 text primary key,
  type text not null,
  bytes blob not null,
  at integer not null
) strict;

CREATE TABLE charged_call (
  request_id text not null,
  user_id text not null,
  url_hash text not null,
  at integer not null,
  repeats integer not null,
  primary key (request_id, user_id, url_hash)
) strict, without rowid;

CREATE TABLE closed_mailbox (
  digest text primary key,
  closed_at integer not null
) strict, without rowid;

CREATE INDEX closed_mailbox_closed on closed_mailbox (closed_at);

CREATE TABLE collected_debt (
  payment_id text not null,
  grant_id text not null,
  credits integer not null,
  primary key (payment_id, grant_id)
) strict, without rowid;

CREATE TABLE credit_alert (
  grant_id text not null,
  kind text not null,
  at integer not null,
  primary key (grant_id, kind)
) strict;

CREATE INDEX credit_alert_at on credit_alert (at);

CREATE TABLE credit_balance (
  subscription_id text primary key,
  unlimited integer not null default 0,
  active integer not null default 1,
  granted integer not null,
  remaining integer not null check (remaining >= 0),
  used integer not null default 0,
  written_off integer not null default 0,
  taken integer not null default 0,
  frozen_until integer not null default 0,
  debt integer not null default 0 check (debt >= 0),
  due_at integer not null default 9007199254740991,
  closing integer not null default 0,
  ledger_rows integer not null default 0,
  ledger_head text not null default '',
  first_balance integer not null default 0
) strict;

CREATE INDEX credit_balance_closing on credit_balance (subscription_id) where closing > 0;

CREATE INDEX credit_balance_debt on credit_balance (subscription_id) where debt > 0;

CREATE INDEX credit_balance_due on credit_balance (due_at) where due_at < 9007199254740991;

CREATE TABLE credit_crossing (
  subscription_id text not null,
  credits integer not null,
  at integer not null,
  primary key (subscription_id, credits)
) strict;

CREATE TABLE credit_grant (
  id text primary key,
  subscription_id text not null,
  source text not null,
  rank integer not null,
  period integer,
  amount integer not null check (amount >= 0),
  spent integer not null default 0,
  expired integer not null default 0,
  removed integer not null default 0,
  starts_at integer not null,
  expires_at integer not null default 9007199254740991,
  state text not null check (state in ('waiting', 'open', 'closing', 'closed')),
  created_at integer not null,
  check (spent >= 0 and expired >= 0 and removed >= 0 and spent + expired + removed <= amount),
  unique (subscription_id, source, period)
) strict;

CREATE INDEX credit_grant_live on credit_grant (subscription_id) where state <> 'closed';

CREATE INDEX credit_grant_overage on credit_grant (expires_at) where source = 'overage';

CREATE TABLE credit_lease (
  journal_id text not null,
  subscription_id text not null,
  op integer not null default 0,
  op_amount integer not null default 0,
  held integer not null default 0 check (held >= 0),
  covered integer not null default 0,
  return_requested integer not null default 0,
  used integer not null default 0,
  paid_seq integer not null default 0,
  primary key (subscription_id, journal_id)
) strict;

CREATE INDEX credit_lease_journal on credit_lease (journal_id, return_requested);

CREATE TRIGGER credit_lease_used after delete on credit_lease when old.used <> 0 begin update credit_balance set used = used + old.used where subscription_id = old.subscription_id; end;

CREATE TABLE credit_ledger (
  id text primary key,
  subscription_id text not null,
  at integer not null,
  delta integer not null,
  kind text not null,
  reason text,
  actor text,
  idempotency_key text,
  remaining_after integer,
  journal_id text,
  grant_id text,
  number integer,
  head text,
  unique (subscription_id, idempotency_key)
) strict;

CREATE TRIGGER credit_ledger_grant after insert on credit_ledger when new.grant_id is null and new.delta > 0 begin insert into credit_grant (id, subscription_id, source, rank, amount, spent, starts_at, state, created_at) values (new.id, new.subscription_id, case new.kind when 'write_off' then 'write_off' else 'grant' end, 1, new.delta, case new.kind when 'write_off' then new.delta else 0 end, new.at, case new.kind when 'write_off' then 'closed' else 'open' end, new.at); update credit_ledger set grant_id = id where id = new.id; end;

CREATE UNIQUE INDEX credit_ledger_number on credit_ledger (subscription_id, number) where number > 0;

CREATE INDEX credit_ledger_unchained on credit_ledger (subscription_id) where number is null;

CREATE TABLE credit_threshold (
  user_id text not null,
  credits integer not null,
  webhook_id text not null,
  primary key (user_id, credits, webhook_id)
) strict;

CREATE INDEX credit_threshold_webhook on credit_threshold (webhook_id);

CREATE VIEW credit_total as select b.subscription_id, b.unlimited, b.granted, cast(b.used + coalesce((select sum(l.used) from credit_lease l where l.subscription_id = b.subscription_id), 0) as bigint) as used, b.remaining, cast(coalesce((select sum(l.held) from credit_lease l where l.subscription_id = b.subscription_id), 0) as bigint) as held, b.written_off, b.debt from credit_balance b;

CREATE TABLE dataset (
  id integer primary key autoincrement,
  family text not null,
  state text not null,
  name text not null,
  version text not null,
  source text not null,
  licence text not null,
  record_count integer not null,
  checksum text not null,
  loaded_at integer not null,
  reader integer not null default 0
) strict;

CREATE UNIQUE INDEX dataset_current on dataset (family) where state = 'current';

CREATE TABLE dataset_swap (
  id text primary key,
  family text not null,
  former integer,
  latter integer,
  at integer not null,
  after_vin text not null,
  after_list integer not null,
  events integer not null,
  claim text,
  claimed_until integer not null
) strict;

CREATE TABLE decision_log (
  log_id text primary key,
  place text not null,
  file text not null,
  through integer not null,
  head text not null
) strict;

CREATE TABLE decision_seen (
  log_id text not null,
  number integer not null,
  primary key (log_id, number)
) strict, without rowid;

CREATE TABLE email_confirmation (
  user_id text primary key,
  digest text not null unique,
  expires_at integer not null
) strict;

CREATE TABLE enrolment (
  user_id text not null,
  product_id text not null,
  subscription_id text not null,
  at integer not null,
  primary key (user_id, product_id, subscription_id)
) strict;

CREATE TABLE host_entry (
  user_id text primary key,
  digest text not null unique,
  expires_at integer not null
) strict;

CREATE TABLE idempotency (
  id text primary key,
  request_digest text not null,
  created_at integer not null,
  answer blob
) strict;

CREATE INDEX idempotency_created on idempotency (created_at);

CREATE TABLE identity (
  issuer text not null,
  subject text not null,
  id text not null unique,
  user_id text not null,
  email text,
  linked_at integer not null,
  last_used_at integer,
  primary key (issuer, subject)
) strict;

CREATE INDEX identity_user on identity (user_id);

CREATE TABLE import_run (
  id text primary key,
  family text not null,
  source text not null,
  input text not null,
  mode text not null,
  dry_run integer not null,
  node text not null,
  state text not null,
  started_at integer not null,
  renewed_at integer not null,
  ended_at integer,
  stop_requested integer not null,
  progress text not null,
  outcome text not null,
  dataset integer,
  actor text not null default 'command line'
) strict;

CREATE INDEX import_run_dataset on import_run (dataset);

CREATE INDEX import_run_family on import_run (family, started_at);

CREATE UNIQUE INDEX import_run_running on import_run (family) where state = 'running';

CREATE INDEX import_run_started on import_run (started_at);

CREATE TABLE inbox_item (
  item_id text not null,
  opened_at integer not null,
  kind text not null,
  permission text not null,
  code text not null,
  details text not null,
  found text not null,
  object text,
  account_id text,
  gone_at integer,
  gone_by text,
  gone_action text,
  primary key (item_id, opened_at)
) strict;

CREATE INDEX inbox_item_account on inbox_item (account_id) where account_id is not null;

CREATE INDEX inbox_item_gone on inbox_item (gone_at) where gone_at is not null;

CREATE UNIQUE INDEX inbox_item_open on inbox_item (item_id) where gone_at is null;

CREATE TABLE inbox_put_off (
  item_id text not null,
  at integer not null,
  until integer not null,
  actor text not null,
  reason text not null,
  primary key (item_id, at)
) strict;

CREATE INDEX inbox_put_off_until on inbox_put_off (until);

CREATE TABLE journal (
  journal_id text primary key,
  node text not null,
  place text not null,
  state text not null check (state in ('open', 'closed', 'expired')),
  applied_seq integer not null default 0,
  commit_count integer not null default 0,
  opened_at integer not null,
  closed_at integer,
  amendments integer not null default 0,
  slot integer not null default 0,
  logged_seq integer,
  clear_at integer not null default 0,
  proved_seq integer not null default 0
) strict;

CREATE INDEX journal_open on journal (journal_id) where state = 'open';

CREATE UNIQUE INDEX journal_slot on journal (slot) where state = 'open' and slot > 0;

CREATE INDEX journal_unlogged on journal (journal_id) where logged_seq < applied_seq;

CREATE TABLE key_use (
  subscription_id text not null,
  slot text not null,
  minute integer not null,
  primary key (subscription_id, slot)
) strict, without rowid;

CREATE TABLE known_address (
  user_id text not null,
  digest text not null,
  seen_at integer not null,
  primary key (user_id, digest)
) strict, without rowid;

CREATE TABLE limit_clock (
  id integer primary key check (id = 1),
  at integer not null
) strict;

CREATE TABLE list_total (
  name text primary key,
  total integer not null
) strict;

CREATE TABLE mail (
  id text primary key,
  kind text not null,
  event_id text,
  user_id text,
  address text not null,
  state text not null check (state in ('pending', 'deferred', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at integer not null,
  response text,
  sealed blob,
  created_at integer not null,
  sent_at integer
) strict;

CREATE INDEX mail_due on mail (due_at, id) where state in ('pending', 'deferred');

CREATE INDEX mail_newest on mail (created_at, id);

CREATE INDEX mail_state on mail (state, created_at, id);

CREATE INDEX mail_user on mail (user_id);

CREATE TABLE mail_address (
  address_key text primary key,
  address text not null,
  response text not null,
  refused_at integer not null
) strict;

CREATE TABLE mail_lease (
  id integer primary key check (id = 1),
  holder text not null,
  until integer not null
) strict;

CREATE TABLE mail_text (
  kind text primary key,
  subject text not null,
  intro text not null,
  updated_at integer not null
) strict;

CREATE TABLE mail_text_in_language (
  kind text not null,
  language text not null,
  subject text not null,
  intro text not null,
  updated_at integer not null,
  primary key (kind, language)
) strict, without rowid;

CREATE TABLE member (
  organization_id text not null,
  user_id text not null,
  role text not null,
  joined_at integer not null,
  primary key (organization_id, user_id)
) strict, without rowid;

CREATE INDEX member_user on member (user_id);

CREATE TABLE migration (
  id text primary key,
  checksum text not null,
  applied_at integer not null
) strict;

CREATE TABLE node (
  instance text primary key,
  name text not null,
  role text not null,
  address text not null,
  build text not null,
  journal_id text not null,
  started_at integer not null,
  seen_at integer not null,
  waiting_calls integer not null,
  waiting_bytes integer not null,
  delay_us integer not null,
  memory_bytes integer not null,
  streams integer not null,
  clock_skew_ms integer,
  upstreams text,
  master_keys text,
  findings text
) strict;

CREATE TABLE offer_notice (
  product_id text not null,
  version integer not null,
  primary key (product_id, version)
) strict, without rowid;

CREATE TABLE organization_invitation (
  id text primary key,
  organization_id text not null,
  email text not null,
  email_key text not null,
  role text not null,
  digest text not null unique,
  invited_by text not null,
  created_at integer not null,
  expires_at integer not null,
  unique (organization_id, email_key)
) strict;

CREATE INDEX organization_invitation_email on organization_invitation (email_key);

CREATE INDEX organization_invitation_expiry on organization_invitation (expires_at);

CREATE TABLE outbox_event (
  event_id text primary key,
  type text not null,
  user_id text,
  subscription_id text,
  family text,
  created_at integer not null,
  data text not null,
  due_at integer not null,
  addressed integer not null default 0,
  mailed integer not null default 0
) strict;

CREATE INDEX outbox_event_new on outbox_event (due_at, event_id) where addressed = 0;

CREATE INDEX outbox_event_unmailed on outbox_event (due_at, event_id) where mailed = 0;

CREATE TABLE outbox_lease (
  id integer primary key check (id = 1),
  holder text not null,
  until integer not null
) strict;

CREATE TABLE paper (
  id text primary key,
  account_id text not null,
  subscription_id text,
  kind text not null check (kind in ('invoice', 'credit_note', 'statement')),
  series text not null,
  number text not null unique,
  month text not null,
  currency text not null,
  net_minor integer not null,
  tax_minor integer not null,
  gross_minor integer not null,
  body text not null,
  corrects text,
  payment_id text,
  issued_at integer not null,
  buyer_removed integer not null default 0,
  order_key text
) strict;

CREATE INDEX paper_account on paper (account_id, month);

CREATE INDEX paper_buyer on paper (issued_at) where buyer_removed = 0;

CREATE INDEX paper_correcting on paper (issued_at) where corrects is not null;

CREATE INDEX paper_corrects on paper (corrects) where corrects is not null;

CREATE INDEX paper_gross on paper (gross_minor, issued_at);

CREATE INDEX paper_issued on paper (issued_at);

CREATE INDEX paper_order on paper (order_key) where order_key <> '';

CREATE INDEX paper_unread on paper (id) where order_key is null;

CREATE TABLE paper_counter (
  series text primary key,
  last integer not null
) strict;

CREATE TABLE paper_gap (
  series text not null,
  first_number integer not null,
  last_number integer not null,
  reason text not null,
  at integer not null,
  primary key (series, first_number)
) strict, without rowid;

CREATE TABLE paper_setting (
  id text primary key,
  body text not null
) strict;

CREATE TABLE passkey (
  id text primary key,
  user_id text not null,
  credential_id text not null unique,
  public_key blob not null,
  counter integer not null,
  transports text not null,
  name text not null,
  created_at integer not null,
  last_used_at integer
) strict;

CREATE INDEX passkey_user on passkey (user_id);

CREATE TABLE passkey_challenge (
  challenge text primary key,
  user_id text,
  expires_at integer not null
) strict;

CREATE INDEX passkey_challenge_expiry on passkey_challenge (expires_at);

CREATE INDEX passkey_challenge_user on passkey_challenge (user_id);

CREATE TABLE password_failure (
  name text primary key,
  failures integer not null,
  until integer not null
) strict;

CREATE INDEX password_failure_until on password_failure (until);

CREATE TABLE password_reset (
  user_id text primary key,
  digest text not null unique,
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE TABLE payment (
  id text primary key,
  account_id text not null,
  subscription_id text not null,
  kind text not null check (kind in ('plan', 'renewal', 'package', 'automatic', 'overage')),
  terms text not null,
  period integer,
  net_minor integer not null,
  minor integer not null,
  currency text not null,
  state text not null check (state in ('requested', 'pending', 'paid', 'failed', 'part_refunded', 'refunded', 'disputed', 'reversed', 'cancelled')),
  provider text not null check (provider in ('manual', 'stripe')),
  provider_ref text,
  checkout_url text,
  reference text not null unique,
  is_charged integer not null,
  method text,
  attempts integer not null,
  next_at integer not null,
  failure text,
  problem text,
  received_minor integer not null,
  refunded_minor integer not null,
  dispute text check (dispute in ('open', 'won', 'lost')),
  disputed_minor integer not null,
  credits integer not null,
  grant_id text unique,
  removed integer not null,
  owed integer not null,
  collected integer not null,
  set_aside integer not null,
  paper_id text,
  credited_minor integer not null,
  created_at integer not null,
  paid_at integer,
  updated_at integer not null,
  paid_debts integer not null default 0 check (paid_debts >= 0),
  request_key text,
  request_at integer,
  card_customer text,
  card_method text,
  inquiry integer not null default 0,
  debit_at integer,
  dispute_due_at integer,
  unique (provider, provider_ref)
) strict;

CREATE INDEX payment_account on payment (account_id, created_at);

CREATE UNIQUE INDEX payment_automatic on payment (subscription_id) where kind = 'automatic' and state in ('requested', 'pending');

CREATE INDEX payment_created on payment (created_at);

CREATE INDEX payment_debit on payment (subscription_id) where debit_at is not null;

CREATE INDEX payment_inquiry on payment (created_at) where inquiry = 1;

CREATE INDEX payment_minor on payment (minor, created_at);

CREATE INDEX payment_next on payment (next_at) where next_at < 9007199254740991;

CREATE INDEX payment_of_period on payment (subscription_id, kind, period);

CREATE INDEX payment_owed on payment (subscription_id) where owed > collected;

CREATE UNIQUE INDEX payment_period on payment (subscription_id, kind, period) where kind in ('renewal', 'overage') and state in ('requested', 'pending');

CREATE INDEX payment_problem on payment (created_at) where problem is not null;

CREATE INDEX payment_received on payment (paid_at, id, state, inquiry, received_minor, currency, problem) where paid_at is not null and problem is null;

CREATE INDEX payment_state on payment (state, created_at) where state <> 'paid';

CREATE INDEX payment_uninvoiced on payment (paid_at) where paper_id is null and paid_at is not null;

CREATE TABLE payment_asked (
  subscription_id text primary key,
  number integer not null,
  asked_at integer not null
) strict;

CREATE TABLE payment_balance (
  id text primary key,
  created_at integer not null,
  type text not null,
  category text not null,
  currency text not null,
  minor integer not null,
  fee_minor integer not null,
  source text,
  charge_ref text
) strict;

CREATE INDEX payment_balance_created on payment_balance (created_at);

CREATE TABLE payment_event (
  provider text not null,
  event_id text not null,
  type text not null,
  payment_id text,
  at integer not null,
  primary key (provider, event_id)
) strict, without rowid;

CREATE INDEX payment_event_at on payment_event (at);

CREATE TABLE payment_listing (
  provider text primary key,
  state text not null check (state in ('due', 'skipped', 'done')),
  from_at integer not null,
  begun_at integer not null,
  handled integer not null,
  failure text,
  next_at integer not null
) strict;

CREATE TABLE payment_method (
  account_id text primary key,
  provider text not null,
  customer_ref text not null,
  method_ref text not null,
  label text not null,
  saved_at integer not null
) strict;

CREATE TABLE payment_provider (
  provider text primary key,
  heard_at integer,
  refused_since integer,
  refused_at integer,
  refused integer not null,
  mixed_at integer,
  read_until integer not null,
  read_at integer,
  next_read_at integer not null,
  balance_until integer,
  balance_at integer
) strict;

CREATE TABLE payment_provider_problem (
  code text primary key,
  found text not null,
  advice text not null,
  since integer not null
) strict;

CREATE TABLE payment_refund (
  id text primary key,
  payment_id text not null,
  minor integer not null,
  reason text not null,
  state text not null check (state in ('requested', 'done', 'failed')),
  next_at integer not null,
  created_at integer not null,
  request_key text,
  account text,
  recipient text,
  reference text,
  paper_id text,
  sent_by text,
  sent_at integer
) strict;

CREATE INDEX payment_refund_next on payment_refund (next_at) where state = 'requested';

CREATE INDEX payment_refund_of on payment_refund (payment_id);

CREATE INDEX payment_refund_reference on payment_refund (reference) where reference is not null;

CREATE INDEX payment_refund_to_send on payment_refund (created_at) where reference is not null and sent_at is null;

CREATE INDEX payment_refund_transfers on payment_refund (created_at) where reference is not null;

CREATE TABLE payment_return (
  id text primary key,
  provider text not null,
  provider_ref text not null,
  named text not null,
  currency text not null,
  received_minor integer not null,
  refunded_minor integer not null,
  dispute text check (dispute in ('inquiry', 'open', 'won', 'lost')),
  disputed_minor integer not null,
  state text not null check (state in ('unmatched', 'matched', 'closed')),
  created_at integer not null,
  updated_at integer not null,
  unique (provider, provider_ref)
) strict;

CREATE INDEX payment_return_open on payment_return (created_at) where state = 'unmatched';

CREATE TABLE payment_setting (
  id text primary key,
  value text not null
) strict;

CREATE TABLE payment_transfer (
  id text primary key,
  provider text not null,
  provider_ref text not null,
  minor integer not null,
  currency text not null,
  reference text not null,
  sender text not null,
  payment_id text,
  state text not null check (state in ('unmatched', 'matched', 'returned')),
  received_at integer not null,
  created_at integer not null,
  sender_account text not null default '',
  own_account text not null default '',
  source text not null default '',
  source_line integer,
  other_ref text,
  unique (provider, provider_ref)
) strict;

CREATE INDEX payment_transfer_minor on payment_transfer (minor, received_at);

CREATE INDEX payment_transfer_of on payment_transfer (payment_id);

CREATE INDEX payment_transfer_open on payment_transfer (received_at) where state = 'unmatched';

CREATE INDEX payment_transfer_other on payment_transfer (other_ref) where other_ref is not null;

CREATE INDEX payment_transfer_received on payment_transfer (received_at);

CREATE INDEX payment_transfer_reference on payment_transfer (reference);

CREATE INDEX payment_transfer_sender on payment_transfer (sender_account) where sender_account <> '';

CREATE TABLE product (
  id text primary key,
  display_name text not null,
  description text not null,
  terms text not null,
  subscription_required integer not null,
  approval_required integer not null,
  subscriptions_limit integer,
  state text not null,
  credits_granted integer,
  policy text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

CREATE INDEX product_created on product (created_at, id);

CREATE TABLE product_api (
  product_id text not null,
  api_id text not null,
  created_at integer not null,
  primary key (product_id, api_id)
) strict;

CREATE INDEX product_api_api on product_api (api_id, product_id);

CREATE TABLE product_offer (
  product_id text not null,
  version integer not null,
  on_sale integer not null,
  currency text not null,
  price_minor integer not null,
  price_every text not null,
  credits integer not null,
  credits_every text not null,
  carry_over integer not null,
  overage_minor integer,
  overage_per integer,
  overage_cap_max integer,
  packages text not null,
  notice_days integer not null,
  members_max integer,
  invoice_allowed integer not null,
  connector_credits_per_day integer,
  published_at integer not null,
  published_by text not null,
  who_pays text not null default 'notice' check (who_pays in ('notice', 'new')),
  primary key (product_id, version)
) strict;

CREATE TABLE proof_cut (
  day text not null,
  journal_id text not null,
  from_seq integer not null,
  to_seq integer not null,
  since integer not null,
  primary key (day, journal_id)
) strict, without rowid;

CREATE INDEX proof_cut_journal on proof_cut (journal_id, to_seq);

CREATE TABLE proof_day (
  day text not null,
  subscription_id text not null,
  number integer,
  calls integer not null,
  credits integer not null,
  call_root text,
  ledger_rows integer not null,
  ledger_head text not null,
  primary key (day, subscription_id)
) strict, without rowid;

CREATE TABLE proof_done (
  day text primary key,
  leaves integer not null,
  digest text not null,
  made_at integer not null
) strict;

CREATE TABLE proof_epoch (
  subscription_id text not null,
  epoch integer not null,
  month text not null,
  number integer not null,
  size integer not null,
  root text not null,
  reason text not null,
  primary key (subscription_id, epoch)
) strict, without rowid;

CREATE TABLE proof_key (
  id text primary key,
  seed blob not null,
  created_at integer not null,
  retired_at integer
) strict;

CREATE TABLE proof_log (
  subscription_id text primary key,
  size integer not null,
  subtrees text not null,
  balance integer not null,
  ledger_rows integer not null,
  ledger_head text not null,
  month text not null
) strict;

CREATE TABLE proof_month (
  subscription_id text not null,
  month text not null,
  size integer not null,
  subtrees text not null,
  balance integer not null,
  ledger_rows integer not null,
  ledger_head text not null,
  usage text not null,
  primary key (subscription_id, month)
) strict, without rowid;

CREATE TABLE proof_salt (
  user_id text primary key,
  salt blob not null
) strict;

CREATE TABLE proof_state (
  id integer primary key,
  cut_day text not null,
  leaf_day text not null,
  epoch integer not null,
  restored text not null,
  claimed_until integer not null,
  claimed_by text not null
) strict;

CREATE TABLE proof_statement (
  user_id text not null,
  month text not null,
  body text not null,
  issued_at integer not null,
  primary key (user_id, month)
) strict;

CREATE TABLE proof_tenure (
  subscription_id text not null,
  number integer not null,
  user_id text not null,
  log text not null,
  since integer not null,
  from_day text not null,
  ledger_rows integer not null,
  ledger_head text not null,
  own_rows integer,
  own_head text,
  bridge integer not null,
  epoch integer,
  former_epoch integer,
  former_size integer,
  former_root text,
  product_id text,
  unlimited integer,
  grants text,
  primary key (subscription_id, number)
) strict, without rowid;

CREATE INDEX proof_tenure_user on proof_tenure (user_id);

CREATE TABLE proof_tenure_day (
  subscription_id text not null,
  number integer not null,
  day text not null,
  ledger_rows integer,
  credits integer not null,
  primary key (subscription_id, number, day)
) strict, without rowid;

CREATE TABLE quota_lease (
  journal_id text not null,
  subscription_id text not null,
  period_start integer not null,
  period_end integer not null,
  calls integer not null check (calls >= 0),
  bytes integer not null check (bytes >= 0),
  return_requested integer not null default 0,
  primary key (subscription_id, period_start, period_end, journal_id)
) strict;

CREATE INDEX quota_lease_journal on quota_lease (journal_id, return_requested);

CREATE TABLE quota_lock (
  subscription_id text primary key,
  locks integer not null
) strict;

CREATE TABLE rate_holder (
  holder text primary key,
  seen_at integer not null
) strict;

CREATE TABLE rate_lease (
  name text not null,
  holder text not null,
  held integer not null check (held >= 0),
  spent_at integer not null default -1,
  return_requested integer not null default 0,
  primary key (name, holder)
) strict;

CREATE INDEX rate_lease_holder on rate_lease (holder, return_requested);

CREATE TABLE rate_window (
  name text primary key,
  calls integer not null,
  period_ms integer not null,
  start_at integer not null,
  free integer not null check (free >= 0),
  spent integer not null default 0 check (spent >= 0)
) strict;

CREATE TABLE received_record (
  api_id text not null,
  path text not null,
  source text not null,
  received_at integer not null,
  body blob not null,
  primary key (api_id, path)
) strict, without rowid;

CREATE INDEX received_record_age on received_record (api_id, received_at);

CREATE TABLE recovery_code (
  user_id text not null,
  digest text not null,
  primary key (user_id, digest)
) strict, without rowid;

CREATE TABLE remaining_credential (
  account_id text not null,
  kind text not null,
  why text not null,
  about text not null,
  at integer not null,
  primary key (account_id, kind, why, about)
) strict, without rowid;

CREATE VIEW request_caller as select chunk.journal_id, chunk.first_seq, chunk.first_at, caller.value ->> 0 as subscription_id, caller.value ->> 1 as user_id, cast(caller.value ->> 2 as bigint) as calls, cast(caller.value ->> 3 as bigint) as credits, cast(caller.value ->> 4 as bigint) as bytes from request_chunk chunk cross join json_each(chunk.callers) as caller;

CREATE TABLE request_chunk (
  last_at integer not null,
  journal_id text not null,
  first_seq integer not null,
  first_at integer not null,
  calls integer not null,
  labels text not null,
  entries text not null,
  shard integer not null default 0,
  callers text not null default '[]',
  primary key (last_at, journal_id, first_seq)
) strict;

CREATE INDEX request_chunk_journal on request_chunk (journal_id, first_seq);

CREATE INDEX request_chunk_seq on request_chunk (journal_id, first_seq);

CREATE INDEX request_chunk_shard on request_chunk (shard, last_at, journal_id, first_seq);

CREATE VIEW request_log as select chunk.journal_id, chunk.first_seq + cast(entry.value ->> 0 as bigint) as seq, chunk.first_at - chunk.first_at % 60000 + cast(entry.value ->> 1 as bigint) as at, entry.value ->> 3 as request_id, (chunk.callers -> cast((chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 11 as integer)) ->> 0 as subscription_id, (chunk.callers -> cast((chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 11 as integer)) ->> 1 as user_id, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 0 as product_id, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 1 as api_id, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 2 as operation, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 3 as method, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 4 as ip_address, entry.value ->> 4 as url, cast((chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 5 as bigint) as status, cast((chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 6 as bigint) as credits, cast(entry.value ->> 5 as bigint) as request_size, cast(entry.value ->> 6 as bigint) as response_size, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 7 as cache, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 8 as error_code, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 9 as key_slot, (chunk.labels -> cast(entry.value ->> 2 as integer)) ->> 10 as data_source, cast(entry.value ->> 7 as bigint) as api_us, cast(entry.value ->> 8 as bigint) as service_us from request_chunk chunk cross join json_each(chunk.entries) as entry;

CREATE TABLE reset_link (
  digest text primary key,
  user_id text not null,
  origin text not null check (origin in ('operator', 'known', 'other')),
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE INDEX reset_link_expires on reset_link (expires_at);

CREATE INDEX reset_link_user on reset_link (user_id);

CREATE TABLE restored_charge (
  provider_ref text primary key,
  named text not null,
  subscription_id text,
  kind text,
  period integer,
  request_key text,
  minor integer not null,
  currency text not null,
  charged_at integer not null,
  is_kept integer not null
) strict;

CREATE INDEX restored_charge_of on restored_charge (subscription_id, kind, period);

CREATE TABLE second_factor (
  user_id text primary key,
  sealed blob,
  pending_sealed blob,
  on_since integer,
  last_step integer not null
) strict;

CREATE TABLE setting (
  name text primary key,
  value text not null
) strict;

CREATE TABLE sign_on_attempt (
  digest text primary key,
  provider text not null,
  purpose text not null,
  user_id text,
  expires_at integer not null
) strict;

CREATE INDEX sign_on_attempt_expiry on sign_on_attempt (expires_at);

CREATE TABLE sqlite_sequence(
  name,
  seq
);

CREATE TABLE subscription (
  id text primary key,
  owner_id text not null,
  scope text not null,
  product_id text,
  display_name text not null,
  state text not null,
  state_comment text,
  created_at integer not null,
  start_at integer,
  expires_at integer,
  ended_at integer,
  deleted_at integer
) strict;

CREATE INDEX subscription_expiry on subscription (state, expires_at) where deleted_at is null and expires_at is not null;

CREATE INDEX subscription_newest on subscription (created_at, id) where deleted_at is null;

CREATE INDEX subscription_owner on subscription (owner_id, created_at);

CREATE INDEX subscription_state on subscription (state, created_at, id) where deleted_at is null;

CREATE TABLE subscription_key (
  digest text primary key,
  subscription_id text not null,
  slot text not null,
  sealed blob,
  created_at integer not null,
  expires_at integer,
  ending text
) strict;

CREATE INDEX subscription_key_ending on subscription_key (ending) where ending is not null;

CREATE INDEX subscription_key_subscription on subscription_key (subscription_id);

CREATE INDEX subscription_key_unread on subscription_key (digest) where ending is null and sealed is not null;

CREATE TABLE tax_id_check (
  account_id text primary key,
  country text not null,
  tax_id text not null,
  state text not null check (state in ('unconfirmed', 'valid', 'invalid', 'accepted', 'refused')),
  since integer not null,
  attempts integer not null,
  asked_at integer not null,
  answered_on text,
  reference text,
  due_at integer
) strict;

CREATE INDEX tax_id_check_due on tax_id_check (due_at) where due_at is not null;

CREATE INDEX tax_id_check_state on tax_id_check (state, since);

CREATE TABLE tax_id_refusal (
  account_id text not null,
  country text not null,
  tax_id text not null,
  primary key (account_id, country, tax_id)
) strict;

CREATE TABLE terms (
  kind text not null check (kind in ('terms', 'privacy', 'dpa', 'data_license')),
  version integer not null,
  title text not null,
  url text,
  body text,
  digest text not null,
  published_at integer not null,
  published_by text not null,
  primary key (kind, version)
) strict;

CREATE TABLE top_up (
  subscription_id text primary key,
  enabled integer not null,
  threshold integer not null,
  package_id text not null,
  month_limit_minor integer not null,
  failures integer not null,
  next_at integer not null,
  stopped text,
  updated_at integer not null
) strict;

CREATE INDEX top_up_enabled on top_up (next_at) where enabled = 1;

CREATE TABLE trial_mailbox (
  mailbox text primary key,
  user_id text not null
) strict, without rowid;

CREATE INDEX trial_mailbox_user on trial_mailbox (user_id);

CREATE TABLE upstream_misfit (
  api_id text not null,
  source text not null,
  minute integer not null,
  answers integer not null,
  reason text not null,
  last_at integer not null,
  primary key (api_id, source, minute)
) strict, without rowid;

CREATE INDEX upstream_misfit_minute on upstream_misfit (minute);

CREATE VIEW usage_hourly as select s.subscription_id, r.hour, s.api_id, s.operation, s.class, s.user_id, r.calls, r.credits, r.bytes, r.cache_hits, r.cache_misses, r.api_us_sum, r.api_us_min, r.api_us_max, r.service_us_sum, r.service_us_min, r.service_us_max from usage_series s cross join usage_hourly_sum r where r.series_id = s.id union all select s.subscription_id, r.hour, s.api_id, s.operation, s.class, s.user_id, r.calls, r.credits, r.bytes, r.cache_hits, r.cache_misses, r.api_us_sum, r.api_us_min, r.api_us_max, r.service_us_sum, r.service_us_min, r.service_us_max from usage_series s cross join usage_hourly_sum_slot r where r.series_id = s.id;

CREATE TABLE usage_hourly_sum (
  hour integer not null,
  series_id integer not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (hour, series_id)
) strict, without rowid;

CREATE INDEX usage_hourly_sum_series on usage_hourly_sum (series_id, hour);

CREATE TABLE usage_hourly_sum_slot (
  hour integer not null,
  series_id integer not null,
  slot integer not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (hour, series_id, slot)
) strict, without rowid;

CREATE INDEX usage_hourly_sum_slot_series on usage_hourly_sum_slot (series_id, hour);

CREATE TABLE usage_hourly_total (
  hour integer not null,
  api_id text not null,
  class text not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (hour, api_id, class)
) strict, without rowid;

CREATE TABLE usage_hourly_total_slot (
  hour integer not null,
  api_id text not null,
  class text not null,
  slot integer not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (hour, api_id, class, slot)
) strict, without rowid;

CREATE VIEW usage_minute as select s.subscription_id, r.minute, s.api_id, s.operation, s.class, s.user_id, r.calls, r.credits, r.bytes, r.cache_hits, r.cache_misses, r.api_us_sum, r.api_us_min, r.api_us_max, r.service_us_sum, r.service_us_min, r.service_us_max from usage_series s , usage_minute_sum r where r.series_id = s.id union all select s.subscription_id, r.minute, s.api_id, s.operation, s.class, s.user_id, r.calls, r.credits, r.bytes, r.cache_hits, r.cache_misses, r.api_us_sum, r.api_us_min, r.api_us_max, r.service_us_sum, r.service_us_min, r.service_us_max from usage_series s , usage_minute_sum_slot r where r.series_id = s.id;

CREATE TABLE usage_minute_sum (
  minute integer not null,
  series_id integer not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (minute, series_id)
) strict, without rowid;

CREATE TABLE usage_minute_sum_slot (
  minute integer not null,
  series_id integer not null,
  slot integer not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (minute, series_id, slot)
) strict, without rowid;

CREATE TABLE usage_minute_total (
  minute integer not null,
  api_id text not null,
  class text not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (minute, api_id, class)
) strict, without rowid;

CREATE TABLE usage_minute_total_slot (
  minute integer not null,
  api_id text not null,
  class text not null,
  slot integer not null,
  calls integer not null,
  credits integer not null,
  bytes integer not null,
  cache_hits integer not null,
  cache_misses integer not null,
  api_us_sum integer not null,
  api_us_min integer not null,
  api_us_max integer not null,
  service_us_sum integer not null,
  service_us_min integer not null,
  service_us_max integer not null,
  primary key (minute, api_id, class, slot)
) strict, without rowid;

CREATE TABLE usage_rejected (
  journal_id text not null,
  seq integer not null,
  at integer not null,
  reason text not null,
  record blob not null,
  primary key (journal_id, seq)
) strict;

CREATE TABLE usage_series (
  id integer primary key autoincrement,
  subscription_id text not null,
  api_id text not null,
  operation text not null,
  class text not null,
  user_id text not null,
  unique (subscription_id, api_id, operation, class, user_id)
) strict;

CREATE INDEX usage_series_user on usage_series (user_id);

CREATE TABLE user_note (
  id text primary key,
  user_id text not null,
  text text not null,
  author text not null,
  created_at integer not null
) strict;

CREATE INDEX user_note_user on user_note (user_id, created_at, id);

CREATE TABLE user_word (
  word text not null,
  user_id text not null,
  primary key (word, user_id)
) strict, without rowid;

CREATE INDEX user_word_user on user_word (user_id);

CREATE TABLE waiting_trial (
  user_id text primary key,
  subscription_id text not null
) strict, without rowid;

CREATE TABLE watch_comparison (
  api text primary key,
  swap text not null,
  swapped_at integer not null,
  ended_at integer not null,
  watches integer not null
) strict;

CREATE TABLE watch_found (
  list integer not null,
  api text not null,
  swap text not null,
  events integer not null,
  primary key (list, api)
) strict, without rowid;

CREATE TABLE watch_list (
  id integer primary key autoincrement,
  subscription_id text not null unique,
  watches integer not null
) strict;

CREATE TABLE watched_vin (
  list integer not null,
  vin text not null,
  families integer not null,
  created_at integer not null,
  primary key (list, vin)
) strict, without rowid;

CREATE INDEX watched_vin_order on watched_vin (vin, list, families);

CREATE TABLE webhook (
  id text primary key,
  user_id text,
  url text not null,
  description text not null,
  types text not null,
  credit_thresholds text not null,
  sealed blob not null,
  former_sealed blob,
  former_until integer,
  state text not null,
  failing_since integer,
  disabled_at integer,
  next_at integer,
  created_at integer not null,
  updated_at integer not null,
  unconfirmed integer not null default 0,
  url_sealed blob,
  resent_hour integer not null default 0,
  resent integer not null default 0
) strict;

CREATE INDEX webhook_failing on webhook (failing_since) where failing_since is not null;

CREATE INDEX webhook_next on webhook (next_at) where next_at is not null;

CREATE INDEX webhook_user on webhook (user_id, created_at, id);

CREATE TABLE webhook_attempt (
  webhook_id text not null,
  event_id text not null,
  number integer not null,
  at integer not null,
  duration_ms integer not null,
  status integer,
  error text,
  response text,
  primary key (webhook_id, event_id, number)
) strict;

CREATE INDEX webhook_attempt_event on webhook_attempt (event_id);

CREATE TABLE webhook_delivery (
  webhook_id text not null,
  event_id text not null,
  state text not null,
  due_at integer not null,
  attempts integer not null default 0,
  retries integer not null default 0,
  began_at integer not null,
  ended_at integer,
  primary key (webhook_id, event_id)
) strict;

CREATE INDEX webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'pending';

CREATE INDEX webhook_delivery_event on webhook_delivery (event_id);
