import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { goodVin } from "../subscribers.ts";
import { attackClient } from "./bursts.ts";
import { addCustomers } from "./customers.ts";
import { type Installation, install } from "./installation.ts";

/** Clients that send a request and read nothing. */
export interface UnreadAttack {
  readonly name: string;
  readonly connections: number;
  request(key: string): string;
}

const crlf = "\r\n";

function post(path: string, key: string, type: string, body: string): string {
  const head = [`POST ${path} HTTP/1.1`, "Host: a", `x-AuthKey: ${key}`, `Content-Type: ${type}`];
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join(crlf);
}

const vins = Array.from({ length: 10_000 }, () => goodVin);

export const unreadAttacks: readonly UnreadAttack[] = [
  {
    name: "GET /openapi.json",
    connections: 1000,
    request: () => ["GET /openapi.json HTTP/1.1", "Host: a", "", ""].join(crlf),
  },
  {
    name: "batches of 10,000 VINs as JSON",
    connections: 100,
    request: (key) => post("/vin-decoder/batch", key, "application/json", JSON.stringify({ vins })),
  },
  {
    name: "batches of 40,000 VINs as lines",
    connections: 100,
    request: (key) =>
      post("/vin-decoder/batch", key, "application/x-ndjson", `${vins.join("\n")}\n`.repeat(4)),
  },
  {
    name: "vPIC batches of 10,000 VINs as XML",
    connections: 100,
    request: (key) =>
      post(
        "/vehicles/DecodeVINValuesBatch/",
        key,
        "application/x-www-form-urlencoded",
        `format=xml&DATA=${vins.join(";")}`,
      ),
  },
];

const attackedMs = 12_000;

const memoryMb = (pid: number, field: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) /
  1024;

/** The first line of the response to these bytes; the rest is not read. */
function firstLine(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!received.includes(crlf)) return;
      resolve(received.split(crlf)[0]!);
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

/** Memory of one process, MiB: before, and its peak while the clients are connected. */
export async function sufferUnread(
  attack: UnreadAttack,
): Promise<{ readonly beforeMb: number; readonly peakMb: number; readonly answers: boolean }> {
  const service: Installation = await install({ dialect: "sqlite", nodes: 1 });
  try {
    const [customer] = await addCustomers(service, null);
    await service.operate("PUT", `/products/${customer!.product}/apis/vehicles`);
    const node = service.nodes[0]!;
    const { pid } = node.process;
    const request = attack.request(customer!.key);
    const line = await firstLine(node.port, request);
    if (line !== "HTTP/1.1 200 OK") throw new Error(`${attack.name} returned ${line}`);
    const beforeMb = memoryMb(pid, "VmRSS");
    const file = join(node.dataDir, "request.txt");
    writeFileSync(file, request);
    const args = ["unread", String(node.port), String(attack.connections), file];
    const clients = Bun.spawn(attackClient(...args), { stdin: "pipe", stdout: "ignore" });
    await Bun.sleep(attackedMs);
    const { ok } = await fetch(`http://127.0.0.1:${node.port}/livez`);
    const peakMb = memoryMb(pid, "VmHWM");
    clients.stdin.end();
    await clients.exited;
    return { beforeMb, peakMb, answers: ok };
  } finally {
    await service.end();
  }
}
