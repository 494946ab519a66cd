import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { children } from "../../database/server.ts";
import { commandLine } from "../../program.ts";
import { startProcess } from "../../service-process.ts";
import { addCustomers } from "../customers.ts";
import { operate, operatorToken } from "../installation.ts";
import { type Event, readTrace, tracedBy } from "./trace.ts";

/** A call, and when its answer was there; undefined without one. Seconds of the wall clock. */
export interface RecordedCall {
  readonly id: string;
  answeredAt: number | undefined;
}

/** What a service did to its data folder while it was called. */
export interface Recording {
  readonly name: string;
  readonly folder: string;
  readonly events: readonly Event[];
  /** From this event on the service had its customers. */
  readonly ready: number;
  readonly calls: readonly RecordedCall[];
  readonly sync: "interval" | "always";
}

const now = () => (performance.timeOrigin + performance.now()) / 1000;
const burstCalls = 12;

/** Runs the service under strace, from its first start until it is killed under calls. */
export async function recordService(sync: "interval" | "always", bursts: number): Promise<Recording> {
  const place = mkdtempSync(join(tmpdir(), "vingate-power-"));
  const folder = join(place, "data");
  const output = join(place, "trace");
  mkdirSync(folder, { mode: 0o700 });
  const settings = { VINGATE_OPERATOR_TOKEN: operatorToken, VINGATE_JOURNAL_SYNC: sync };
  const command = tracedBy(output, commandLine("serve"));
  const service = await startProcess(folder, settings, "ready", { command });
  const kill = () => endAll(children(service.pid));
  process.on("exit", kill);
  try {
    const toPort = <T>(method: string, path: string, body?: object) =>
      operate<T>(service.port, method, path, body);
    const customers = [
      ...(await addCustomers({ operate: toPort }, 10_000_000)),
      ...(await addCustomers({ operate: toPort }, null)),
    ];
    const readyAt = now();
    const calls: RecordedCall[] = [];
    for (let burst = 0; burst < bursts; burst++) {
      const key = customers[burst % customers.length]!.key;
      await Promise.all(Array.from({ length: burstCalls }, () => call(service.port, key, calls)));
      // Between two syncs, or after one.
      await Bun.sleep(burst % 3 === 0 ? 130 : 15);
    }
    kill();
    await service.exited;
    const events = await readTrace(output, folder);
    const ready = events.findIndex(({ at }) => at >= readyAt);
    return { name: `serve, ${sync}`, folder, events, ready, calls, sync };
  } finally {
    kill();
    process.off("exit", kill);
    rmSync(place, { recursive: true, force: true });
  }
}

async function call(port: number, key: string, calls: RecordedCall[]): Promise<void> {
  const recorded: RecordedCall = { id: crypto.randomUUID(), answeredAt: undefined };
  calls.push(recorded);
  const headers = { "x-AuthKey": key, "x-request-id": recorded.id };
  const answer = await fetch(`http://127.0.0.1:${port}/vin-decoder/1HGCM82633A004352`, { headers });
  await answer.text();
  if (answer.status === 200) recorded.answeredAt = now();
}

function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    endAll(children(pid));
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
