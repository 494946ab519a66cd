import { systemClock } from "../base/clock.ts";
import { createLog } from "../base/log.ts";
import type { Config } from "../config.ts";
import { remoteLedger } from "../ledgers/remote-ledger.ts";
import { Endings } from "./ending.ts";
import { beatMs } from "./heartbeat.ts";
import type { Begin, FromWorker, ToWorker } from "./messages.ts";
import { onPort, serveNode } from "./node.ts";

const toldMs = 10_000;

/** One of several processes that answer; the supervisor, whose child this is, says what it is to do. */
export async function runWorker(settings: Config): Promise<number> {
  const log = createLog(settings.log, systemClock, (line) => void process.stdout.write(line));
  const endings = new Endings(log);
  endings.onSignals("SIGTERM");
  // What a terminal sends to the whole process group is for the supervisor to judge.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  const tell = (message: FromWorker): void => {
    if (!process.connected) throw new Error("the supervisor has ended");
    process.send?.(message);
  };
  const told = Promise.withResolvers<Begin>();
  const remote = remoteLedger((call) => tell({ kind: "ledger", call }));
  process.on("message", (message: ToWorker) => {
    if (message.kind === "begin") told.resolve(message.begin);
    else if (message.kind === "ledger") remote.hear(message.answer);
    else endings.end({ reason: message.reason, code: 0, quietly: message.quietly });
  });
  process.on("disconnect", () => {
    remote.lose("the supervisor, which keeps the ledger, has ended");
    endings.end({ reason: "the supervisor has ended", code: 1 });
  });
  const late = setTimeout(() => process.exit(1), toldMs);
  const begin = await told.promise;
  clearTimeout(late);
  setInterval(() => process.connected && tell({ kind: "beat" }), beatMs).unref();
  // It ends with the supervisor, not with this process.
  const ledger = { ...remote.ledger, end: async () => undefined };
  return await serveNode({
    config: onPort(settings, begin.port),
    log,
    shared: true,
    listens: begin.listens,
    overrides: begin.ledger ? { openLedger: () => ledger } : {},
    listening: (port) => tell({ kind: "listening", port }),
    ready: () => tell({ kind: "ready" }),
    ended: endings.first,
  });
}
