import { freePort, type Running, type Side, start, untilReady, vingate } from "./child.ts";

export const operatorToken = "benchmark-operator-token-0001";
const million = 1_000_000;

/** As long as a VIN: bodies with each VIN have one length. */
export const vinPlace = "@".repeat(17);

/** What is requested: the URL of a VIN is `base` + the VIN. */
export interface Requests {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A file of keys that are sent in turn instead of that in the headers. */
  readonly keys?: string;
  /** The body of a POST to `base`, with `vinPlace` in place of the VIN. */
  readonly body?: string;
}

export interface Service {
  readonly server: Running;
  readonly url: string;
}

interface Options {
  readonly bunFlags?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly side?: Side;
  readonly name?: string;
  /** The work tree of the program; this one by default. */
  readonly tree?: string;
}

/** Starts `serve` in `dataDir`, without demo data, and waits until it is healthy. */
export async function startService(folder: string, dataDir: string, options: Options = {}): Promise<Service> {
  const { bunFlags = [], settings = {}, side = "server", name = "service", tree } = options;
  const port = freePort();
  const [bun, ...program] = vingate(["serve"], tree);
  const env = {
    VINGATE_DATA_DIR: dataDir,
    VINGATE_PORT: String(port),
    VINGATE_OPERATOR_TOKEN: operatorToken,
    VINGATE_DEMO: "off",
    ...settings,
  };
  const server = start({ command: [bun!, ...bunFlags, ...program], side, folder, name, env });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(server, `${url}/health`);
  return { server, url };
}

/** Calls an operation as the operator. Throws unless it returns 200. */
export async function api<T>(url: string, method: string, body?: object, token = operatorToken): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${url} returned ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

interface SignedUp {
  readonly user: { readonly id: string };
  readonly keys: { readonly primary_key: string };
}

export async function signUp({ url }: Service, email = "ada@example.com"): Promise<SignedUp> {
  const { client_token } = await api<{ client_token: string }>(`${url}/identity`, "GET");
  const person = { email, first_name: "Ada", last_name: "Byron" };
  return api(`${url}/auth/signup`, "POST", { ...person, password: "a long password of hers" }, client_token);
}

/** The same lookups as two customers: with counted credits and a rate limit, and with unlimited credits. */
export async function subscribe(
  service: Service,
): Promise<{ metered: Requests; unlimited: Requests; owner: string }> {
  const { url } = service;
  // The limit is counted and never reached; the credits outlast any run.
  await api(`${url}/products/bench-metered`, "PUT", {
    credits_granted: 1000 * million,
    policy: { rate_limit: { calls: million, renewal_period_s: 1 } },
  });
  await api(`${url}/products/bench-metered/apis/vin-decoder`, "PUT", {});
  const { user } = await signUp(service);
  const to = async (product: string): Promise<Requests> => {
    const path = `${url}/subscriptions/to-${product}`;
    await api(path, "PUT", { scope: `/products/${product}`, owner_id: user.id, state: "active" });
    const { primary_key } = await api<{ primary_key: string }>(`${path}/listSecrets`, "POST", {});
    return { base: `${url}/vin-decoder/`, headers: { "x-AuthKey": primary_key } };
  };
  return { metered: await to("bench-metered"), unlimited: await to("unlimited"), owner: user.id };
}
