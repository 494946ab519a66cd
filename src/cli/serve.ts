import { systemClock } from "../base/clock.ts";
import { createLog, logOutput } from "../base/log.ts";
import { type Config, describeSettings, loadConfig, settingLike } from "../config.ts";
import type { Command, Feature } from "../feature.ts";
import { startStore } from "../metering/store/store-thread.ts";
import { ensureCertificate } from "../server/certificates/certificate-files.ts";
import { lastUsableTls } from "../server/certificates/tls.ts";
import { configuredStore, requireDatabaseConnections } from "../server/configured.ts";
import { serveNode } from "../server/processes/node.ts";
import { dismissOrphans } from "../server/processes/orphans.ts";
import { claimPort } from "../server/processes/port.ts";
import { endWithRescue, isRescuing } from "../server/processes/replaced-files.ts";
import { Endings } from "../server/processes/shutdown-reason.ts";
import { UsageError } from "./command.ts";

export const serveCommand: Command = {
  help: (features) => `Usage: vingate serve

Starts the service. Its settings are environment variables:

${describeSettings(features)}

Signals:
  SIGTERM, SIGINT  Stop accepting requests, finish the running ones, exit within 10 seconds.
  SIGHUP           With several workers: replace each with a new process, one by one.
                   With one worker: reload the certificate.

Examples:
  vingate serve
  VINGATE_PORT=9000 VINGATE_LOG=pretty vingate serve
  VINGATE_WORKERS=4 vingate serve`,
  async run(args, env, features) {
    const config = loadConfig(env, features);
    // A supervisor starts its workers so, and sends them the rest.
    if (args[0] === "--worker" && process.send) {
      const { runWorker } = await import("../server/processes/worker.ts");
      return await runWorker(config, features);
    }
    if (args.length > 0) throw new UsageError(noArguments(args, features));
    const line = logOutput(config.log, config.logLevel);
    const log = createLog(systemClock, line);
    const endings = new Endings(log);
    endings.onSignals("SIGTERM", "SIGINT");
    if (config.ignored.length > 0) log.warn("settings without effect", { names: config.ignored.join(", ") });
    const ended = endings.first;
    const { workers, port } = config;
    await ensureCertificate(config);
    const claimed = await claimPort(config, log, workers > 1);
    await requireDatabaseConnections(config, log);
    if (workers === 1)
      return await serveNode({ config, features, log, shared: false, listens: "immediately", ended });
    const { Supervisor } = await import("../server/processes/supervisor.ts");
    const supervisor = new Supervisor({
      workers,
      port,
      log,
      line,
      store: sharedStore(config, line),
      ended,
      certificate: lastUsableTls(config, log),
      dismissOrphans: claimed === "orphans" ? () => dismissOrphans(config) : undefined,
      isRescuing: () => isRescuing(config),
      drainMs: config.drainSeconds * 1000,
    });
    endWithRescue(config);
    process.on("SIGHUP", () => void supervisor.renew());
    return await supervisor.run();
  },
};

/** What to write in place of arguments. */
function noArguments([first = "", second]: readonly string[], features: readonly Feature[]): string {
  const [option = "", value = second ?? "…"] = first.split("=");
  const name = option.startsWith("-") ? settingLike(option, features) : undefined;
  const hint = name === undefined ? "" : `: ${name}=${value} vingate serve`;
  return `takes no arguments, not "${first}". Settings are environment variables${hint}`;
}

/** One process applies to an SQLite file for all workers; PostgreSQL accepts many writers. */
function sharedStore(config: Config, line: (line: string) => void) {
  return config.databaseUrl === undefined ? startStore(configuredStore(config), line) : undefined;
}
