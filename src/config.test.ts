import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "./base/settings/config-error.ts";
import { integer, setting } from "./base/settings/setting.ts";
import { featureSettings } from "./base/settings/settings-table.ts";
import { describeSettings, loadConfig } from "./config.ts";
import { coreMigrations } from "./database/migrations.ts";

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env, []);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
  }
  throw new Error("the settings were taken");
}

test("nothing set: the defaults", () => {
  const { trustedProxies, metricsAllow, migrations, stated, ...rest } = loadConfig({}, []);
  expect([trustedProxies, metricsAllow].map((list) => list.check("10.0.0.1"))).toEqual([false, false]);
  expect(stated.filter(({ source, value }) => source !== "default" || value !== null)).toEqual([]);
  expect(migrations).toEqual(coreMigrations);
  expect(rest).toEqual({
    port: 8080,
    host: "127.0.0.1",
    publicUrl: "http://127.0.0.1:8080",
    tlsCert: undefined,
    tlsKey: undefined,
    acmeDomain: undefined,
    acmeEmail: undefined,
    acmeDirectory: "https://acme-v02.api.letsencrypt.org/directory",
    acmeHttpPort: 80,
    statementFont: undefined,
    imageHost: undefined,
    dataDir: "./data",
    decisionsCopy: undefined,
    decisionsDir: undefined,
    databaseUrl: undefined,
    callSink: undefined,
    comparisons: [],
    datasetFits: [],
    databasePooler: false,
    operatorToken: undefined,
    masterKey: undefined,
    demo: "auto",
    workers: 1,
    operatorName: undefined,
    operatorEmail: undefined,
    operatorSecondFactor: "off",
    operatorUrl: undefined,
    securityContact: undefined,
    signup: "open",
    trial: "sign-up",
    signupLimit: 20,
    signupsPerDay: undefined,
    signupDomainsRefused: new Set(),
    managementLimit: { writes: 120, reads: 600 },
    queryKey: false,
    personalData: "dealers",
    outboundAllow: undefined,
    webhookDays: 30,
    requestLogDays: 40,
    requestLogMax: undefined,
    journalSync: "interval",
    journalMax: 1_073_741_824,
    diskReserve: 512 * 2 ** 20,
    importMax: 10 * 2 ** 30,
    backupDir: undefined,
    backupHours: 24,
    backupKeep: 7,
    refusalsRecorded: 600,
    staleKeySeconds: 60,
    leaseSeconds: 60,
    readySeconds: 0,
    otlpUrl: undefined,
    otlpRatio: 0.01,
    log: "auto",
    logLevel: "info",
    drainSeconds: 0,
    ignored: [],
    secretFiles: new Map(),
  });
});

test("settings are shown with where they come from, and secrets are not", () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-config-"));
  const file = join(folder, "key");
  writeFileSync(file, "ab".repeat(32));
  const { stated } = loadConfig(
    {
      VINGATE_PORT: "9000",
      VINGATE_IMAGE_HOST: "https://user:hidden@images.example.com",
      VINGATE_DATABASE_URL: "postgres://user:hidden@host/db",
      VINGATE_MASTER_KEY_FILE: file,
      VINGATE_OPERATOR_TOKEN: "hidden-hidden-hidden-hidden",
    },
    [],
  );
  rmSync(folder, { recursive: true });
  const shown = stated.filter(({ source }) => source !== "default");
  expect(shown.map(({ name, value, source, secret }) => [name, value, source, secret])).toEqual([
    ["VINGATE_PORT", "9000", "environment", false],
    ["VINGATE_IMAGE_HOST", "https://images.example.com", "environment", false],
    ["VINGATE_DATABASE_URL", null, "environment", true],
    ["VINGATE_OPERATOR_TOKEN", null, "environment", true],
    ["VINGATE_MASTER_KEY", null, "file", true],
  ]);
  expect(JSON.stringify(stated)).not.toContain("hidden");
});

test("all problems are reported together, without secrets", () => {
  const secret = "too short";
  expect(
    problemsOf({
      VINGATE_PORT: "80a",
      VINGATE_SIGNUP: "maybe",
      VINGATE_TRUSTED_PROXIES: "10.0.0.0/8, 10.0.0.0/99",
      VINGATE_MASTER_KEY: secret,
      VINGATE_OPERATOR_TOKEN: secret,
      VINGATE_DATABASE_URL: "mysql://user:hidden@host/db",
      VINGATE_PUBLIC_URL: "https://example.com/path?query",
      VINGATE_HOTS: "0.0.0.0",
    }),
  ).toEqual([
    "VINGATE_HOTS is not a setting; did you mean VINGATE_HOST?",
    'VINGATE_PORT must be a whole number from 0 to 65535, not "80a"',
    'VINGATE_PUBLIC_URL must be a URL, for example https://api.example.com or https://example.com/vehicles, not "https://example.com/path?query"',
    "VINGATE_DATABASE_URL must start with postgres://",
    "VINGATE_OPERATOR_TOKEN must be 24 to 256 characters of A-Z a-z 0-9 . _ ~ -",
    "VINGATE_MASTER_KEY must be 32 bytes as 64 hex digits or base64 (openssl rand -hex 32)",
    'VINGATE_SIGNUP must be one of open, closed, not "maybe"',
    'VINGATE_TRUSTED_PROXIES must be a comma-separated list of CIDRs, for example 10.0.0.0/8, not "10.0.0.0/99"',
  ]);
});

test("the public address may be behind a path of a proxy", () => {
  const read = (address: string) => loadConfig({ VINGATE_PUBLIC_URL: address }, []).publicUrl;
  expect(read("https://example.com/vehicles/")).toBe("https://example.com/vehicles");
  expect(read("https://example.com/")).toBe("https://example.com");
});

test("PostgreSQL needs a master key of its own", () => {
  expect(problemsOf({ VINGATE_DATABASE_URL: "postgres://localhost/v" })).toEqual([
    "VINGATE_MASTER_KEY is required with VINGATE_DATABASE_URL: the key of this installation or of its backup; for a new installation make one (openssl rand -hex 32)",
  ]);
});

test("a secret may come from a file, not from both", () => {
  const file = join(mkdtempSync(join(tmpdir(), "vingate-config-")), "token");
  writeFileSync(file, "a-token-of-enough-characters\n");
  expect(loadConfig({ VINGATE_OPERATOR_TOKEN_FILE: file }, []).operatorToken).toBe(
    "a-token-of-enough-characters",
  );
  expect(problemsOf({ VINGATE_OPERATOR_TOKEN_FILE: file, VINGATE_OPERATOR_TOKEN: "x".repeat(24) })).toEqual([
    "VINGATE_OPERATOR_TOKEN and VINGATE_OPERATOR_TOKEN_FILE are both set; keep one",
  ]);
  expect(problemsOf({ VINGATE_OPERATOR_TOKEN_FILE: `${file}-missing` })[0]).toStartWith(
    "VINGATE_OPERATOR_TOKEN_FILE cannot be read: ENOENT",
  );
});

test("what Kubernetes injects is ignored, by name", () => {
  const env = {
    VINGATE_PORT: "tcp://10.0.0.1:80",
    VINGATE_SERVICE_HOST: "10.0.0.1",
    VINGATE_PORT_80_TCP: "x",
  };
  expect(loadConfig(env, []).ignored).toEqual([
    "VINGATE_PORT",
    "VINGATE_SERVICE_HOST",
    "VINGATE_PORT_80_TCP",
  ]);
});

test("the limit of management calls is two numbers", () => {
  const { managementLimit } = loadConfig({ VINGATE_MANAGEMENT_LIMIT: "5, 1000" }, []);
  expect(managementLimit).toEqual({ writes: 5, reads: 1000 });
  for (const raw of ["5", "0,5", "5,x", "5,6,7"])
    expect(problemsOf({ VINGATE_MANAGEMENT_LIMIT: raw })).toEqual([
      `VINGATE_MANAGEMENT_LIMIT must be writes and reads per minute, for example "120,600", not "${raw}"`,
    ]);
});

test("a feature's settings are read and listed with the others, and found by it alone", () => {
  const own = featureSettings(
    { oars: setting("VINGATE_OARS", "2", "Oars of a boat.", integer(2, 1, 8)) },
    "VINGATE_PORT",
  );
  const config = loadConfig({ VINGATE_OARS: "4" }, [{ settings: own }, {}]);
  expect(own.of(config).oars).toBe(4);
  expect(config.stated.slice(0, 3).map(({ name }) => name)).toEqual([
    "VINGATE_PORT",
    "VINGATE_OARS",
    "VINGATE_HOST",
  ]);
  expect(problemsOf({ VINGATE_OARS: "4" })).toEqual([
    "VINGATE_OARS is not a setting; did you mean VINGATE_PORT?",
  ]);
  expect(() => own.of(loadConfig({}, []))).toThrow("the setting oars was not read");
});

test("help names every setting", () => {
  const { ignored, stated, secretFiles, callSink, comparisons, datasetFits, migrations, ...settings } =
    loadConfig({}, []);
  expect(describeSettings([]).match(/^ {2}VINGATE_\w+/gm)?.length).toBe(Object.keys(settings).length);
  expect(stated.length).toBe(Object.keys(settings).length);
});

test("what is kept of single calls is set by days and by number", () => {
  const { requestLogDays, requestLogMax } = loadConfig(
    {
      VINGATE_REQUEST_LOG_DAYS: "7",
      VINGATE_REQUEST_LOG_MAX: "50000",
    },
    [],
  );
  expect([requestLogDays, requestLogMax]).toEqual([7, 50_000]);
  expect(problemsOf({ VINGATE_REQUEST_LOG_DAYS: "0", VINGATE_REQUEST_LOG_MAX: "10" })).toEqual([
    'VINGATE_REQUEST_LOG_DAYS must be a whole number from 1 to 3650, not "0"',
    'VINGATE_REQUEST_LOG_MAX must be a whole number from 1000 to 10000000000, not "10"',
  ]);
});
