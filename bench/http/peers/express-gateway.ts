import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, run, start, untilReady } from "../../common/child.ts";
import { api } from "../../common/service.ts";
import type { Bench } from "../bench.ts";

const version = "1.16.11";

async function install(toolsFolder: string): Promise<string> {
  const cwd = join(toolsFolder, "express-gateway");
  const modules = join(cwd, "node_modules/express-gateway");
  if (existsSync(modules)) return cwd;
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "package.json"), '{"private":true}');
  const options = ["--no-audit", "--no-fund", "--ignore-scripts"];
  await run(["npm", "install", ...options, `express-gateway@${version}`], { cwd, seconds: 240 });
  return cwd;
}

/** express-gateway with key-auth and proxy, its own memory in place of Redis, forwarding to the backend. */
export async function startExpressGateway({ folder, toolsFolder }: Bench, backend: Promise<number>) {
  const backendPort = await backend;
  const installed = await install(toolsFolder);
  const config = join(folder, `express-gateway-${backendPort}`);
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
  const env = { NODE_ENV: "production", LOG_LEVEL: "error", EG_DISABLE_CONFIG_WATCH: "true" };
  const command = ["node", script, config];
  const server = start({ command, side: "server", folder, name: `express-gateway-${backendPort}`, env });
  const adminUrl = `http://127.0.0.1:${admin}`;
  await untilReady(server, `${adminUrl}/users`);
  const person = { username: "ada", firstname: "Ada", lastname: "Byron" };
  const { id: consumerId } = await api<{ id: string }>(`${adminUrl}/users`, "POST", person);
  const credential = { consumerId, type: "key-auth", credential: {} };
  const key = await api<Record<string, string>>(`${adminUrl}/credentials`, "POST", credential);
  const headers = { "x-authkey": `${key.keyId}:${key.keySecret}` };
  return { server, requests: { base: `http://127.0.0.1:${port}/vin-decoder/`, headers } };
}
