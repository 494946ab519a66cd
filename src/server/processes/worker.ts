import { systemClock } from "../../base/clock.ts";
import { createLog } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import type { Feature } from "../../feature.ts";
import { remoteStore } from "../../metering/store/remote-store.ts";
import { startStore } from "../../metering/store/store-thread.ts";
import { Metrics } from "../../telemetry/metrics/metrics.ts";
import { SampleSender } from "../../telemetry/metrics/sample-stream.ts";
import { configuredStore } from "../configured.ts";
import { heartbeatMs } from "./heartbeat.ts";
import type { Listener } from "./listener.ts";
import type { Begin, FromWorker, ToWorker } from "./messages.ts";
import { onPort, serveNode } from "./node.ts";
import { awaitSuccessor } from "./orphans.ts";
import { Endings } from "./shutdown-reason.ts";
import { switchableStore } from "./switchable-store.ts";
import { remoteMetrics } from "./worker-metrics.ts";

const beginMs = 10_000;

/** One of several serving processes; its parent, the supervisor, controls it. */
export async function runWorker(settings: Config, features: readonly Feature[]): Promise<number> {
  const log = createLog(systemClock, line);
  const endings = new Endings(log);
  endings.onSignals("SIGTERM");
  // The supervisor handles what a terminal sends to the whole process group.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  const tell = (message: FromWorker): void => {
    if (!process.connected) throw new Error("the supervisor has ended");
    process.send?.(message);
  };
  let listener: Listener | undefined;
  const begun = Promise.withResolvers<Begin>();
  const remote = remoteStore((call) => tell({ kind: "store", call }));
  const switchable = switchableStore(remote.store);
  const metrics: Metrics = new Metrics((shared) => theirs.gather(shared));
  const theirs = remoteMetrics(
    (id, shared) => {
      if (process.connected) tell({ kind: "metrics", id, shared });
      return process.connected;
    },
    (shared) => metrics.ownText(shared),
  );
  const sender = new SampleSender();
  const tellSamples = () => tell({ kind: "samples", samples: sender.pack(metrics.samples()) });
  process.on("message", (message: ToWorker) => {
    if (message.kind === "begin") begun.resolve(message.begin);
    else if (message.kind === "connections") listener?.takeConnections(message.alone);
    else if (message.kind === "store") remote.receive(message.answer);
    else if (message.kind === "sample") tellSamples();
    else if (message.kind === "metrics") theirs.receive(message.id, message.text);
    else endings.end({ reason: message.reason, code: 0, quietly: message.quietly });
  });
  process.on("disconnect", () => {
    remote.lose("the supervisor, which keeps the store, has ended");
    // Until other workers serve, this process acts alone.
    if (settings.databaseUrl === undefined) switchable.switchTo(startStore(configuredStore(settings), line));
    void awaitSuccessor(settings).then((quietly) =>
      endings.end({ reason: "the supervisor has ended", code: 1, quietly }),
    );
  });
  const late = setTimeout(() => process.exit(1), beginMs);
  const begin = await begun.promise;
  clearTimeout(late);
  setInterval(() => process.connected && tell({ kind: "beat" }), heartbeatMs).unref();
  const code = await serveNode({
    config: onPort(settings, begin.port),
    features,
    log,
    shared: true,
    listens: begin.listens,
    certificate: () => begin.tls,
    overrides: { metrics, ...(begin.store && { openStore: () => switchable.store }) },
    listening(at) {
      listener = at;
      tell({ kind: "listening", port: at.port });
    },
    ready: () => tell({ kind: "ready" }),
    certificateChanged: () => tell({ kind: "certificate" }),
    ended: endings.first,
  });
  // What it has counted stays in the sums.
  if (process.connected) tellSamples();
  return code;
}

/** The supervisor passes standard output on. What is logged after its end goes to the original output. */
const line = (text: string): void => void (process.connected ? process.stdout : process.stderr).write(text);
