import { linesOf } from "../../base/lines.ts";
import { programCommand } from "../../base/program/place.ts";
import type { Sample } from "../../telemetry/metrics/families.ts";
import { SampleReceiver } from "../../telemetry/metrics/sample-stream.ts";
import { expectBeats, type Heartbeat } from "./heartbeat.ts";
import type { Begin, FromWorker, ToWorker } from "./messages.ts";
import { outgoingRequests } from "./outgoing-requests.ts";
import type { StoreServer } from "./store-server.ts";
import { mainThread } from "./thread-state.ts";
import type { Sampled } from "./worker-metrics.ts";

/** A worker that is busy for longer counts with its last samples. */
const sampleMs = 500;

/** A worker as its supervisor controls it. */
export interface WorkerProcess extends Sampled {
  readonly number: number;
  readonly pid: number;
  /** The port it listens on; undefined if it ended before. */
  readonly listening: Promise<number | undefined>;
  /** Whether it became ready for lookups, or ended before. */
  readonly ready: Promise<boolean>;
  /** Resolves to the exit state when it has ended and its last line is written. */
  readonly exited: Promise<number | string>;
  /** Sends new connections to it only, while others leave the port, or to all again. */
  takeConnections(alone: boolean): void;
  /** Signals it to end when its requests in flight are answered. */
  end(reason: string, quietly: boolean): void;
  kill(): void;
}

export interface Spawning {
  readonly number: number;
  readonly begin: Begin;
  /** Receives whole lines of its log. */
  readonly line: (line: string) => void;
  readonly storeServer: StoreServer | undefined;
  /** Returns the metrics of all workers. */
  readonly metrics: (shared: readonly Sample[]) => Promise<string>;
  /** Called while a worker that had been ready no longer responds, although its process exists, until it returns true. */
  readonly unresponsive: () => boolean;
  readonly certificateChanged: () => void;
}

/** Starts this program again, as a worker. It stays in the process group of its supervisor. */
export function spawnWorker(spawning: Spawning): WorkerProcess {
  const { number, begin, line, storeServer, metrics, unresponsive } = spawning;
  const listening = Promise.withResolvers<number | undefined>();
  const ready = Promise.withResolvers<boolean>();
  const send = (message: ToWorker): void => {
    // A worker that has just died receives no message; its end is noticed elsewhere.
    if (child.exitCode === null && child.signalCode === null) child.send(message);
  };
  let heartbeat: Heartbeat | undefined;
  let ending = false;
  const received = new SampleReceiver();
  let samples: readonly Sample[] = [];
  let sampled: PromiseWithResolvers<void> | undefined;
  const hear = (message: FromWorker): void => {
    if (message.kind === "listening") listening.resolve(message.port);
    else if (message.kind === "beat") heartbeat?.beat();
    else if (message.kind === "certificate") spawning.certificateChanged();
    else if (message.kind === "samples") {
      samples = received.unpack(message.samples);
      sampled?.resolve();
      sampled = undefined;
    } else if (message.kind === "metrics") {
      const { id, shared } = message;
      void metrics(shared).then((text) => send({ kind: "metrics", id, text }));
    } else if (message.kind === "ready") {
      // Before that a migration or the loading of data may hold its thread.
      if (!ending) heartbeat = expectBeats(unresponsive, () => mainThread(child.pid));
      ready.resolve(true);
    } else void storeServer?.answer(message.call).then((answer) => send({ kind: "store", answer }));
  };
  const child = Bun.spawn(programCommand(["serve", "--worker"]), {
    env: { ...process.env, ...outgoingRequests, VINGATE_LOG: "json" },
    stdio: ["ignore", "pipe", "inherit"],
    ipc: (message: FromWorker) => hear(message),
  });
  send({ kind: "begin", begin });
  const forwarded = forward(child.stdout, (text) => line(numbered(text, number)));
  const exited = child.exited.then(async () => {
    heartbeat?.end();
    listening.resolve(undefined);
    ready.resolve(false);
    await forwarded;
    return child.signalCode ?? child.exitCode ?? "unknown";
  });
  return {
    number,
    pid: child.pid,
    listening: listening.promise,
    ready: ready.promise,
    exited,
    get samples() {
      return samples;
    },
    async refreshSamples() {
      if (!sampled) {
        sampled = Promise.withResolvers();
        send({ kind: "sample" });
      }
      await Promise.race([sampled.promise, exited, Bun.sleep(sampleMs)]);
    },
    takeConnections: (alone) => send({ kind: "connections", alone }),
    end(reason, quietly) {
      // Its supervisor decides how long it may take to end.
      ending = true;
      heartbeat?.end();
      send({ kind: "end", reason, quietly });
    },
    kill: () => child.kill("SIGKILL"),
  };
}

async function forward(stream: ReadableStream<Uint8Array>, line: (line: string) => void): Promise<void> {
  for await (const lines of linesOf(stream)) for (const each of lines) line(each);
}

/** A log line with the worker's number in it. */
export function numbered(line: string, number: number): string {
  return line.endsWith("}") ? `${line.slice(0, -1)},"worker":${number}}\n` : `${line}\n`;
}
