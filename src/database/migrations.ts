import type { Migration, Types } from "./migration.ts";
import { access } from "./schema/access.ts";
import { accounts } from "./schema/accounts.ts";
import { acmeCertificate } from "./schema/acme-certificate.ts";
import { apiDocuments } from "./schema/api-documents.ts";
import { chargedCalls } from "./schema/charged-calls.ts";
import { clockSkew } from "./schema/clock-skew.ts";
import { debts } from "./schema/debts.ts";
import { familyUpstreams } from "./schema/family-upstreams.ts";
import { gateway } from "./schema/gateway.ts";
import { imports } from "./schema/imports.ts";
import { knownAddresses, trialMailboxes } from "./schema/known-addresses.ts";
import { limits } from "./schema/limits.ts";
import { loggedCalls } from "./schema/logged-calls.ts";
import { metering } from "./schema/metering.ts";
import { nodeKeys } from "./schema/node-keys.ts";
import { nodeUpstreams } from "./schema/node-upstreams.ts";
import { outbox } from "./schema/outbox.ts";
import { products } from "./schema/products.ts";
import { requestLog } from "./schema/request-log.ts";
import { system } from "./schema/system.ts";
import { upstreamCredentials } from "./schema/upstream-credentials.ts";
import { usage } from "./schema/usage.ts";
import { usageSlots } from "./schema/usage-slots.ts";
import { watches } from "./schema/watches.ts";

// There are no foreign keys: ledger, rollups and request log outlive their users and subscriptions.
const subjects = [system, accounts, access, products, imports, metering, limits, usage, requestLog];

/** The schema of the first release. */
const release020: Migration = {
  id: "0001-release-0.2.0",
  summary: "creates the tables of release 0.2.0",
  statements: (types: Types) => subjects.flatMap((subject) => subject(types)),
};

/** The migrations of the core, oldest first. A released one never changes: add another at the end. */
export const coreMigrations: readonly Migration[] = [
  release020,
  knownAddresses,
  debts,
  clockSkew,
  gateway,
  apiDocuments,
  familyUpstreams,
  usageSlots,
  nodeUpstreams,
  acmeCertificate,
  loggedCalls,
  nodeKeys,
  outbox,
  watches,
  chargedCalls,
  upstreamCredentials,
  trialMailboxes,
];

/** What has tables of its own, as a `Feature` does. */
export interface Migrating {
  /** Their IDs are unique and say when they were made: a new one has the highest of all. */
  readonly migrations?: readonly Migration[];
}

/** The migrations of the core and of features, oldest first. */
export const migrationsWith = (features: readonly Migrating[]): readonly Migration[] =>
  [...coreMigrations, ...features.flatMap(({ migrations = [] }) => migrations)].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
