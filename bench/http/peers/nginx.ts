import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, type Running, type Side, start, untilReady } from "../../common/child.ts";
import { unpackDebian } from "../../common/debian.ts";
import type { Bench } from "../bench.ts";

/** What callers of the peers send. */
export const peerKey = "vgk_benchmark_key_of_a_peer_0001";
const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

async function startNginx(bench: Bench, name: string, side: Side, http: string): Promise<Running> {
  const { folder, toolsFolder } = bench;
  const { path, env } = await unpackDebian(toolsFolder, ["nginx", "libnginx-mod-http-lua"]);
  const file = join(folder, `${name}.conf`);
  const log = join(folder, `${name}.error.log`);
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/${name}.pid; error_log ${log};
    load_module ${path("/usr/lib/nginx/modules/ndk_http_module.so")};
    load_module ${path("/usr/lib/nginx/modules/ngx_http_lua_module.so")};
    events { worker_connections 1024; }
    http {
      ${temporary.map((each) => `${each}_temp_path ${folder}/${name}-${each};`).join(" ")}
      lua_package_path "${path("/usr/share/lua/5.1")}/?.lua;;";
      access_log off; default_type application/json; keepalive_requests 1000000000;
      ${http}
    }`,
  );
  const command = [path("/usr/sbin/nginx"), "-p", folder, "-e", log, "-c", file];
  return start({ command, side, folder, name, env });
}

/** Starts what the gateways forward to, nginx with a constant on the generator's core; resolves to its port. */
export async function startBackend(bench: Bench): Promise<number> {
  const port = freePort();
  const text = new TextDecoder().decode(bench.vins.body).replace(/[\\']/g, "\\$&");
  if (text.includes("$")) throw new Error("nginx would read the body's $ as a variable");
  const http = `server { listen 127.0.0.1:${port}; location / { return 200 '${text}'; } }`;
  await untilReady(await startNginx(bench, "backend", "load", http), `http://127.0.0.1:${port}/`);
  return port;
}

/** nginx in front of a backend, with kept connections and room in memory for an answer of 100 kB. */
async function startProxy(
  bench: Bench,
  name: string,
  backend: Promise<number>,
  http: string,
  access: string,
) {
  const [port, upstream] = [freePort(), await backend];
  const server = await startNginx(
    bench,
    `${name}-${upstream}`,
    "server",
    `${http}
     upstream backend { server 127.0.0.1:${upstream}; keepalive 128; keepalive_requests 1000000000; }
     server {
       listen 127.0.0.1:${port};
       location / {
         ${access}
         proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffers 8 32k; proxy_pass http://backend;
       }
     }`,
  );
  const headers = { "x-AuthKey": peerKey };
  return { server, requests: { base: `http://127.0.0.1:${port}/vin-decoder/`, headers } };
}

/** nginx as a proxy and nothing else. */
export const startNginxPlain = (bench: Bench, backend: Promise<number>) =>
  startProxy(bench, "nginx-plain", backend, "", "");

/** The shape of Kong and APISIX: nginx with a key check and a counter in Lua. */
export const startNginxLua = (bench: Bench, backend: Promise<number>) =>
  startProxy(
    bench,
    "nginx-lua",
    backend,
    `lua_shared_dict keys 1m; lua_shared_dict counters 1m;
     init_by_lua_block { ngx.shared.keys:set("${peerKey}", "consumer") }`,
    `access_by_lua_block {
       local key = ngx.var.http_x_authkey
       local consumer = key and ngx.shared.keys:get(key)
       if not consumer then return ngx.exit(401) end
       ngx.shared.counters:incr(consumer, 1, 0)
     }`,
  );
