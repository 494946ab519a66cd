import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { children } from "../../database/server.ts";
import { type StartingProcess, startProcess } from "../../service-process.ts";
import { addCustomers } from "../customers.ts";
import { operate, operatorToken } from "../installation.ts";
import { type Change, makeChanges } from "./changes.ts";
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
  readonly changes: readonly Change[];
  readonly sync: "interval" | "always";
}

export interface RecordingOptions {
  readonly bursts: number;
  /** Whether the master key is rotated meanwhile, which takes half a minute. */
  readonly rotates?: boolean;
  /** Which syncs of journals and decision logs fail: see `failures`. */
  readonly fails?: keyof typeof failures | undefined;
}

/** What a recording contains, in words. */
export function shapeOf({ name, events, calls, changes }: Recording): string {
  const segments = events.filter((event) => event.kind === "create" && event.path.endsWith(".seg")).length;
  const failed = events.filter(({ kind }) => kind === "failed sync").length;
  const answered = changes.filter(({ kind }) => kind !== "deleting");
  const counts = Map.groupBy(answered, ({ kind }) => kind);
  const changed = [...counts].map(([kind, all]) => `${all.length} ${kind}`).join(", ");
  return `${name}: ${events.length} events, ${calls.length} calls, ${segments} segments, ${failed} failed syncs; ${changed}`;
}

const now = () => (performance.timeOrigin + performance.now()) / 1000;
const burstCalls = 12;
/** Which syncs of a thread fail. After two in a row a journal gives up what was not answered, with `always`. */
const failures = { "now and then": "7+17", "in a row": "20..23+1" } as const;
const main = join(import.meta.dir, "../../../src/main.ts");
const smallSegments = ["--preload", join(import.meta.dir, "small-segments.ts")];
// One command for strace, since a rotation changes the files of the service beside it.
const script = `"$@" serve & until [ -e "$POWER_LOSS_ROTATES" ]; do sleep 0.2; done
"$@" rotate master-key; echo "rotation ended with $?"; wait`;

/** Runs the service under strace, from its first start until it is killed under calls. */
export async function recordService(
  sync: "interval" | "always",
  { bursts, rotates = false, fails }: RecordingOptions,
): Promise<Recording> {
  const place = mkdtempSync(join(tmpdir(), "vingate-power-"));
  const folder = join(place, "data");
  const output = join(place, "trace");
  const go = join(place, "rotate");
  mkdirSync(folder, { mode: 0o700 });
  const settings = {
    VINGATE_OPERATOR_TOKEN: operatorToken,
    VINGATE_JOURNAL_SYNC: sync,
    POWER_LOSS_ROTATES: go,
  };
  // From source in any case: an executable loads nothing before its own files.
  const program = ["sh", "-c", script, "sh", process.execPath, ...smallSegments, main];
  const command = tracedBy(output, program, fails && failures[fails]);
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
    let ended = false;
    const changing = makeChanges(service.port, () => ended);
    const burst = async (number: number, pauseMs: number) => {
      const key = customers[number % customers.length]!.key;
      await Promise.all(Array.from({ length: burstCalls }, () => call(service.port, key, calls)));
      await Bun.sleep(pauseMs);
    };
    if (rotates) await rotate(go, service, (number) => burst(number, 400));
    // Between two syncs, or after one.
    for (let number = 0; number < bursts; number++) await burst(number, number % 3 === 0 ? 130 : 15);
    ended = true;
    const changes = await changing;
    kill();
    await service.exited;
    const events = await readTrace(output, folder);
    const ready = events.findIndex(({ at }) => at >= readyAt);
    const name = `serve, ${sync}${rotates ? ", rotating" : ""}${fails ? `, syncs fail ${fails}` : ""}`;
    return { name, folder, events, ready, calls, changes, sync };
  } finally {
    kill();
    process.off("exit", kill);
    rmSync(place, { recursive: true, force: true });
  }
}
/** Rotates the master key under calls. */
async function rotate(
  go: string,
  service: StartingProcess,
  callsOf: (number: number) => Promise<void>,
): Promise<void> {
  writeFileSync(go, "");
  const code = () => /rotation ended with (\d+)/.exec(service.output())?.[1];
  for (let number = 0; code() === undefined; number++) await callsOf(number);
  if (code() !== "0") throw new Error(`the rotation failed: ${service.output()}`);
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
