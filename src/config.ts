import { backupScheduleSettings } from "./base/settings/backup-schedule-settings.ts";
import { certificateSettings } from "./base/settings/certificate-settings.ts";
import { ConfigError } from "./base/settings/config-error.ts";
import { acmeFiles, defaultUrl } from "./base/settings/derived.ts";
import { fontSetting } from "./base/settings/font-setting.ts";
import { operatorSettings } from "./base/settings/operator-settings.ts";
import {
  describe,
  type Environment,
  nearestSetting,
  type ReadSettings,
  readSettings,
} from "./base/settings/read-settings.ts";
import {
  baseUrl,
  byteCount,
  cidrs,
  databaseUrl,
  integer,
  masterKey,
  oneOf,
  operatorToken,
  origin,
  outboundAllow,
  type Setting,
  secretSetting,
  setting,
  share,
  writesAndReads,
} from "./base/settings/setting.ts";
import { tableWith, type Values, type WithSettings } from "./base/settings/settings-table.ts";
import { signUpSettings } from "./base/settings/sign-up-settings.ts";
import type { SinkPlace } from "./base/settings/sink-place.ts";
import type { Migration } from "./database/migration.ts";
import { type Migrating, migrationsWith } from "./database/migrations.ts";

const settings = {
  port: setting("VINGATE_PORT", "8080", "Port to listen on; 0 chooses a free one.", integer(8080, 0, 65535)),
  host: setting("VINGATE_HOST", "127.0.0.1", "Address to listen on.", (raw) => raw ?? "127.0.0.1"),
  ...certificateSettings,
  publicUrl: setting(
    "VINGATE_PUBLIC_URL",
    "http://HOST:PORT, with a certificate https://HOST:PORT",
    "Public base URL. A reverse proxy must remove its path.",
    baseUrl,
  ),
  statementFont: fontSetting,
  imageHost: setting("VINGATE_IMAGE_HOST", "the public URL", "Origin of image URLs.", origin),
  dataDir: setting("VINGATE_DATA_DIR", "./data", "Folder of all data.", (raw) => raw ?? "./data"),
  decisionsDir: setting(
    "VINGATE_DECISIONS_DIR",
    "decisions in the data folder",
    "Folder of the decision logs: what no restore undoes. On another disk than the database it outlives it.",
    (raw) => raw,
  ),
  decisionsCopy: setting(
    "VINGATE_DECISIONS_COPY",
    "none",
    "Second folder of the decision logs, on another machine. Entries are copied there each second; nodes can share it.",
    (raw) => raw,
  ),
  databaseUrl: secretSetting(
    "VINGATE_DATABASE_URL",
    "SQLite in the data folder",
    "PostgreSQL database, postgres://…",
    databaseUrl,
  ),
  operatorToken: secretSetting(
    "VINGATE_OPERATOR_TOKEN",
    "generated at the first start",
    "Operator token. It can call every operation.",
    operatorToken,
  ),
  masterKey: secretSetting(
    "VINGATE_MASTER_KEY",
    "generated into the data folder",
    "Encrypts stored API keys. Required with PostgreSQL.",
    masterKey,
  ),
  databasePooler: setting(
    "VINGATE_DATABASE_POOLER",
    "false",
    "PostgreSQL pooler in transaction mode: true, false.",
    (raw) => oneOf("false", "true")(raw) === "true",
  ),
  demo: setting(
    "VINGATE_DEMO",
    "auto",
    "Synthetic demo data for families without records: auto (on a loopback host), on, off.",
    oneOf("auto", "on", "off"),
  ),
  workers: setting(
    "VINGATE_WORKERS",
    "1",
    "Worker processes. SIGHUP restarts each in turn.",
    integer(1, 1, 64),
  ),
  ...operatorSettings,
  ...signUpSettings,
  managementLimit: setting(
    "VINGATE_MANAGEMENT_LIMIT",
    "120,600",
    "Max. management calls per user and minute: writes, reads. Operators and loopback without a proxy are exempt.",
    writesAndReads(120, 600),
  ),
  queryKey: setting(
    "VINGATE_QUERY_KEY",
    "false",
    "Also accept keys in the query parameter api_key, for operations below /vehicles/: true, false.",
    (raw) => oneOf("false", "true")(raw) === "true",
  ),
  personalData: setting(
    "VINGATE_PERSONAL_DATA",
    "dealers",
    "Contact data shown in sales history: dealers, all, none.",
    oneOf("dealers", "all", "none"),
  ),
  trustedProxies: setting("VINGATE_TRUSTED_PROXIES", "none", "Trusted proxies (CIDR, with commas).", cidrs),
  outboundAllow: setting(
    "VINGATE_OUTBOUND_ALLOW",
    "loopback on a loopback host, else none",
    "Loopback and private addresses that the service may connect to: CIDRs and host:port, separated by commas; none.",
    outboundAllow,
  ),
  webhookDays: setting(
    "VINGATE_WEBHOOK_DAYS",
    "30",
    "Retention of events and of the log of their delivery (days).",
    integer(30, 4, 3650),
  ),
  requestLogDays: setting(
    "VINGATE_REQUEST_LOG_DAYS",
    "40",
    "Request log retention (days). Hourly reports are kept permanently.",
    integer(40, 1, 3650),
  ),
  requestLogMax: setting(
    "VINGATE_REQUEST_LOG_MAX",
    "10000000 on SQLite",
    "Max. calls in the request log. The oldest are deleted.",
    (raw) => (raw === undefined ? undefined : integer(0, 1000, 10_000_000_000)(raw)),
  ),
  journalSync: setting(
    "VINGATE_JOURNAL_SYNC",
    "interval",
    "When a call is synced to disk: interval (within 100 ms), always (before its response), never (by the system).",
    oneOf("interval", "always", "never"),
  ),
  journalMax: setting(
    "VINGATE_JOURNAL_MAX",
    "1 GiB",
    "Max. journal size. Calls above it are refused.",
    byteCount(2 ** 30, 2 ** 20),
  ),
  diskReserve: setting(
    "VINGATE_DISK_RESERVE",
    "512 MiB",
    "Min. free disk space. Below it refused lookups are not recorded, and /health reports it.",
    byteCount(512 * 2 ** 20, 0),
  ),
  importMax: setting(
    "VINGATE_IMPORT_MAX",
    "10 GiB",
    "Max. dataset upload, as sent and decompressed.",
    byteCount(10 * 2 ** 30, 1),
  ),
  ...backupScheduleSettings,
  refusalsRecorded: setting(
    "VINGATE_REFUSAL_LIMIT",
    "600",
    "Max. refused lookups recorded per subscription, minute and process. More are only counted in the log.",
    integer(600, 1, 1_000_000),
  ),
  staleKeySeconds: setting(
    "VINGATE_STALE_KEY_TTL",
    "60",
    "Seconds that known keys are accepted without the database.",
    integer(60, 1, 3600),
  ),
  leaseSeconds: setting(
    "VINGATE_LEASE_TTL",
    "60",
    "Seconds until an offline node's credits are released. It spends them without the database for 3/4 of that.",
    integer(60, 10, 86_400),
  ),
  readySeconds: setting(
    "VINGATE_READY_WITHOUT_DATABASE",
    "0",
    "Seconds that /readyz stays 200 without the database, while leases and known keys answer lookups.",
    integer(0, 0, 3600),
  ),
  metricsAllow: setting(
    "VINGATE_METRICS_ALLOW",
    "none",
    "Addresses that can read /metrics without the operator token (CIDR, with commas).",
    cidrs,
  ),
  otlpUrl: setting(
    "VINGATE_OTLP_URL",
    "none",
    "Base URL of an OpenTelemetry collector, which receives traces at URL/v1/traces.",
    baseUrl,
  ),
  otlpRatio: setting("VINGATE_OTLP_RATIO", "0.01", "Share of requests that are traced, 0 to 1.", share(0.01)),
  log: setting(
    "VINGATE_LOG",
    "auto",
    "Log lines: auto (pretty on a terminal, json elsewhere), json, pretty.",
    oneOf("auto", "json", "pretty"),
  ),
  logLevel: setting(
    "VINGATE_LOG_LEVEL",
    "info",
    "The least level of log lines: info, warn, error.",
    oneOf("info", "warn", "error"),
  ),
  drainSeconds: setting(
    "VINGATE_DRAIN_SECONDS",
    "0",
    "How long a stopping service still answers while /readyz is 503, so that a balancer notices (s).",
    integer(0, 0, 600),
  ),
} satisfies Record<string, Setting<unknown>>;

type Parsed = Values<typeof settings>;

/**
 * Every setting, parsed. `ignored` has the names that Kubernetes set. A feature finds its own by the `of` of its
 * settings.
 */
export interface Config
  extends Readonly<Omit<Parsed, "publicUrl">>,
    Pick<ReadSettings, "ignored" | "stated" | "secretFiles"> {
  readonly publicUrl: string;
  /** Those of the core and of the features. */
  readonly migrations: readonly Migration[];
  /** Undefined if the database keeps single calls. */
  readonly callSink: SinkPlace | undefined;
  /** Scripts by which features compare their own tables, by their paths in the project. */
  readonly comparisons: readonly string[];
  /** Scripts by which features compute what is stored with an imported dataset, by their paths in the project. */
  readonly datasetFits: readonly string[];
}

/** What adds to a configuration, as a `Feature` does. */
export interface Configuring extends WithSettings, Migrating {
  /** Where the settings keep single calls in place of the database, if they do. */
  callSink?(
    config: Omit<Config, "callSink" | "comparisons" | "datasetFits" | "migrations">,
  ): SinkPlace | undefined;
  /** The script by which the consistency check compares its tables, by its path in the project. */
  readonly comparisons?: string;
  /** The script that computes what is stored with an imported dataset: a `FitModule`, by its path in the project. */
  readonly datasetFit?: string;
}

/** Reads the environment. Throws one `ConfigError` with all problems. */
export function loadConfig(env: Environment, features: readonly Configuring[]): Config {
  const table = tableWith(settings, features);
  const { values, secretFiles, names, ignored, stated, problems } = readSettings(table, env);
  const hasMasterKey = names.has("VINGATE_MASTER_KEY") || names.has("VINGATE_MASTER_KEY_FILE");
  if (names.has("VINGATE_DATABASE_URL") && !hasMasterKey)
    problems.push(
      "VINGATE_MASTER_KEY is required with VINGATE_DATABASE_URL: the key of this installation or of its backup; for a new installation make one (openssl rand -hex 32)",
    );
  if (names.has("VINGATE_TLS_CERT") !== names.has("VINGATE_TLS_KEY"))
    problems.push("VINGATE_TLS_CERT and VINGATE_TLS_KEY must be set together");
  if (names.has("VINGATE_TLS_CERT") && names.has("VINGATE_ACME_DOMAIN"))
    problems.push("VINGATE_TLS_CERT and VINGATE_ACME_DOMAIN are both set; keep one");
  if (problems.length > 0) throw new ConfigError(problems);
  const { publicUrl, ...rest } = { ...(values as Parsed), ...acmeFiles(values as Parsed) };
  const config = { ...rest, publicUrl: publicUrl ?? defaultUrl(rest), ignored, stated, secretFiles };
  const [callSink] = features.flatMap((feature) => feature.callSink?.(config) ?? []);
  const comparisons = features.flatMap((feature) => feature.comparisons ?? []);
  const datasetFits = features.flatMap((feature) => feature.datasetFit ?? []);
  return { ...config, callSink, comparisons, datasetFits, migrations: migrationsWith(features) };
}

/** The setting that a command-line option such as `--port` probably means. */
export const settingLike = (option: string, features: readonly WithSettings[]): string | undefined =>
  nearestSetting(tableWith(settings, features), option);

/** The settings for `--help`: name, summary and default. */
export const describeSettings = (features: readonly WithSettings[]): string =>
  describe(tableWith(settings, features));
