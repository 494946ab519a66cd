import { readFileSync } from "node:fs";

// The load where wrk cannot be had: keep-alive connections with one request each in flight. Run by load.ts in a
// process of its own. Arguments: host, port, path before the VIN, header lines as JSON, file of VINs, where to
// begin, seconds, connections. Prints one JSON line, as wrk.lua does.
const [host = "", port, path = "", headers = "[]", file = "", from, seconds, connections] =
  process.argv.slice(2);
const vins = readFileSync(file, "utf8").trim().split("\n");
const lines = ["", `Host: ${host}:${port}`, ...(JSON.parse(headers) as string[]), "", ""].join("\r\n");

interface Exchange {
  sent: number;
  /** Of the answer now coming in: what there is of its head, and how much of its body is to come. */
  head: string;
  rest: number;
  ok: boolean;
}

const latencies: number[] = [];
let [at, refused, broken, over] = [Number(from), 0, 0, false];

function ask(socket: Bun.Socket<Exchange>): void {
  socket.data = { sent: performance.now(), head: "", rest: -1, ok: false };
  socket.write(`GET ${path}${vins[at++ % vins.length]} HTTP/1.1${lines}`);
}

function take(socket: Bun.Socket<Exchange>, chunk: Buffer): void {
  const { data } = socket;
  if (data.rest >= 0) data.rest -= chunk.length;
  else {
    data.head += chunk.toString("latin1");
    const end = data.head.indexOf("\r\n\r\n");
    if (end < 0) return;
    data.ok = /^HTTP\/1\.1 200 /.test(data.head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(data.head.slice(0, end))?.[1];
    if (length === undefined) throw new Error("an answer came without content-length");
    data.rest = Number(length) - (data.head.length - end - 4);
  }
  if (data.rest > 0 || over) return;
  latencies.push(performance.now() - data.sent);
  if (!data.ok) refused++;
  ask(socket);
}

const begun = performance.now();
const sockets = await Promise.all(
  Array.from({ length: Number(connections) }, () =>
    Bun.connect<Exchange>({
      hostname: host,
      port: Number(port),
      socket: {
        open: ask,
        data: take,
        close: () => {
          if (!over) broken++;
        },
      },
    }),
  ),
);
await Bun.sleep(Number(seconds) * 1000);
over = true;
const took = (performance.now() - begun) / 1000;
for (const socket of sockets) socket.end();
latencies.sort((a, b) => a - b);
const percentile = (part: number) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0;
console.log(
  JSON.stringify({
    requests: latencies.length,
    refused,
    broken,
    seconds: took,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }),
);
process.exit(0);
