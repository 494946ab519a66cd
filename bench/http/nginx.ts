import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, type Running, type Side, start, untilAnswers } from "./child.ts";
import type { Peer, Place } from "./peer.ts";
import { type Tools, unpackDebian } from "./tools.ts";

const key = "vgk_benchmark_key_of_a_peer_0001";

function unpack(toolsFolder: string): Promise<Tools> {
  return unpackDebian(toolsFolder, ["nginx", "libnginx-mod-http-lua"]);
}

function startNginx(tools: Tools, folder: string, name: string, side: Side, http: string): Running {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${folder}/${name}-${each};`,
  );
  const configuration = `
    daemon off; master_process off; pid ${folder}/${name}.pid; error_log ${folder}/${name}.error.log;
    load_module ${tools.path("/usr/lib/nginx/modules/ndk_http_module.so")};
    load_module ${tools.path("/usr/lib/nginx/modules/ngx_http_lua_module.so")};
    events { worker_connections 1024; }
    http {
      ${temporary.join(" ")}
      lua_package_path "${tools.path("/usr/share/lua/5.1")}/?.lua;;";
      access_log off; default_type application/json; keepalive_requests 1000000000;
      ${http}
    }`;
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, configuration);
  return start({
    command: [
      tools.path("/usr/sbin/nginx"),
      "-p",
      folder,
      "-e",
      join(folder, `${name}.error.log`),
      "-c",
      file,
    ],
    side,
    folder,
    name,
    env: tools.env,
  });
}

/** Starts what gateways pass requests on to, nginx sending the answer from memory on the generator's core: its port. */
export async function startBackend({ folder, toolsFolder, body }: Place): Promise<number> {
  const tools = await unpack(toolsFolder);
  const port = freePort();
  const text = new TextDecoder().decode(body).replace(/[\\']/g, "\\$&");
  if (text.includes("$")) throw new Error("nginx would read the answer's $ as a variable");
  const http = `server { listen 127.0.0.1:${port}; location / { return 200 '${text}'; } }`;
  await untilAnswers(startNginx(tools, folder, "backend", "load", http), `http://127.0.0.1:${port}/`);
  return port;
}

/** The shape of Kong and APISIX: nginx with a key check and a counter in Lua, passing on to a backend. */
export async function startNginxLua(place: Place, backendPort: number): Promise<Peer> {
  const tools = await unpack(place.toolsFolder);
  const port = freePort();
  const server = startNginx(
    tools,
    place.folder,
    "nginx-lua",
    "server",
    `lua_shared_dict keys 1m; lua_shared_dict counters 1m;
     init_by_lua_block { ngx.shared.keys:set("${key}", "consumer") }
     upstream backend { server 127.0.0.1:${backendPort}; keepalive 128; keepalive_requests 1000000000; }
     server {
       listen 127.0.0.1:${port};
       location / {
         access_by_lua_block {
           local key = ngx.var.http_x_authkey
           local consumer = key and ngx.shared.keys:get(key)
           if not consumer then return ngx.exit(401) end
           ngx.shared.counters:incr(consumer, 1, 0)
         }
         proxy_http_version 1.1; proxy_set_header Connection ""; proxy_pass http://backend;
       }
     }`,
  );
  return { server, asked: { base: `http://127.0.0.1:${port}/vin-decoder/`, headers: { "x-AuthKey": key } } };
}
