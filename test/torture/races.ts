import { Connection, type Outcome } from "./connection.ts";
import { addCustomers, type Customer } from "./customers.ts";
import type { Installation } from "./installation.ts";

const connections = 64;
const credits = 15;
const waitMs = 60_000;

/** How many of the 64 got each status in the end; 0 for none. */
export type Race = Readonly<Record<number, number>>;

/** 64 connections race for 15 credits, this many times, each time on another subscription. */
export async function race(service: Installation, rounds: number, atOnce = 1): Promise<Race[]> {
  const customers = await addCustomers(service, credits, rounds);
  const races: Race[] = [];
  const run = async () => {
    const sockets = Array.from({ length: connections }, () => new Connection());
    for (let customer = customers.shift(); customer; customer = customers.shift())
      races.push(await raceOnce(service, sockets, customer));
    for (const socket of sockets) socket.close();
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return races;
}

async function raceOnce(service: Installation, sockets: Connection[], { key }: Customer): Promise<Race> {
  const { nodes } = service;
  const outcomes = await Promise.all(
    sockets.map((socket, index) => askInTheEnd(socket, nodes[index % nodes.length]!.port, key)),
  );
  const counts: Record<number, number> = {};
  for (const outcome of outcomes) {
    const status = outcome.kind === "answered" ? outcome.status : 0;
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Repeats the call after each 503: a busy node returns 503 while others may release credits. */
async function askInTheEnd(socket: Connection, port: number, key: string): Promise<Outcome> {
  for (;;) {
    const outcome = await socket.ask(port, "/vin-decoder/1HGCM82633A004352", { "x-AuthKey": key }, waitMs);
    if (outcome.kind !== "answered" || outcome.status !== 503) return outcome;
  }
}
