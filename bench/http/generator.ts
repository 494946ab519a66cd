import { readFileSync } from "node:fs";
import { printJson } from "../common/figure.ts";
import { type Requests, vinPlace } from "../common/service.ts";

// Replaces wrk if it is not available: keep-alive connections with one request each in flight. Prints what wrk.lua
// prints.
const options = JSON.parse(process.argv[2]!);
const { base, headers, body, from, seconds, over } = options as Requests &
  Record<"from" | "seconds" | "over", number>;
const { hostname, port, pathname } = new URL(base);
const vins = readFileSync(options.vins, "utf8").trim().split("\n");
const keys = options.keys ? readFileSync(options.keys, "utf8").trim().split("\n") : undefined;
const linesOf = (all: Requests["headers"]) => {
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  return ["", `Host: ${hostname}:${port}`, ...length, ...fields, "", ""].join("\r\n");
};
const lines = keys?.map((key) => linesOf({ ...headers, "x-AuthKey": key })) ?? [linesOf(headers)];

interface Exchange {
  sent: number;
  /** The part of the response that has arrived: the head so far, and how many bytes of the body are missing. */
  head: string;
  rest: number;
  ok: boolean;
}

const latencies: number[] = [];
let [at, refused, broken, ended] = [from, 0, 0, false];

function send(socket: Bun.Socket<Exchange>): void {
  socket.data = { sent: performance.now(), head: "", rest: -1, ok: false };
  const vin = vins[at++ % vins.length]!;
  const head = lines[at % lines.length];
  if (body === undefined) socket.write(`GET ${pathname}${vin} HTTP/1.1${head}`);
  else socket.write(`POST ${pathname} HTTP/1.1${head}${body.replace(vinPlace, vin)}`);
}

function receive(socket: Bun.Socket<Exchange>, chunk: Buffer): void {
  const { data } = socket;
  if (data.rest >= 0) data.rest -= chunk.length;
  else {
    data.head += chunk.toString("latin1");
    const end = data.head.indexOf("\r\n\r\n");
    if (end < 0) return;
    data.ok = /^HTTP\/1\.1 200 /.test(data.head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(data.head.slice(0, end))?.[1];
    if (length === undefined) throw new Error("a response has no content-length");
    data.rest = Number(length) - (data.head.length - end - 4);
  }
  if (data.rest > 0 || ended) return;
  latencies.push(performance.now() - data.sent);
  if (!data.ok) refused++;
  send(socket);
}

const close = () => {
  if (!ended) broken++;
};
const begun = performance.now();
const socket = { open: send, data: receive, close };
const connect = () => Bun.connect<Exchange>({ hostname, port: Number(port), socket });
await Promise.all(Array.from({ length: over }, connect));
await Bun.sleep(seconds * 1000);
ended = true;
const took = (performance.now() - begun) / 1000;
latencies.sort((a, b) => a - b);
const percentile = (part: number) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0;
const [p50, p99] = [percentile(0.5), percentile(0.99)];
printJson({ requests: latencies.length, refused, broken, seconds: took, p50, p99 });
process.exit(0);
