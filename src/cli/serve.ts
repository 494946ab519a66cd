import type { Server } from "bun";
import { closeApp, createApp } from "../app.ts";
import { systemClock } from "../base/clock.ts";
import type { Loading } from "../base/loading.ts";
import { createLog, errorFields, type Log } from "../base/log.ts";
import { type Config, describeSettings, loadConfig } from "../config.ts";
import { firstRunPath } from "../management/first-run.ts";
import { startHousekeeping } from "../management/housekeeping.ts";
import { createServe, type Serve } from "../serve.ts";
import { type Command, UsageError } from "./command.ts";

// Larger than what body.ts reads, so that our own 413, which says why, comes first.
const transportBodyMax = 16 * 1_048_576;
const idleSeconds = 30;
const drainMs = 10_000;

export const serveCommand: Command = {
  name: "serve",
  summary: "Start the service.",
  help: `Usage: vingate serve

Starts the service. Everything is set by environment variables:

${describeSettings()}

Examples:
  vingate serve
  VINGATE_PORT=9000 VINGATE_LOG=pretty vingate serve`,
  async run(args, env) {
    if (args.length > 0) throw new UsageError(`serve takes no arguments, not "${args[0]}"`);
    return await runService(loadConfig(env));
  },
};

/** Listens before anything else, so that `/livez` answers and a taken port is known at once. */
async function runService(asked: Config): Promise<number> {
  const log = createLog(asked.log, systemClock, (line) => void process.stdout.write(line));
  if (asked.ignored.length > 0) log.warn("settings without effect", { names: asked.ignored.join(", ") });
  const inFlight = new Set<Promise<Response>>();
  let serve: Serve = async () =>
    Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1" } });
  const server = Bun.serve({
    port: asked.port,
    hostname: asked.host,
    maxRequestBodySize: transportBodyMax,
    idleTimeout: idleSeconds,
    // Bun's own error page would show source lines.
    development: false,
    fetch(request, self) {
      const answer = serve(request, self.requestIP(request)?.address ?? "");
      inFlight.add(answer);
      const ended = () => void inFlight.delete(answer);
      answer.then(ended, ended);
      return answer;
    },
    error: (error) => {
      log.error("request failed", errorFields(error));
      return new Response(null, { status: 500 });
    },
  });
  const config = asked.port === 0 ? withPort(asked, server.port ?? 0) : asked;
  const { app, firstRun } = await createApp(config, { log });
  if (firstRun) announceFirstRun(config, firstRun);
  serve = createServe(app);
  const reported = reportLoading(log, app.vinPack);
  app.vinPack.ended.then(() => {
    reported();
    if (app.vinPack.error) log.error("the VIN decoder did not load", errorFields(app.vinPack.error));
    else log.info("ready", { url: config.publicUrl });
  });
  log.info("listening", {
    host: server.hostname ?? config.host,
    port: server.port ?? 0,
    build: app.process.build,
  });

  const endHousekeeping = startHousekeeping(app);
  const code = await untilStopped(log, () => {
    app.process.stopping.abort();
  });
  endHousekeeping();
  await drain(server, inFlight);
  // A demo set half loaded gives its turn back; the next start goes on with it.
  await Promise.race([app.vinPack.ended, Bun.sleep(500)]);
  await closeApp(app);
  log.info("stopped");
  return code;
}

/** One line a stage, until it is told to end: a first start compiles for seconds, and must not look dead. */
function reportLoading(log: Log, vinPack: Loading<unknown>): () => void {
  let stage = "";
  const timer = setInterval(() => {
    const { progress } = vinPack;
    if (!progress || progress.stage === stage) return;
    stage = progress.stage;
    log.info("preparing the vehicle data", { stage, total: progress.total });
  }, 100);
  return () => clearInterval(timer);
}

function withPort(config: Config, port: number): Config {
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

/** Credentials go to a person's eyes, on stderr and in a file: never into the log. */
function announceFirstRun(config: Config, made: object): void {
  const rows = Object.entries(made).map(([name, value]) => `  ${name.padEnd(18)} ${value}`);
  process.stderr.write(
    `\nA new installation. These credentials are shown once, and kept in ${firstRunPath(config)}:\n${rows.join("\n")}\n\n`,
  );
}

/** Resolves with the exit code: 0 when asked to stop, 1 after a fault that nothing handled. */
function untilStopped(log: Log, stopping: () => void): Promise<number> {
  return new Promise((resolve) => {
    const stop = (reason: string, code: number) => {
      stopping();
      log.info("stopping", { reason });
      resolve(code);
    };
    // Bun calls a handler at every signal: `resolve` counts once, a second SIGINT ends at once.
    let asked = 0;
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.on(signal, () => {
        asked += 1;
        if (asked === 1) stop(signal, 0);
        else if (signal === "SIGINT") process.exit(130);
      });
    const fault = (error: unknown) => {
      log.error("unhandled fault", errorFields(error));
      stop("fault", 1);
    };
    process.on("uncaughtException", fault);
    process.on("unhandledRejection", fault);
  });
}

/** No new connections; requests in flight end, within the time that an orchestrator grants. */
async function drain(server: Server<undefined>, inFlight: ReadonlySet<Promise<Response>>): Promise<void> {
  const limit = Bun.sleep(drainMs - 1000);
  server.stop(false);
  while (inFlight.size > 0) {
    const rest = Promise.allSettled(inFlight).then(() => "ended");
    if ((await Promise.race([rest, limit])) !== "ended") break;
  }
  await server.stop(true);
}
