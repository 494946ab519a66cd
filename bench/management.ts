import type { Database, Queries } from "../src/database/database.ts";
import { type Sql, sql } from "../src/database/sql.ts";
import { kinds, signUp, startService, type TestService } from "../test/harness.ts";
import { type Figure, median, table } from "./figure.ts";
import { fillAccounts, subscriptions, users } from "./management-fill.ts";

const rounds = 15;
const start = Date.UTC(2024, 0, 1);

/** A database that remembers its statements. */
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

// The rest has a handful of rows, which a database rightly reads from end to end.
const large = "app_user|access_token|subscription|subscription_key|credit_balance|credit_ledger|enrolment";
const scans: Readonly<Record<Database["dialect"], RegExp>> = {
  // A walk along an index that a limit ends is no scan of the table.
  sqlite: new RegExp(`SCAN (?:${large}|s|b|u|k|t)(?: USING COVERING INDEX sqlite_autoindex\\S*)?"`),
  postgres: new RegExp(`Seq Scan on (?:${large})\\b`),
};

/** Throws where one of the statements reads a large table from end to end; resolves to their number. */
async function requireIndices(db: Database, statements: Iterable<Sql>): Promise<number> {
  let count = 0;
  for (const statement of statements) {
    if (!/^\s*(select|update|delete|insert)/i.test(statement.parts[0] ?? "")) continue;
    const explain =
      db.dialect === "sqlite" ? sql`explain query plan ${statement}` : sql`explain ${statement}`;
    const plan = JSON.stringify(await db.all(explain));
    if (scans[db.dialect].test(plan)) throw new Error(`${statement.parts.join("?")} scans a table: ${plan}`);
    count++;
  }
  return count;
}

interface Operation {
  readonly name: string;
  readonly ask: (service: TestService, round: number) => Promise<{ status: number }>;
}

function operations(): Operation[] {
  const operator =
    (method: string, path: (round: number) => string, json?: (round: number) => unknown) =>
    (service: TestService, round: number) =>
      service.ask(method, path(round), {
        headers: service.operatorHeaders,
        ...(json && { json: json(round) }),
      });
  const names = { first_name: "A", last_name: "B" };
  // Spread over the tables, so that no round finds what the one before it has warmed.
  const user = (round: number) => `user-${(round * 6007 + 11) % users}`;
  const subscription = (round: number) => `subscription-${(round * 19_997 + 3) % subscriptions}`;
  const made = (round: number) => `bench-${round}`;
  const list = (path: string, query: string) => ({
    name: `GET ${path}?${query}`,
    ask: operator("GET", () => `${path}?${query}`),
  });
  const lists = [
    ["/users/", users],
    ["/subscriptions", subscriptions],
  ] as const;
  return [
    ...lists.flatMap(([path, count]) => [
      list(path, "page=1"),
      list(path, `page=${count / 200}`),
      list(path, `page=${Math.floor(count / 150)}`),
      list(path, `page=${count / 100}`),
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
    { name: "GET /users/{user_id}", ask: operator("GET", (round) => `/users/${user(round)}`) },
    {
      name: "GET /users/{id}/subscriptions",
      ask: operator("GET", (round) => `/users/${user(round)}/subscriptions`),
    },
    {
      name: "GET /subscriptions/{subscription_id}",
      ask: operator("GET", (round) => `/subscriptions/${subscription(round)}`),
    },
    {
      name: "POST /users/signup",
      ask: operator(
        "POST",
        () => "/users/signup",
        (round) => ({ email: `signup${round}@example.com`, password: "a good password", ...names }),
      ),
    },
    {
      name: "POST /users/{id}",
      ask: operator(
        "POST",
        (round) => `/users/${made(round)}`,
        (round) => ({ email: `b${round}@example.com`, ...names }),
      ),
    },
    {
      name: "PUT /users/{id}",
      ask: operator(
        "PUT",
        (round) => `/users/${made(round)}`,
        (round) => ({ email: `c${round}@example.com`, ...names }),
      ),
    },
    {
      name: "PATCH /users/{user_id}",
      ask: operator(
        "PATCH",
        (round) => `/users/${user(round)}`,
        (round) => ({ first_name: `A${round}`, plan: "gold" }),
      ),
    },
    { name: "POST /users/{id}/token", ask: operator("POST", (round) => `/users/${made(round)}/token`) },
    {
      name: "POST /users/{id}/resetLink",
      ask: operator("POST", (round) => `/users/${made(round)}/resetLink`),
    },
    {
      name: "POST /subscriptions/{id}",
      ask: operator(
        "POST",
        (round) => `/subscriptions/${made(round)}`,
        (round) => ({
          scope: "/products/unlimited",
          owner_id: made(round),
        }),
      ),
    },
    {
      name: "PATCH /subscriptions/{id}",
      ask: operator(
        "PATCH",
        (round) => `/subscriptions/${made(round)}`,
        () => ({ state: "active" }),
      ),
    },
    {
      name: "POST …/listSecrets",
      ask: operator("POST", (round) => `/subscriptions/${made(round)}/listSecrets`),
    },
    {
      name: "POST …/regeneratePrimaryKey",
      ask: operator("POST", (round) => `/subscriptions/${made(round)}/regeneratePrimaryKey`),
    },
    {
      name: "PUT /subscriptions/sandbox-bump",
      ask: operator(
        "PUT",
        () => "/subscriptions/sandbox-bump",
        (round) => ({
          subscription_id: subscription(round),
          credits: 10,
          idempotency_key: `bench ${round}`,
        }),
      ),
    },
    {
      name: "DELETE /subscriptions/{id}",
      ask: operator("DELETE", (round) => `/subscriptions/${made(round)}`),
    },
    { name: "DELETE /users/{user_id}", ask: operator("DELETE", (round) => `/users/${user(round)}`) },
  ];
}

async function measure(service: TestService, { name, ask }: Operation): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const got = await ask(service, round);
    times.push(performance.now() - begun);
    if (got.status !== 200) throw new Error(`${name} answered ${got.status}`);
  }
  const { dialect } = service.app.database;
  const worst = Math.max(...times).toFixed(1);
  return {
    name: `${name}, ${dialect}`,
    value: median(times),
    unit: "ms",
    note: `worst of ${rounds}: ${worst}`,
  };
}

/**
 * Every operation on users, subscriptions, keys and tokens at 100,000 users and 300,000 subscriptions,
 * through the whole of a request but the socket. Passwords are hashed at the lowest cost: theirs is their own.
 */
export async function benchManagement(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds.filter((each) => !each.missing)) {
    const fresh = await kind.fresh();
    const database = await fresh.open();
    const statements = new Map<string, Sql>();
    const service = await startService(kind, {}, { database: recorded(database, statements) });
    try {
      await fillAccounts(database, start);
      await signUp(service);
      statements.clear();
      for (const operation of operations()) figures.push(await measure(service, operation));
      const checked = await requireIndices(database, statements.values());
      const note = "none reads a large table from end to end";
      figures.push({ name: `statements looked at, ${kind.dialect}`, value: checked, unit: "plans", note });
    } finally {
      await service.end();
      await fresh.end();
    }
  }
  return figures;
}

if (import.meta.main) {
  console.log(table(await benchManagement()));
  process.exit(0);
}
