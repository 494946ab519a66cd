import type { SealedColumn } from "./access/rotation/sealed-column.ts";
import type { Vault } from "./access/vault.ts";
import { insertedAfter } from "./base/program/inserted-after.ts";
import type { Context, Operation, ShownApi } from "./calls/context.ts";
import type { Forwarding } from "./calls/forwarding.ts";
import type { Config, Configuring } from "./config.ts";
import type { Database, Queries } from "./database/database.ts";
import type { Restoring } from "./decisions/restoring.ts";
import type { DeclaringPermissions } from "./http/permission-declaration.ts";
import { declarePermissions } from "./http/permissions.ts";
import type { CallLog } from "./metering/requests/call-log.ts";
import { type DeclaringEvents, declareEvents } from "./outbox/declared-events.ts";
import type { MailKind } from "./outbox/mail-kinds.ts";
import type { Check } from "./running/check.ts";
import type { Opened } from "./running/opened.ts";
import { type AnyPort, orderOfOpening, requireDeclared } from "./running/ports.ts";
import type { Metrics } from "./telemetry/metrics/metrics.ts";
import type { NoteErased } from "./vehicles/imports/datasets/erase.ts";

/** One command of the `vingate` program. Its help can name what features add. */
export interface Command {
  /** The whole `--help` text: usage, options, examples. */
  readonly help: string | ((features: readonly Feature[]) => string);
  /** What each argument can be, by position, for completion. */
  words?(): readonly (readonly string[])[];
  /**
   * Data goes to stdout, messages to stderr. Resolves to the exit code: 0 done, 1 failed, others as in the help
   * text; throws `UsageError` for exit code 2.
   */
  run(
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
    features: readonly Feature[],
  ): Promise<number>;
}

/** A command as the program lists it. */
export interface ListedCommand {
  /** Words that select it, such as `decode` or `vin compile`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Imported on use: a service keeps every module in memory. */
  readonly load: () => Promise<Command>;
}

/**
 * An optional capability, as `src/features.ts` lists it. Every command reads the list, so this part imports nothing that
 * serves.
 */
export interface Feature extends Configuring, DeclaringEvents, DeclaringPermissions {
  readonly name: string;
  readonly commands?: readonly ListedCommand[];
  /** The command after which its own are listed; at the end without it. */
  readonly commandsAfter?: string;
  /** Imports what serves. */
  load?(): Promise<Service>;
}

/** The list, once its events and permissions are where the core reads them. */
export function declared(features: readonly Feature[]): readonly Feature[] {
  declareEvents(features);
  declarePermissions(features);
  return features;
}

export const helpOf = ({ help }: Command, features: readonly Feature[]): string =>
  typeof help === "string" ? help : help(features);

/** What a feature adds to a process that serves. */
export interface Service {
  readonly operations?: readonly Operation[];
  /** The ID of the operation after which its own are listed; at the end without it. */
  readonly after?: string;
  /** What `vingate doctor` and the System page check of it. */
  readonly checks?: readonly Check[];
  /** The mails that its events cause. */
  readonly mails?: readonly MailKind<Context>[];
  /** Columns that the master key seals. */
  readonly sealed?: readonly SealedColumn[];
  /** What no restore may undo, and what waits after one. */
  readonly restoring?: Restoring;
  /** Called in the transaction that erases records. */
  readonly recordsErased?: NoteErased;
  /** Answers calls of registered APIs and requests records from upstreams of families. It is opened before all others. */
  forwarding?(parts: ForwardingParts): Promise<Forwarding<Context> & Opened>;
  /**
   * The process that adds registered APIs to the OpenAPI document: it reads `{"document": …, "apis": StoredApi[]}` and
   * prints the document. It imports little, as each set of APIs waits for a start of it.
   */
  readonly documentApis?: { readonly script: string };
  /** What it adds to the demo set. */
  readonly demo?: DemoPart;
  /** The request log that it keeps, if it is configured, in place of the database's. */
  callLog?(parts: CallLogParts): CallLog | undefined;
  /** What it gives to the core and to other features. */
  readonly provides?: readonly AnyPort[];
  /** What must be open before it opens. What it uses later, it needs not. */
  readonly needs?: readonly AnyPort[];
  /** What it keeps running. The context is complete, but for what is opened later. */
  open?(context: Context): Opened | Promise<Opened>;
}

export interface ForwardingParts extends Pick<Context, "config" | "database" | "log"> {
  readonly metrics: Metrics;
  readonly vault: Vault;
  /** A text that all nodes of the installation share, and no other one. */
  readonly installation: string;
}

/** A registered API, with its document as JSON texts. */
export interface StoredApi extends ShownApi {
  readonly operations: string;
  readonly contract: string;
}

/** Objects of the demo set that are no records. */
export interface DemoPart {
  /** At a start: whether the demo set was loaded, and this never added. */
  isDue(db: Database): Promise<boolean>;
  add(tx: Queries, now: number): Promise<void>;
  remove(tx: Queries, now: number): Promise<void>;
}

export interface CallLogParts {
  readonly config: Config;
  readonly database: Database;
  /** Sends the applied calls of this process to the sink. */
  readonly ship: () => Promise<void>;
}

export type NamedService = Service & Pick<Feature, "name">;

/** What all features add to a process that serves, in the order of the list. */
export async function loadServices(features: readonly Feature[]): Promise<readonly NamedService[]> {
  const loaded = await Promise.all(
    features.map(async ({ name, load }) => {
      const service = await load?.();
      return service && { ...service, name };
    }),
  );
  return loaded.filter((one) => one !== undefined);
}

/** Opens what features keep running, each after what it needs. */
export async function openServices(
  services: readonly NamedService[],
  context: Context,
  running: Opened[],
): Promise<void> {
  for (const service of orderOfOpening(services)) {
    const one = await service.open?.(context);
    requireDeclared(service, one?.gives);
    if (one) running.push(one);
  }
}

/** What services do in the transaction that erases records. */
export const noteErasedWith =
  (services: readonly Service[]): NoteErased =>
  async (tx, records) => {
    for (const { recordsErased } of services) await recordsErased?.(tx, records);
  };

/** The operations of the core with those of features, each at its place. */
export function operationsWith(
  core: readonly Operation[],
  services: readonly Service[],
): readonly Operation[] {
  return services.reduce(
    (all, { operations = [], after }) => insertedAfter(all, operations, ({ id }) => id === after),
    core,
  );
}
