import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteChange } from "../src/access/keys/changes.ts";
import { createPasswords } from "../src/access/passwords.ts";
import { createLog } from "../src/base/log.ts";
import type { Context } from "../src/calls/context.ts";
import { createServe, type Serve } from "../src/calls/dispatch.ts";
import { loadConfig } from "../src/config.ts";
import type { Sql } from "../src/database/sql.ts";
import type { Feature } from "../src/feature.ts";
import { features } from "../src/features.ts";
import type { FirstRun } from "../src/management/system/first-run.ts";
import { checkConsistency } from "../src/metering/consistency/check-consistency.ts";
import { journalsFolder } from "../src/metering/journal/journal-directory.ts";
import { closeApp, createApp, type Overrides } from "../src/server/app.ts";
import { buildTestSet } from "../src/vehicles/imports/demo/build-test-set.ts";
import { embedded, type Fresh, type Kind, kinds } from "./database/databases.ts";
import { importsOver, loadedPack, meteringOver, meteringWith } from "./harness-parts.ts";
import { schemaOf } from "./metering/consistency-findings.ts";

export { embedded, importsOver, kinds, meteringOver, meteringWith };

export interface Ask {
  readonly headers?: Record<string, string>;
  /** A body sent as JSON. */
  readonly json?: unknown;
  /** A body sent unchanged. */
  readonly body?: string | Uint8Array;
  readonly from?: string;
}

/** A response; `body` is parsed if it is JSON. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

/** The whole service on its own database, called without a socket. Only the clock is not real. */
export interface TestService {
  readonly app: Context;
  readonly firstRun: FirstRun;
  readonly clientHeaders: Record<string, string>;
  readonly operatorHeaders: Record<string, string>;
  readonly logged: readonly string[];
  /** Moves the clock. */
  advance(milliseconds: number): void;
  /** Replaces the service's operations. */
  readonly serve: Serve;
  ask(method: string, path: string, how?: Ask): Promise<Got>;
  /** Changes keys, subscriptions, users or products in the database, as an operation would. */
  change(statement: Sql): Promise<void>;
  end(): Promise<void>;
}

export const testOrigin = "http://vingate.test";
/** 2026-11-21T00:00:00Z */
export const testStart = Date.UTC(2026, 10, 21);

export async function startService(
  kind: Kind = kinds[0]!,
  settings: Record<string, string> = {},
  overrides: Overrides = {},
  listed: readonly Feature[] = features,
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-service-"));
  const fresh = await kind.migrated();
  const service = await startServiceOn({ folder, fresh, settings, overrides, listed });
  return {
    ...service,
    async end() {
      await service.end();
      await fresh.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where a service works. */
interface ServicePlace {
  readonly folder: string;
  readonly fresh: Fresh;
  readonly settings?: Record<string, string>;
  readonly overrides?: Overrides;
  readonly listed?: readonly Feature[];
  /** The first run of the installation that the database has. */
  readonly firstRun?: FirstRun;
  /** Milliseconds UTC at its start. */
  readonly startedAt?: number;
}

/** Starts a service in a folder and on a database, which its end leaves. */
export async function startServiceOn(place: ServicePlace): Promise<TestService> {
  const { folder, fresh, settings = {}, overrides = {}, listed = features, startedAt = testStart } = place;
  const database = overrides.database ?? (await fresh.open());
  const config = loadConfig(
    {
      VINGATE_DATA_DIR: folder,
      VINGATE_PUBLIC_URL: testOrigin,
      VINGATE_DEMO: "off",
      // Receivers of tests are on this machine.
      ...(listed.some(({ name }) => name === "webhooks") && { VINGATE_WEBHOOK_ALLOW: "127.0.0.0/8" }),
      ...settings,
    },
    listed,
  );
  let now = startedAt;
  const clock = () => now;
  const logged: string[] = [];
  const created = await createApp(config, listed, {
    clock,
    database,
    log: createLog(clock, (line) => void logged.push(line)),
    vinPack: await loadedPack(),
    // The lowest cost that argon2id accepts: tests check its use, not its speed.
    passwords: createPasswords(8, 1),
    ...meteringOver(database),
    compare: () =>
      checkConsistency({
        database: fresh.options,
        folder: journalsFolder(folder),
        schema: schemaOf(database),
        sink: config.callSink,
      }),
    openImports: (setup) => importsOver({ ...setup, databaseOptions: fresh.options }, 0),
    testSets: { build: buildTestSet },
    ...overrides,
  });
  const { app } = created;
  const firstRun = created.firstRun ?? place.firstRun;
  if (!firstRun) throw new Error("an empty database made no first run");
  const serve = createServe(app);
  return {
    app,
    firstRun,
    serve,
    clientHeaders: { authorization: `Bearer ${firstRun.client_token}` },
    operatorHeaders: { authorization: `Bearer ${firstRun.operator_token}` },
    logged,
    advance(milliseconds) {
      now += milliseconds;
    },
    async ask(method, path, how = {}) {
      const got = await ask(serve, method, path, how);
      // Afterwards the database includes the call when a test reads it.
      await app.metering.flush();
      return got;
    },
    async change(statement) {
      await database.transaction(async (tx) => {
        await tx.run(statement);
        await noteChange(tx, "/apis");
      });
      await app.identity.keys.refresh();
      app.metering.notice();
    },
    async end() {
      // As a process does: otherwise what waits for its database would repeat for as long as other tests run.
      app.process.stopping.abort();
      await closeApp(app);
    },
  };
}

export async function ask(serve: Serve, method: string, path: string, how: Ask): Promise<Got> {
  const headers = new Headers(how.headers);
  const body = how.json === undefined ? how.body : JSON.stringify(how.json);
  if (how.json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const request = new Request(testOrigin + path, {
    method,
    headers,
    ...(body !== undefined && { body: body as string }),
  });
  const response = await serve(request, how.from ?? "127.0.0.1");
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "") && text !== "";
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
}

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly subscriptionId: string;
  readonly key: string;
  readonly secondaryKey: string;
  readonly testKey: string;
}

let accounts = 0;

/** A customer who has just signed up. */
export async function signUp(
  service: TestService,
  email = `customer${++accounts}@example.com`,
): Promise<Account> {
  const password = `long enough ${accounts}`;
  const got = await service.ask("POST", "/auth/signup", {
    headers: service.clientHeaders,
    json: { email, password, first_name: "Ada", last_name: "Byron" },
  });
  if (got.status !== 200) throw new Error(`sign-up answered ${got.status}: ${got.text}`);
  const made = got.body as {
    user: { id: string };
    subscription: { id: string };
    keys: { primary_key: string; secondary_key: string; test_key: string };
  };
  return {
    email,
    password,
    userId: made.user.id,
    subscriptionId: made.subscription.id,
    key: made.keys.primary_key,
    secondaryKey: made.keys.secondary_key,
    testKey: made.keys.test_key,
  };
}

/** The whole problem document of an error. */
export function problem(
  code: string,
  status: number,
  title: string,
  detail: string,
  got: Got,
  members: object = {},
): object {
  return {
    ...members,
    type: `${testOrigin}/docs/errors/${code}`,
    title,
    status,
    detail,
    code,
    request_id: got.headers.get("x-request-id"),
  };
}
