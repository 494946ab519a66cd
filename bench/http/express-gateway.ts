import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, start, untilAnswers } from "./child.ts";
import type { Peer, Place } from "./peer.ts";
import { run } from "./tools.ts";

async function install(toolsFolder: string, name: string, version: string): Promise<string> {
  const folder = join(toolsFolder, name);
  if (!existsSync(join(folder, "node_modules", name))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    await run(
      ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`],
      folder,
    );
  }
  return folder;
}

async function post<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** express-gateway with key-auth and proxy, its own memory in place of Redis, passing on to the backend. */
export async function startExpressGateway(
  { folder, toolsFolder }: Place,
  backendPort: number,
): Promise<Peer> {
  const installed = await install(toolsFolder, "express-gateway", "1.16.11");
  const config = join(folder, "express-gateway");
  const [port, admin] = [freePort(), freePort()];
  mkdirSync(config);
  const models = join(installed, "node_modules/express-gateway/lib/config/models");
  cpSync(models, join(config, "models"), { recursive: true });
  writeFileSync(
    join(config, "system.config.yml"),
    `db: { redis: { emulate: true, namespace: EG } }
crypto: { cipherKey: benchmark, algorithm: aes256, saltRounds: 10 }
session: { secret: benchmark, resave: false, saveUninitialized: false }
accessTokens: { timeToExpiry: 7200000 }
refreshTokens: { timeToExpiry: 7200000 }
authorizationCodes: { timeToExpiry: 300000 }
`,
  );
  writeFileSync(
    join(config, "gateway.config.yml"),
    `http: { port: ${port}, hostname: 127.0.0.1 }
admin: { port: ${admin}, hostname: 127.0.0.1 }
apiEndpoints: { api: { host: '*', paths: '/vin-decoder/*' } }
serviceEndpoints: { backend: { url: 'http://127.0.0.1:${backendPort}' } }
policies: [proxy, key-auth]
pipelines:
  main:
    apiEndpoints: [api]
    policies:
      - key-auth: [ { action: { apiKeyHeader: x-authkey, disableHeadersScheme: true } } ]
      - proxy: [ { action: { serviceEndpoint: backend } } ]
`,
  );
  const script = join(installed, "serve.cjs");
  writeFileSync(script, 'require("express-gateway")().load(process.argv[2]).run();\n');
  const server = start({
    command: ["node", script, config],
    side: "server",
    folder,
    name: "express-gateway",
    env: { NODE_ENV: "production", LOG_LEVEL: "error", EG_DISABLE_CONFIG_WATCH: "true" },
  });
  const adminUrl = `http://127.0.0.1:${admin}`;
  await untilAnswers(server, `${adminUrl}/users`);
  const person = { username: "ada", firstname: "Ada", lastname: "Byron" };
  const user = await post<{ id: string }>(`${adminUrl}/users`, person);
  const made = await post<{ keyId: string; keySecret: string }>(`${adminUrl}/credentials`, {
    consumerId: user.id,
    type: "key-auth",
    credential: {},
  });
  const headers = { "x-authkey": `${made.keyId}:${made.keySecret}` };
  return { server, asked: { base: `http://127.0.0.1:${port}/vin-decoder/`, headers } };
}
