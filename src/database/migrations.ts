import type { Migration, Types } from "./migration.ts";
import { access } from "./migrations/access.ts";
import { accounts } from "./migrations/accounts.ts";
import { acmeCertificate } from "./migrations/acme-certificate.ts";
import { apiDocuments } from "./migrations/api-documents.ts";
import { ledgerChain } from "./migrations/chained-entries.ts";
import { chargedCalls } from "./migrations/charged-calls.ts";
import { creditGrants } from "./migrations/credit-grants.ts";
import { debts } from "./migrations/debts.ts";
import { decisions } from "./migrations/decisions.ts";
import { familyUpstreams, vendorMappings } from "./migrations/family-upstreams.ts";
import { gateway } from "./migrations/gateway.ts";
import { datasetReaders, imports } from "./migrations/imports.ts";
import { limits } from "./migrations/limits.ts";
import { loggedCalls } from "./migrations/logged-calls.ts";
import { metering } from "./migrations/metering.ts";
import { clockSkew, inbox, nodeKeys, nodeUpstreams } from "./migrations/nodes.ts";
import { outbox } from "./migrations/outbox.ts";
import {
  accountLanguages,
  closedMailboxes,
  confirmedEmails,
  knownAddresses,
  people,
  secondFactors,
  trialMailboxes,
  userNotes,
  waitingTrials,
} from "./migrations/people.ts";
import { products } from "./migrations/products.ts";
import {
  addressReturns,
  hostEntries,
  mailedLinks,
  proofs,
  provedMailboxes,
  remainingCredentials,
} from "./migrations/proofs.ts";
import { requestLog } from "./migrations/request-log.ts";
import { search, system } from "./migrations/system.ts";
import { upstreamCredentials } from "./migrations/upstream-credentials.ts";
import { usage } from "./migrations/usage.ts";
import { usageSlots } from "./migrations/usage-slots.ts";
import { watches } from "./migrations/watches.ts";

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
  creditGrants,
  ledgerChain,
  confirmedEmails,
  people,
  secondFactors,
  closedMailboxes,
  decisions,
  proofs,
  provedMailboxes,
  hostEntries,
  remainingCredentials,
  mailedLinks,
  addressReturns,
  waitingTrials,
  datasetReaders,
  inbox,
  search,
  userNotes,
  accountLanguages,
  vendorMappings,
];

/** What has tables of its own, as a `Feature` does. */
export interface Migrating {
  /** Their IDs are unique and contain the time at which they were made: a new one has the highest of all. */
  readonly migrations?: readonly Migration[];
}

/** The migrations of the core and of features, oldest first. */
export const migrationsWith = (features: readonly Migrating[]): readonly Migration[] =>
  [...coreMigrations, ...features.flatMap(({ migrations = [] }) => migrations)].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
