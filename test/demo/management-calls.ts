import type { Context } from "../../src/calls/context.ts";
import { exampleVin } from "../../src/vehicles/families/examples.ts";
import { entryCalls, takeBackCall } from "./entry-calls.ts";
import { inboxCalls } from "./inbox-calls.ts";
import { mailCalls } from "./mail-calls.ts";
import { offerCalls } from "./offer-calls.ts";
import { organizationCalls } from "./organization-calls.ts";
import { paperCalls } from "./paper-calls.ts";
import { paymentCalls } from "./payment-calls.ts";
import { planCalls, settlingCalls } from "./plan-calls.ts";
import { reportCalls } from "./report-calls.ts";
import { closingCalls, signInCalls } from "./sign-in-calls.ts";

/** Results of earlier calls for later ones. */
export interface Made {
  userId: string;
  key: string;
  session: string;
  tokenId: string;
  apiId: string;
  importId: string;
  webhookId: string;
  eventId: string;
  grantId: string;
}

/** One call of an operation other than lookups, as the OpenAPI document shows it. */
export interface ManagementCall {
  readonly operation: string;
  /** The operator by default. */
  readonly as?: "client" | "user" | "key" | "nobody";
  /** Creates the object of the call. */
  readonly prepare?: (app: Context, made: Made) => Promise<void>;
  readonly params?: (made: Made) => Record<string, string>;
  readonly query?: (made: Made) => Record<string, string | number>;
  readonly json?: (made: Made) => unknown;
  /** The body, instead of `json`. */
  readonly file?: string;
  /** Repeats the call until its response matches. */
  readonly until?: (body: never) => boolean;
  /** Values of its response for later calls. */
  readonly keep?: (body: never, made: Made) => void;
}

// Objects that a new installation with the demo set has, so that the document's examples are answered there.
const demoUser = () => ({ id: "acme" });
const unlimited = () => ({ id: "unlimited" });
const userId = (made: Made) => ({ user_id: made.userId });
const subscription = () => ({ id: "acme-fleet" });
const subscriptionId = () => ({ subscription_id: "acme-fleet" });
const fleet = () => ({ id: "fleet" });
const fleetApi = () => ({ id: "fleet", api_id: "lien" });
const gate = (made: Made) => ({ api_id: made.apiId });
const watchedVin = () => ({ vin: "5J6RW2H59JL990075" });
const webhook = (made: Made) => ({ webhook_id: made.webhookId });
const firstPage = () => ({ page: 1, page_size: 2 });
const window = () => ({ timestamp_ge: "2026-11-20T00:00:00Z", timestamp_le: "2026-11-22T00:00:00Z" });

const account = { email: "grace@example.com", first_name: "Grace", last_name: "Hopper" };
const product = {
  display_name: "Fleet",
  description: "Decoding and liens for fleets.",
  credits_granted: 1000,
  state: "published",
};
const policy = {
  rate_limit: { calls: 60, renewal_period_s: 60 },
  quota: { calls: 10_000, renewal: "month" },
  credit_cost: { default: 1, per_api: { lien: 2 } },
};

/** Every operation that returns JSON but lookups of one vehicle, in an order in which each finds what it needs. */
export const managementCalls: readonly ManagementCall[] = [
  { operation: "getHealth", as: "nobody" },
  { operation: "getLiveness", as: "nobody" },
  { operation: "getReadiness", as: "nobody" },
  { operation: "getIdentity", as: "nobody" },
  { operation: "getOptions", as: "nobody", params: () => ({ path: "users" }) },
  { operation: "getSampleDecode", as: "nobody" },
  { operation: "checkEmail", as: "client", query: () => ({ email: "ada@example.com" }) },
  {
    operation: "signUp",
    as: "client",
    json: () => ({
      email: "ada@example.com",
      password: "a long passphrase",
      first_name: "Ada",
      last_name: "Byron",
    }),
    keep: (body: { user: { id: string }; keys: { primary_key: string } }, made) => {
      made.userId = body.user.id;
      made.key = body.keys.primary_key;
    },
  },
  { operation: "getRoot", as: "key" },
  {
    operation: "readVins",
    as: "key",
    json: () => ({
      text: `Dear Sirs, the car (VIN: ${exampleVin.slice(0, 3)}-${exampleVin.slice(3)}) is sold.`,
    }),
  },
  { operation: "getCoverage", as: "key", params: () => ({ vin: exampleVin }) },
  {
    operation: "getVehicleCoverage",
    as: "key",
    query: () => ({ year: "2018", make: "Honda", model: "CR-V" }),
  },
  { operation: "getPlateCoverage", as: "key", params: () => ({ state: "CA", plate: "DEMO123" }) },
  ...reportCalls,
  {
    operation: "decodeVins",
    as: "key",
    json: () => ({ vins: ["5J6RW2H59JL990075", { vin: "1M8GDM9AXKP042788", year: 1989 }] }),
  },
  {
    operation: "putWatch",
    as: "key",
    params: watchedVin,
    json: () => ({ families: ["auction", "lien"] }),
  },
  { operation: "getWatch", as: "key", params: watchedVin },
  { operation: "putWatches", as: "key", file: "vin,families\n5J6RW2H59JL990075,auction lien saleshistory\n" },
  { operation: "listWatches", as: "key", query: firstPage },
  { operation: "reportOfKey", as: "key", query: window },
  { operation: "deleteWatch", as: "key", params: watchedVin },
  {
    operation: "vpicDecodeVINValuesBatch",
    as: "key",
    json: () => ({ data: "5J6RW2H59JL990075,2018;1M8GDM9A*KP", format: "json" }),
  },
  ...entryCalls,
  {
    operation: "signIn",
    as: "client",
    json: () => ({ email: "ada@example.com", password: "another passphrase" }),
    keep: (body: { token: string }, made) => {
      made.session = body.token;
    },
  },
  ...signInCalls,
  ...mailCalls,
  { operation: "signUpUser", json: () => ({ ...account, email: "alan@example.com", note: "By telephone." }) },
  { operation: "createUser", params: () => ({ id: "acme" }), json: () => account },
  takeBackCall,
  {
    operation: "putUser",
    params: () => ({ id: "acme" }),
    json: () => ({ ...account, last_name: "Murray Hopper", role: "customer" }),
  },
  {
    operation: "patchUser",
    params: () => ({ user_id: "acme" }),
    json: () => ({ first_name: "Augusta", department: "Claims" }),
  },
  { operation: "getUser", params: () => ({ user_id: "acme" }) },
  { operation: "listUsers", query: firstPage },
  { operation: "createUserToken", params: demoUser, query: () => ({ name: "nightly import" }) },
  {
    operation: "listUserTokens",
    params: demoUser,
    query: firstPage,
    keep: (body: { id: string }[], made) => {
      made.tokenId = body[0]!.id;
    },
  },
  { operation: "revokeUserToken", params: (made) => ({ id: "acme", token_id: made.tokenId }) },
  { operation: "createProduct", params: fleet, json: () => product },
  { operation: "putProduct", params: fleet, json: () => ({ ...product, approval_required: false }) },
  { operation: "putProductPolicy", params: fleet, json: () => ({ policy }) },
  { operation: "getProductPolicy", params: unlimited },
  { operation: "previewProductPolicy", params: fleet, json: () => ({ policy }) },
  { operation: "addProductApi", params: fleetApi },
  { operation: "listProductApis", params: unlimited, query: firstPage },
  ...offerCalls,
  { operation: "removeProductApi", params: fleetApi },
  { operation: "getProduct", params: unlimited },
  { operation: "listProducts", query: firstPage },
  {
    operation: "createSubscription",
    params: subscription,
    json: () => ({ scope: "/products/fleet", owner_id: "acme", display_name: "Fleet of Acme" }),
  },
  {
    operation: "putSubscription",
    params: subscription,
    json: () => ({ scope: "/products/fleet", owner_id: "acme", display_name: "Vans of Acme" }),
  },
  {
    operation: "patchSubscription",
    params: subscription,
    json: () => ({ expires_at: "2027-12-31T00:00:00Z" }),
  },
  { operation: "getSubscription", params: subscriptionId },
  { operation: "listSubscriptions", query: firstPage },
  { operation: "listUserSubscriptions", params: () => ({ id: "acme" }), query: firstPage },
  {
    operation: "bumpSandbox",
    json: () => ({ subscription_id: "acme-fleet", credits: 500, reason: "Trial of the lien API" }),
  },
  {
    operation: "adjustCredits",
    params: subscription,
    json: () => ({ change: -20, reason: "Refund of July", idempotency_key: "refund-2026-07" }),
  },
  { operation: "listLedger", params: subscriptionId, query: firstPage },
  { operation: "listSubscriptionWatches", params: subscriptionId, query: firstPage },
  { operation: "listSecrets", params: subscriptionId },
  { operation: "listKeys", params: subscriptionId },
  { operation: "getDatasetColumns", params: () => ({ family: "lien" }) },
  { operation: "findKeys", json: () => ({ key: "vgk_F8wV" }) },
  {
    operation: "listUserSubscriptionSecrets",
    params: () => ({ id: "acme", subscription_id: "acme-fleet" }),
  },
  { operation: "regeneratePrimaryKey", params: subscription, json: () => ({ grace_seconds: 3600 }) },
  { operation: "regenerateSecondaryKey", params: subscription, json: () => ({}) },
  { operation: "regenerateTestKey", params: subscription, json: () => ({}) },
  ...planCalls,
  ...paperCalls,
  ...settlingCalls,
  ...organizationCalls,
  ...paymentCalls,
  { operation: "deleteSubscription", params: subscriptionId },
  {
    operation: "createApi",
    json: () => ({
      name: "gate-records",
      display_name: "Gate records",
      path: "gate-records",
      service_url: "https://gate.example.com/v1",
      auth: { header: "X-Api-Key", value: "kept-secret" },
      timeout_ms: 5000,
    }),
    keep: (body: { id: string }, made) => {
      made.apiId = body.id;
    },
  },
  { operation: "getApi", params: () => ({ api_id: "lien" }) },
  { operation: "testApi", json: () => ({ service_url: "http://10.20.0.5:8443/v1", path: "/status" }) },
  { operation: "getApiHealth", params: () => ({ api_id: "lien" }) },
  { operation: "updateApi", params: gate, json: () => ({ timeout_ms: 8000 }) },
  { operation: "deleteApi", params: gate },
  { operation: "listApis", query: firstPage },
  { operation: "reportByApi", query: window },
  { operation: "reportBySubscription", query: window },
  { operation: "reportByUser", query: window },
  { operation: "reportByRequest", query: () => ({ ...window(), page_size: 2 }) },
  { operation: "reportByKey", query: window },
  { operation: "reportByError", query: window },
  { operation: "reportTimes" },
  { operation: "reportTimeseries", query: () => ({ ...window(), granularity: "day" }) },
  {
    operation: "createWebhook",
    json: () => ({
      url: "https://hooks.example.com/vingate",
      description: "Alerts of Acme",
      types: ["credits.low", "credits.gone", "key.replaced"],
      credit_thresholds: [1000, 100],
      user_id: "acme",
    }),
    keep: (body: { id: string }, made) => {
      made.webhookId = body.id;
    },
  },
  { operation: "listWebhooks", query: firstPage },
  { operation: "listWebhookEventTypes" },
  { operation: "getWebhook", params: webhook },
  { operation: "updateWebhook", params: webhook, json: () => ({ credit_thresholds: [500] }) },
  { operation: "listWebhookSecrets", params: webhook },
  { operation: "regenerateWebhookSecret", params: webhook },
  {
    operation: "testWebhook",
    params: webhook,
    keep: (body: { event_id: string }, made) => {
      made.eventId = body.event_id;
    },
  },
  { operation: "listWebhookDeliveries", params: webhook, query: firstPage },
  {
    operation: "getWebhookDelivery",
    params: (made) => ({ ...webhook(made), event_id: made.eventId }),
  },
  {
    operation: "replayWebhook",
    params: webhook,
    json: () => ({ since: "2026-11-20T00:00:00Z", state: "failed" }),
  },
  { operation: "deleteWebhook", params: webhook },
  { operation: "listAudit", query: firstPage },
  { operation: "getSystem" },
  { operation: "checkLedger" },
  ...inboxCalls,
  ...closingCalls,
  { operation: "deleteUser", params: userId },
  { operation: "deleteProduct", params: fleet },
  { operation: "vpicRoutes", as: "nobody", query: () => ({ format: "json" }) },
];
