import type { IdentityServices } from "../access/identity.ts";
import type { Clock } from "../base/clock.ts";
import type { DiskSpace } from "../base/disk-space.ts";
import type { Loading } from "../base/loading.ts";
import type { Log } from "../base/log.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { Decisions } from "../decisions/decisions.ts";
import type { HeldState } from "../decisions/held-state.ts";
import type { Restoring } from "../decisions/restoring.ts";
import type { Endpoint, EndpointDefinition, Lookup, ObjectSchema, Schema } from "../http/endpoint.ts";
import type { StoredBody } from "../http/stored-body.ts";
import type { Unsent } from "../http/unsent.ts";
import type { CheckedConsistency } from "../metering/consistency/check-consistency.ts";
import type { Limits } from "../metering/limits.ts";
import type { Metering } from "../metering/metering.ts";
import type { CallLog } from "../metering/requests/call-log.ts";
import type { MailKind } from "../outbox/mail-kinds.ts";
import type { Check } from "../running/check.ts";
import type { Opened } from "../running/opened.ts";
import type { Metrics } from "../telemetry/metrics/metrics.ts";
import type { Tracer } from "../telemetry/traces/tracer.ts";
import type { Pack } from "../vin/pack/pack.ts";
import type { Forwarding } from "./forwarding.ts";
import type { Imports } from "./import-job.ts";
import type { EventStreams } from "./open/event-streams.ts";
import type { OpenCalls } from "./open/open-calls.ts";
import type { Refusals } from "./refusals.ts";

/** The services that handlers work with; `app.ts` constructs it. */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  /** What no restore undoes. */
  readonly decisions: Decisions;
  /** Whether what charges, sends or gives waits since a restore. */
  readonly held: HeldState;
  /** How the parts of the service take part in restores. */
  readonly restoring: readonly Restoring[];
  /** The decoder's data: loaded shortly after a start, seconds after the first one. */
  readonly vinPack: Loading<Pack>;
  readonly identity: IdentityServices;
  /** Credits and call records. */
  readonly metering: Metering;
  /** Single calls. */
  readonly requestLog: CallLog;
  /** Rates and quotas. */
  readonly limits: Limits;
  /** Registered APIs. */
  readonly forwarding: Forwarding<Context>;
  /** What keys for tests are answered from. */
  readonly testData: TestData;
  /** Only in the context of some lookups. */
  readonly lookup?: LookupSource;
  readonly imports: Imports;
  readonly refusals: Refusals;
  readonly telemetry: {
    readonly metrics: Metrics;
    /** If traces are sent to a collector. */
    readonly tracer: Tracer | undefined;
  };
  readonly responses: {
    readonly streams: EventStreams;
    /** Calls whose answers are still being sent. */
    readonly openCalls: OpenCalls;
    /** The bytes that clients have not taken. */
    readonly unsent: Unsent;
  };
  /** The disk of the data folder. */
  readonly disk: DiskSpace;
  readonly operations: readonly Operation[];
  readonly inspection: {
    /** What the doctor and the System page check. */
    readonly checks: readonly Check[];
    /** Runs all comparisons while calls are answered. */
    compare(): Promise<CheckedConsistency>;
  };
  /** The mails that events cause. */
  readonly mails: readonly MailKind<Context>[];
  /** What features keep running; `opened` finds one of them. */
  readonly running: readonly Opened[];
  readonly openapi: OpenapiDocuments;
  readonly process: {
    readonly build: string;
    readonly instance: string;
    /** Milliseconds UTC. */
    readonly startedAt: number;
    readonly stopping: AbortController;
  };
}

/** How a lookup differs from others. */
export interface LookupSource {
  /** For a call with a key for tests: the set that it is answered from. */
  readonly testSet?: TestSet;
  /** It repeats a charged call and is free, so it makes no request to an upstream. */
  readonly isRepeat?: boolean;
}

/** The demo set alone, in a database of its own. */
export interface TestSet {
  readonly database: Database;
  /** Whether a record is about the VIN, in capitals. */
  hasVin(vin: string): boolean;
  /** Whether a record is about the year, make and model; names as keys. */
  hasVehicle(year: number, makeKey: string, modelKey: string): boolean;
}

/** What keys for tests are answered from. */
export interface TestData {
  /** The set of this month, without a promise if it is open. The first call of a month loads it, in seconds. */
  open(): TestSet | Promise<TestSet>;
  close(): Promise<void>;
}

/** A registered API with a document, as the service's own document shows it. */
export interface ShownApi {
  readonly id: string;
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly path: string;
  readonly subscription_required: number;
  readonly version: string;
}

/** The OpenAPI document in each of its media types. */
export interface OpenapiDocument {
  readonly json: StoredBody;
  /** Made when it is first requested. */
  yaml(): Promise<StoredBody>;
}

/** The OpenAPI documents of the service's own operations and of registered APIs, each made when it is first requested. */
export interface OpenapiDocuments {
  /** How long a caller waits while a document is made. */
  readonly waitMs: number;
  /** The document with these APIs; `account` is whom it counts for. */
  get(apis: readonly ShownApi[], account: string): Promise<OpenapiDocument>;
}

/** One operation of this service. */
export type Operation = Endpoint<Context>;
/** One whose calls are metered. */
export type LookupOperation = Extract<Operation, { readonly lookup: Lookup }>;
export type ManagementOperation = Exclude<Operation, LookupOperation>;

/** Declares an operation: the handler's types follow from the schemas. */
export function endpoint<
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  H extends ObjectSchema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: EndpointDefinition<Context, P, Q, H, B>): Operation {
  return definition as unknown as Operation;
}
