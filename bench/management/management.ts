import type { Database, Queries } from "../../src/database/database.ts";
import type { Sql } from "../../src/database/sql.ts";
import { signUp, startService, type TestService } from "../../test/harness.ts";
import { fillAccounts, subscriptions, users } from "../common/accounts.ts";
import { onEachDatabase } from "../common/databases.ts";
import { type Figure, figure, median } from "../common/figure.ts";
import { elapsed } from "../common/measure.ts";
import { requireIndices } from "./plans.ts";

const rounds = 15;
const start = Date.UTC(2024, 0, 1);

/** A database that records its statements. */
function recorded(db: Database, kept: Map<string, Sql>): Database {
  const keep = (statement: Sql) => {
    kept.set(statement.parts.join("?"), statement);
    return statement;
  };
  const wrap = (queries: Queries): Queries => ({
    dialect: queries.dialect,
    all: (statement) => queries.all(keep(statement)),
    get: (statement) => queries.get(keep(statement)),
    run: (statement) => queries.run(keep(statement)),
  });
  return {
    ...wrap(db),
    silentMs: 0,
    transaction: (work, options) => db.transaction((tx) => work(wrap(tx)), options),
    close: () => db.close(),
  };
}

// Other tables have few rows, which a database scans for good reason.
const large = "app_user|access_token|subscription|subscription_key|credit_balance|credit_ledger|enrolment";
const scans = {
  // A read along an index that a limit ends is no scan of the table.
  sqlite: new RegExp(`SCAN (?:${large}|s|b|u|k|t)(?: USING COVERING INDEX sqlite_autoindex\\S*)?"`),
  postgres: new RegExp(`Seq Scan on (?:${large})\\b`),
} as const;

interface Operation {
  readonly name: string;
  readonly path: (round: number) => string;
  readonly json?: ((round: number) => unknown) | undefined;
}

/** An operation; its name begins with the method. */
const operation = (name: string, path: Operation["path"], json?: Operation["json"]): Operation => ({
  name,
  path,
  json,
});
const list = (path: string, query: string) => operation(`GET ${path}?${query}`, () => `${path}?${query}`);

// Spread over the tables, so that no round reads what the previous one cached.
const user = (round: number) => `user-${(round * 6007 + 11) % users}`;
const subscription = (round: number) => `subscription-${(round * 19_997 + 3) % subscriptions}`;
const names = { first_name: "A", last_name: "B" };
const atUser = (round: number) => `/users/bench-${round}`;
const atSubscription = (round: number) => `/subscriptions/bench-${round}`;

const operations: readonly Operation[] = [
  ...[
    { path: "/users/", rows: users },
    { path: "/subscriptions", rows: subscriptions },
  ].flatMap(({ path, rows }) => [
    list(path, "page=1"),
    list(path, `page=${rows / 200}`),
    list(path, `page=${Math.floor(rows / 150)}`),
    list(path, `page=${rows / 100}`),
    list(path, "page=1&page_size=1000"),
    list(path, "state=active&page=400"),
  ]),
  list("/users/", "email=user77777@example.com"),
  list("/users/", "role=operator"),
  list("/users/", "role=customer"),
  list("/users/", "text=user77777"),
  list("/users/", "text=user777"),
  list("/users/", "text=byron user777"),
  list("/apis", "name=decod"),
  list("/subscriptions", "state=submitted&page=15"),
  list("/subscriptions", "user_id=user-4711"),
  operation("GET /users/{user_id}", (round) => `/users/${user(round)}`),
  operation("GET /users/{id}/subscriptions", (round) => `/users/${user(round)}/subscriptions`),
  operation("GET /subscriptions/{subscription_id}", (round) => `/subscriptions/${subscription(round)}`),
  operation(
    "POST /users/signup",
    () => "/users/signup",
    (round) => ({ email: `signup${round}@example.com`, password: "a good password", ...names }),
  ),
  operation("POST /users/{id}", atUser, (round) => ({ email: `b${round}@example.com`, ...names })),
  operation("PUT /users/{id}", atUser, (round) => ({ email: `c${round}@example.com`, ...names })),
  operation(
    "PATCH /users/{user_id}",
    (round) => `/users/${user(round)}`,
    (round) => ({ first_name: `A${round}`, plan: "gold" }),
  ),
  operation("POST /users/{id}/token", (round) => `${atUser(round)}/token`),
  operation("POST /users/{id}/resetLink", (round) => `${atUser(round)}/resetLink`),
  operation("POST /subscriptions/{id}", atSubscription, (round) => ({
    scope: "/products/unlimited",
    owner_id: `bench-${round}`,
  })),
  operation("PATCH /subscriptions/{id}", atSubscription, () => ({ state: "active" })),
  operation("POST …/listSecrets", (round) => `${atSubscription(round)}/listSecrets`),
  operation("POST …/regeneratePrimaryKey", (round) => `${atSubscription(round)}/regeneratePrimaryKey`),
  operation(
    "PUT /subscriptions/sandbox-bump",
    () => "/subscriptions/sandbox-bump",
    (round) => ({ subscription_id: subscription(round), credits: 10, idempotency_key: `bench ${round}` }),
  ),
  operation("DELETE /subscriptions/{id}", atSubscription),
  operation("DELETE /users/{user_id}", (round) => `/users/${user(round)}`),
];

async function measure(service: TestService, { name, path, json }: Operation): Promise<Figure> {
  const method = name.slice(0, name.indexOf(" "));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const options = { headers: service.operatorHeaders, ...(json && { json: json(round) }) };
    const time = await elapsed(async () => {
      const { status } = await service.ask(method, path(round), options);
      if (status !== 200) throw new Error(`${name} returned ${status}`);
    });
    times.push(time);
  }
  const worst = `worst of ${rounds}: ${Math.max(...times).toFixed(1)}`;
  return figure(`${name}, ${service.app.database.dialect}`, median(times), "ms", worst);
}

/**
 * Every operation on users, subscriptions, keys and tokens at 100,000 users and 300,000 subscriptions, without the
 * socket. Passwords are hashed at the lowest cost.
 */
export function benchManagement(): Promise<Figure[]> {
  return onEachDatabase(async (database, _, kind) => {
    const figures: Figure[] = [];
    const statements = new Map<string, Sql>();
    const service = await startService(kind, {}, { database: recorded(database, statements) });
    await fillAccounts(database, start);
    await signUp(service);
    statements.clear();
    for (const one of operations) figures.push(await measure(service, one));
    const checked = await requireIndices(database, statements.values(), scans[kind.dialect]);
    await service.end();
    const note = "none scans a large table";
    return [...figures, figure(`statements checked, ${kind.dialect}`, checked, "plans", note)];
  });
}
