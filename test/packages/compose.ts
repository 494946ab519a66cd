import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { startPostgres } from "../postgres.ts";
import { freePort, type StartingProcess, spawnProcess } from "../service-process.ts";
import { until } from "../until.ts";

// `npm run check:compose`: makes the secrets as in docs/operating.md, and runs the nodes of ops/compose/postgres.yaml
// as processes with their settings, behind this machine's nginx with its configuration. Ends one node under calls.
const home = join(import.meta.dir, "..", "..");
const read = (path: string) => readFileSync(join(home, path), "utf8");
const work = mkdtempSync(join(tmpdir(), "vingate-compose-"));
const started: StartingProcess[] = [];
const postgres = await startPostgres({ own: true });
let failed = 0;

/** The lines of the page that make the secrets, run in an empty folder. */
function makeSecrets(database: string): string {
  const [lines = ""] =
    /^mkdir -m 700 ops\/compose\/secrets\n(?:.*\n)*?chmod .*$/m.exec(read("docs/operating.md")) ?? [];
  mkdirSync(join(work, "ops/compose"), { recursive: true });
  const made = Bun.spawnSync(["sh", "-ec", lines], { cwd: work, stderr: "inherit" });
  if (!made.success || lines === "") throw new Error("the page's lines make no secrets");
  const folder = join(work, "ops/compose/secrets");
  const url = readFileSync(join(folder, "database_url"), "utf8");
  if (!/^postgres:\/\/vingate:[0-9a-f]{64}@database\/vingate\n$/.test(url)) throw new Error(url);
  // This machine's server has a name and a password of its own.
  rmSync(join(folder, "database_url"));
  writeFileSync(join(folder, "database_url"), database);
  return folder;
}

function startProxy(port: number, nodes: Readonly<Record<string, number>>) {
  let server = read("ops/compose/nginx.conf").replace("listen 8080", `listen 127.0.0.1:${port}`);
  for (const [name, own] of Object.entries(nodes))
    server = server.replace(`${name}:8080`, `127.0.0.1:${own}`);
  const file = join(work, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${work};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${work}/nginx.pid; error_log ${work}/error.log;
events {} http { access_log off; ${paths.join(" ")} ${server} }`,
  );
  return Bun.spawn(["nginx", "-c", file], { stdio: ["ignore", "inherit", "inherit"] });
}

let proxy: ReturnType<typeof startProxy> | undefined;
try {
  const secrets = makeSecrets(await postgres.newDatabase());
  const { services } = parse(read("ops/compose/postgres.yaml"), { merge: true });
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const ports: Record<string, number> = {};
  for (const name of ["node-1", "node-2"]) {
    const settings = Object.fromEntries(
      Object.entries<string>(services[name].environment).map(([key, value]) => [
        key,
        value.replace("/run/secrets", secrets).replace(/\$\{[A-Z_]+:-(.*)\}/, "$1"),
      ]),
    );
    ports[name] = freePort();
    mkdirSync(join(work, name));
    const own = { VINGATE_TRUSTED_PROXIES: "127.0.0.1", VINGATE_PORT: `${ports[name]}` };
    started.push(spawnProcess(join(work, name), { ...settings, ...own }));
  }
  const isReady = ([, own]: [string, number]) =>
    fetch(`http://127.0.0.1:${own}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const node of Object.entries(ports)) await until(() => isReady(node), `${node[0]} is ready`, 240_000);
  proxy = startProxy(port, ports);
  const passesOn = () =>
    fetch(`${url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(passesOn, "the proxy answers", 60_000);
  const first = ["node-1", "node-2"].map((name) => join(work, name, "first-run.json")).filter(existsSync);
  if (first.length !== 1) throw new Error(`${first.length} nodes have the first credentials`);
  const { demo_key: demoKey, operator_token: token } = JSON.parse(readFileSync(first[0]!, "utf8"));
  const key = demoKey ?? (await customerKey(url, token));
  const call = () =>
    fetch(`${url}/vin-decoder/1HGCM82633A004352`, { headers: { "x-AuthKey": key } }).then(
      ({ status }) => status,
      () => 0,
    );
  await until(async () => (await call()) === 200, "the key is known", 60_000);
  const statuses = new Map<number, number>();
  const count = async (calls: number) => {
    for (let each = 0; each < calls; each++) {
      const status = await call();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await count(200);
  started[0]!.signal("SIGTERM");
  await count(200);
  const code = await started[0]!.exited;
  await count(200);
  console.log(`calls by status: ${JSON.stringify([...statuses])}; the node that was ended: ${code}`);
  if (statuses.size !== 1 || !statuses.has(200) || code !== 0) failed = 1;
} catch (error) {
  failed = 1;
  console.error(`FAILED ${(error as Error).message}\n${started.map((each) => each.output()).join("\n")}`);
} finally {
  proxy?.kill();
  await proxy?.exited;
  for (const each of started) each.signal("SIGTERM");
  await Promise.all(started.map((each) => each.exited));
  await postgres.end();
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed);

/** The key of a customer who signs up, with as many credits as the operator gives. */
async function customerKey(url: string, token: string): Promise<string> {
  const send = async <T>(path: string, authorization: string, body: object): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${authorization}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { user } = await send<{ user: { id: string } }>("/auth/signup", token, {
    email: "ada@example.com",
    password: "a long password",
    first_name: "Ada",
    last_name: "Byron",
  });
  const path = `${url}/subscriptions/compose`;
  const made = await fetch(path, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ scope: "/products/unlimited", owner_id: user.id, state: "active" }),
  });
  if (!made.ok) throw new Error(await made.text());
  return (await send<{ primary_key: string }>("/subscriptions/compose/listSecrets", token, {})).primary_key;
}
