import { join } from "node:path";
import { freePort, type Running, type Side, start, untilAnswers } from "./child.ts";
import type { Asked } from "./load.ts";

const operatorToken = "benchmark-operator-token-0001";
const million = 1_000_000;

/** The service, and the same lookups as two customers: one with counted credits and a limit, one without. */
export interface Service {
  readonly server: Running;
  readonly metered: Asked;
  readonly unlimited: Asked;
}

async function api<T>(url: string, method: string, token: string, body: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200)
    throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Options {
  /** Go before the program. */
  readonly bunFlags?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly side?: Side;
  /** Tells several services of one benchmark apart. */
  readonly name?: string;
}

/** Starts `bun src/main.ts serve` on SQLite in `dataDir`. */
export async function startService(
  folder: string,
  dataDir: string,
  { bunFlags = [], settings = {}, side = "server", name = "service" }: Options = {},
): Promise<Service> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const main = join(import.meta.dir, "..", "..", "src", "main.ts");
  const server = start({
    command: [process.execPath, ...bunFlags, main, "serve"],
    side,
    folder,
    name,
    env: {
      VINGATE_DATA_DIR: dataDir,
      VINGATE_PORT: String(port),
      VINGATE_OPERATOR_TOKEN: operatorToken,
      VINGATE_DEMO: "off",
      ...settings,
    },
  });
  await untilAnswers(server, `${url}/health`);
  // A limit that is counted and never reached; the credits outlast any run.
  await api(`${url}/products/bench-metered`, "PUT", operatorToken, {
    credits_granted: 1000 * million,
    policy: { rate_limit: { calls: million, renewal_period_s: 1 } },
  });
  await api(`${url}/products/bench-metered/apis/vin-decoder`, "PUT", operatorToken, {});
  const ownerId = await signUp(url);
  const asked = async (product: string): Promise<Asked> => ({
    base: `${url}/vin-decoder/`,
    headers: { "x-AuthKey": await subscribe(url, ownerId, product) },
  });
  return { server, metered: await asked("bench-metered"), unlimited: await asked("unlimited") };
}

async function signUp(url: string): Promise<string> {
  const identity = (await (await fetch(`${url}/identity`)).json()) as { client_token: string };
  const person = { first_name: "Ada", last_name: "Byron", password: "a long password of hers" };
  const made = await api<{ user: { id: string } }>(`${url}/auth/signup`, "POST", identity.client_token, {
    email: "ada@example.com",
    ...person,
  });
  return made.user.id;
}

async function subscribe(url: string, ownerId: string, product: string): Promise<string> {
  const place = `${url}/subscriptions/to-${product}`;
  const asked = { scope: `/products/${product}`, owner_id: ownerId, state: "active" };
  await api(place, "PUT", operatorToken, asked);
  const secrets = await api<{ primary_key: string }>(`${place}/listSecrets`, "POST", operatorToken, {});
  return secrets.primary_key;
}
