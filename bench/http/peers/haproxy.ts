import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, start } from "../../common/child.ts";
import { unpackDebian } from "../../common/debian.ts";
import type { Bench } from "../bench.ts";
import { peerKey } from "./nginx.ts";

/** HAProxy with one thread, kept connections to the backend, and the keys in a map. */
export async function startHaproxy({ folder, toolsFolder }: Bench, backend: Promise<number>) {
  const { path, env } = await unpackDebian(toolsFolder, ["haproxy"]);
  const [port, upstream] = [freePort(), await backend];
  const name = `haproxy-${upstream}`;
  const [file, keys] = [join(folder, `${name}.cfg`), join(folder, `${name}.keys`)];
  writeFileSync(keys, `${peerKey} consumer\n`);
  writeFileSync(
    file,
    `global
  nbthread 1
  maxconn 4000
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend callers
  bind 127.0.0.1:${port}
  http-request deny deny_status 401 unless { req.hdr(x-authkey),map_str(${keys}) -m found }
  http-request del-header x-authkey
  default_backend upstream
backend upstream
  server upstream 127.0.0.1:${upstream} pool-max-conn -1
`,
  );
  const command = [path("/usr/sbin/haproxy"), "-db", "-f", file];
  const server = start({ command, side: "server", folder, name, env });
  const headers = { "x-AuthKey": peerKey };
  return { server, requests: { base: `http://127.0.0.1:${port}/vin-decoder/`, headers } };
}
