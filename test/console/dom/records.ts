import type { Api, AuditRecord, Product, Schemas, Subscription } from "../../../console/src/api/client.ts";
import type { User } from "../../../console/src/api/session.ts";

// Complete records of the API; a test names what it is about.

export const user = (more: Partial<User> = {}): User => ({
  id: "ada",
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Byron",
  role: "customer",
  operator_role: null,
  kind: "person",
  state: "active",
  attributes: {},
  email_confirmed: true,
  language: "en",
  note: null,
  registered_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-01T08:00:00Z",
  ...more,
});

/** A row of the list of customers. */
export const customer = (more: Partial<Schemas["Customer"]> = {}): Schemas["Customer"] => ({
  id: "ada",
  name: "Ada Byron",
  email: "ada@example.com",
  kind: "person",
  members: null,
  first_member: null,
  state: "active",
  needs_you: false,
  subscriptions: 1,
  subscription_id: "sub-1",
  plan: "Trial",
  product_id: "trial",
  offer_version: null,
  price_minor: null,
  price_every: null,
  currency: null,
  request_id: null,
  request: null,
  credits_left: 60,
  calls: 12,
  next_payment_minor: null,
  next_payment_currency: null,
  next_payment_at: null,
  next_payment_state: null,
  lapses_at: null,
  registered_at: "2026-11-01T08:00:00Z",
  ...more,
});

export const operator = (more: Partial<User> = {}): User =>
  user({
    id: "op",
    email: "op@example.com",
    first_name: "Olga",
    last_name: "Ops",
    role: "operator",
    operator_role: "owner",
    ...more,
  });

export const credits = (remaining: number, granted = 100) => ({
  granted,
  used: granted - remaining,
  remaining,
  unlimited: false,
});

export const unlimited = { granted: 0, used: 7, remaining: null, unlimited: true };

export const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: "sub-1",
  owner_id: "ada",
  scope: "/products/trial",
  product_id: "trial",
  display_name: "Lot intake",
  state: "active",
  state_comment: null,
  created_at: "2026-11-02T09:00:00Z",
  start_at: null,
  expires_at: null,
  ended_at: null,
  credits: credits(60),
  ...more,
});

export const product = (more: Partial<Product> = {}): Product => ({
  id: "trial",
  display_name: "Trial",
  description: "For a first look.",
  terms: "",
  subscription_required: true,
  approval_required: false,
  subscriptions_limit: null,
  state: "published",
  credits_granted: 15,
  policy: {},
  created_at: "2026-11-01T00:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
  ...more,
});

export const apiRecord = (more: Partial<Api> = {}): Api => ({
  id: "auction",
  name: "auction",
  display_name: "Auction history",
  path: "auction",
  description: "Auctions of a vehicle.",
  service_url: null,
  ca_certificate: null,
  protocols: ["https"],
  subscription_required: true,
  timeout_ms: 10_000,
  max_concurrent: null,
  request_max_bytes: null,
  validate: false,
  set_cookies: false,
  auth: null,
  fallback: null,
  upstream: null,
  contact: null,
  license: null,
  terms_of_service_url: null,
  builtin: true,
  created_at: "2026-11-01T00:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
  ...more,
});

export const keys = (
  primary = "vgk_aaaaaaaaaaaaaaaaaaaa11111",
  secondary = "vgk_bbbbbbbbbbbbbbbbbbbb22222",
  test = "vgk_testcccccccccccccccc33333",
) => ({
  primary_key: primary,
  secondary_key: secondary,
  test_key: test,
});

export const auditRecord = (more: Partial<AuditRecord> = {}): AuditRecord => ({
  id: "a1",
  timestamp: "2026-11-21T20:00:00Z",
  actor: "/users/ada",
  actor_name: "Ada Byron",
  action: "user.update",
  object: "/users/ada",
  object_name: "Ada Byron",
  object_owner: null,
  ip_address: "192.0.2.7",
  request_id: "r1",
  before: null,
  after: null,
  ...more,
});
