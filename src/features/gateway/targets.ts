import {
  type Credential,
  fallbackCredentials,
  type StoredFallback,
  storedCredentials,
  storedFallback,
  type UpstreamIdentity,
  upstreamIdentity,
} from "../../access/upstream-credentials.ts";
import type { Vault } from "../../access/vault.ts";
import type { UpstreamPolicy } from "../../calls/forwarding.ts";
import type { MeteredRoute } from "../../calls/metered-request.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { Lookup } from "../../http/endpoint.ts";
import { type ApiRow, apis } from "../../management/apis/apis-record.ts";
import type { OutboundGuard } from "../../outbound/guard.ts";
import type { OperationMeter, UpstreamMeter } from "../../telemetry/metrics/meters.ts";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import type { CallChecks } from "./documents/call-checks.ts";
import type { VendorMapping } from "./mappings/vendor-mapping.ts";
import type { MappedSource } from "./stored-mappings/api-mappings.ts";
import { TargetMappings } from "./stored-mappings/target-mappings.ts";
import { type DocumentedRow, type TargetDocument, TargetDocuments } from "./target-documents.ts";
import type { TokenSource } from "./tokens/token-source.ts";
import { TokenSources, withTokens } from "./tokens/token-sources.ts";
import { Breaker } from "./upstream-state/breaker.ts";
import { Places } from "./upstream-state/places.ts";
import { Reached } from "./upstream-state/reached.ts";

/** A registered API as calls need it. */
export interface Target {
  readonly id: string;
  readonly name: string;
  /** Without slashes around it. */
  readonly path: string;
  /** Its upstream: the origin, and the path that precedes the rest of a request's path. */
  readonly origin: string;
  readonly basePath: string;
  /** The query of an upstream that was registered before queries were refused. It precedes the query of a call. */
  readonly query: string;
  readonly needsKey: boolean;
  /** The identity of this service for its upstream. */
  readonly identity: UpstreamIdentity;
  /** Its access tokens, if its credential is a client of OAuth. */
  readonly tokens: TokenSource | undefined;
  readonly timeoutMs: number;
  readonly requestBytesMax: number;
  readonly sendsCookies: boolean;
  /** Its OpenAPI document, and whether calls that do not fit it are refused. */
  readonly document: TargetDocument | undefined;
  readonly validates: boolean;
  /** The route of calls that no operation of the document matches. */
  readonly route: MeteredRoute;
  readonly lookup: Lookup;
  /** Set for a built-in API: lookups request records from its upstream that no dataset contains. */
  readonly upstream: UpstreamPolicy | undefined;
  /** How it answers, if its form is another than that of the lookups. */
  readonly mapping: VendorMapping | undefined;
  /** The SHA-256 of its text. */
  readonly mappingVersion: string | undefined;
  /** What is going on, kept when the API changes. */
  readonly state: TargetState;
  /** The name of the source for records, if there are two. */
  readonly source: string | undefined;
  /** Present if there is another source with the same paths. */
  readonly fallback: Fallback | undefined;
}

/** The source that gets the request if the first source of an API fails. */
export interface Fallback {
  /** The first source, for calls that may go to the other one: with the time that it has. */
  readonly first: Target;
  readonly other: Target;
}

/** The name of the first of two sources of a registered API. */
const firstSource = "primary";

/** The calls of an API on this node. */
export interface TargetState {
  readonly places: Places;
  readonly breaker: Breaker;
  readonly reached: Reached;
  /** Its responses, and the requests to its upstream. */
  meter: OperationMeter;
  upstream: UpstreamMeter;
}

type TargetRow = ApiRow & Pick<DocumentedRow, "documentVersion">;

export const targetDefaults = { timeoutMs: 30_000, underWayMax: 100, requestBytesMax: 10 * 2 ** 20 } as const;

export interface TargetsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly checks: CallChecks;
  readonly guard: OutboundGuard;
  readonly metrics: Metrics;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
}

const retryMs = 1000;

/** The registered APIs by path, and the built-in ones that have an upstream by ID, in memory. */
export class Targets {
  readonly #options: TargetsOptions;
  #byPath: ReadonlyMap<string, Target> = new Map();
  #builtin: ReadonlyMap<string, Target> = new Map();
  /** The most segments of a path. */
  #segmentsMax = 0;
  readonly #documents: TargetDocuments;
  readonly #mappings: TargetMappings;
  readonly #tokens: TokenSources;
  readonly #states = new Map<string, TargetState>();
  #reading: Promise<void> | undefined;
  #isStale = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: TargetsOptions) {
    this.#options = options;
    this.#documents = new TargetDocuments(options.database, options.checks);
    this.#mappings = new TargetMappings(options.database, options.failed);
    this.#tokens = new TokenSources(options.guard, options.now);
  }

  /** The target whose path is the longest that begins a request's path, up to a slash. */
  find(path: string): Target | undefined {
    if (this.#segmentsMax === 0) return undefined;
    let end = 0;
    for (let segments = 0; segments < this.#segmentsMax && end >= 0 && end < path.length; segments++) {
      const next = path.indexOf("/", end + 1);
      end = next < 0 ? path.length : next;
    }
    for (; end > 0; end = path.lastIndexOf("/", end - 1)) {
      const found = this.#byPath.get(path.slice(1, end));
      if (found) return found;
    }
    return undefined;
  }

  /** The upstream target of a built-in API. */
  findBuiltin(id: string): Target | undefined {
    return this.#builtin.get(id);
  }

  get all(): readonly Target[] {
    return [...this.#byPath.values(), ...this.#builtin.values()];
  }

  /** Reads all of them. Called when any may have changed; what is not read yet is read once more. */
  refresh(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  /** Reads them in the background, until the database answers. */
  changed(): void {
    clearTimeout(this.#retry);
    this.refresh().catch((error) => {
      this.#options.failed(error);
      this.#retry = setTimeout(() => this.changed(), retryMs).unref();
    });
  }

  close(): void {
    clearTimeout(this.#retry);
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#read();
      }
    } finally {
      this.#reading = undefined;
    }
  }

  async #read(): Promise<void> {
    const rows = await apis.all<Pick<DocumentedRow, "documentVersion">>(
      this.#options.database,
      sql`select ${apis.columns}, d.version as "documentVersion" from api left join api_document d on d.api_id = api.id
        where service_url is not null and (builtin = 0 or upstream is not null) order by id`,
    );
    await this.#documents.refresh(rows);
    await this.#mappings.refresh();
    const usable = rows.flatMap((row) => this.#usableTarget(row) ?? []);
    this.#tokens.forgetOthers();
    const targets = usable.filter(({ upstream }) => !upstream);
    this.#builtin = new Map(usable.filter(({ upstream }) => upstream).map((target) => [target.id, target]));
    this.#byPath = new Map(targets.map((target) => [target.path, target]));
    this.#segmentsMax = Math.max(0, ...targets.map(({ path }) => path.split("/").length));
    for (const id of this.#states.keys())
      if (!rows.some((row) => row.id === id.replace(/\/fallback$/, ""))) this.#states.delete(id);
  }

  /** One that cannot be read must not end the others. */
  #usableTarget(row: TargetRow): Target | undefined {
    try {
      return this.#targetOf(row);
    } catch (error) {
      this.#options.failed(error);
      return undefined;
    }
  }

  #targetOf(row: TargetRow): Target {
    const url = new URL(row.serviceUrl!);
    const target: Target = {
      id: row.id,
      name: row.name,
      path: row.path,
      origin: url.origin,
      basePath: url.pathname.replace(/\/$/, ""),
      query: url.search.slice(1),
      needsKey: row.subscriptionRequired,
      ...this.#identityOf(storedCredentials(row, this.#options.vault), row.caCertificate, url.origin),
      timeoutMs: row.timeoutMs ?? targetDefaults.timeoutMs,
      requestBytesMax: row.requestMaxBytes ?? targetDefaults.requestBytesMax,
      sendsCookies: row.setCookies,
      document: this.#documents.find(row.id),
      validates: row.validates,
      route: { endpoint: { id: row.name }, parameters: new Set() },
      lookup: { api: row.id, name: row.name, cost: 1 },
      upstream: row.builtin ? row.upstream! : undefined,
      ...this.#mappingOf(row, "first"),
      state: this.#stateOf(row),
      source: undefined,
      fallback: undefined,
    };
    const stored = storedFallback(row);
    return stored ? this.#withFallback(target, row, stored) : target;
  }

  /** The other source has a breaker of its own; both share the places of the API. */
  #withFallback(target: Target, row: TargetRow, stored: StoredFallback): Target {
    const url = new URL(stored.serviceUrl);
    const { upstream, timeoutMs, state } = target;
    const withSource = { ...target, source: upstream?.source ?? firstSource };
    const other: Target = {
      ...target,
      origin: url.origin,
      basePath: url.pathname.replace(/\/$/, ""),
      query: "",
      ...this.#identityOf(fallbackCredentials(row, this.#options.vault), stored.caCertificate, url.origin),
      upstream: upstream && { ...upstream, source: stored.source },
      ...this.#mappingOf(row, "other"),
      state: { ...this.#stateOf(row, "/fallback"), places: state.places },
      source: stored.source,
    };
    const first = { ...withSource, timeoutMs: Math.min(timeoutMs, stored.afterMs ?? timeoutMs) };
    return { ...withSource, fallback: { first, other } };
  }

  #mappingOf({ id, builtin }: TargetRow, source: MappedSource): Pick<Target, "mapping" | "mappingVersion"> {
    const { mapping, sha256 } = (builtin && this.#mappings.find(id, source)) || {};
    return { mapping, mappingVersion: sha256 };
  }

  #identityOf(
    credentials: readonly Credential[],
    ca: string | null,
    origin: string,
  ): Pick<Target, "identity" | "tokens"> {
    const identity = upstreamIdentity(credentials, ca);
    const tokens = this.#tokens.find(identity, origin);
    return { identity: withTokens(identity, tokens), tokens };
  }

  #stateOf({ id: apiId, name, builtin, maxConcurrent }: TargetRow, part = ""): TargetState {
    const id = apiId + part;
    const { metrics, now } = this.#options;
    const meters = { meter: metrics.api(builtin ? undefined : name), upstream: metrics.upstream(name) };
    let state = this.#states.get(id);
    if (!state) {
      state = { places: new Places(), breaker: new Breaker(now), reached: new Reached(), ...meters };
      this.#states.set(id, state);
    }
    Object.assign(state, meters);
    state.places.max = maxConcurrent ?? targetDefaults.underWayMax;
    return state;
  }
}
