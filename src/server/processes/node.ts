import type { Loading } from "../../base/loading.ts";
import { errorFields, type Log } from "../../base/log.ts";
import { createServe } from "../../calls/dispatch.ts";
import type { Config } from "../../config.ts";
import type { Feature } from "../../feature.ts";
import type { FirstRun } from "../../management/system/first-run.ts";
import { startHousekeeping } from "../../management/system/housekeeping.ts";
import { firstRunPath } from "../../management/system/lost-database.ts";
import { startNodeHeartbeat } from "../../management/system/node-heartbeat.ts";
import { closeApp, createApp, type Overrides } from "../app.ts";
import { startCertificates } from "../certificates/certificates.ts";
import type { Tls } from "../certificates/tls.ts";
import { watchDatabase } from "./database-watch.ts";
import { type Listener, listen } from "./listener.ts";
import { endWithReplaced } from "./replaced-files.ts";
import type { ShutdownReason } from "./shutdown-reason.ts";

/** The serving process has this long to end: orchestrators grant ten seconds. */
const endMs = 9000;
const requestsMs = 7000;
const loadingMs = 500;

/** How a process serves, alone or as one of several. */
export interface NodeSetup {
  readonly config: Config;
  readonly features: readonly Feature[];
  readonly log: Log;
  /** Other processes of this service listen on the same port. */
  readonly shared: boolean;
  /** Listen first of all, or only when lookups can be answered. */
  readonly listens: "immediately" | "when ready";
  readonly overrides?: Overrides;
  /** The certificate that the supervisor has read. */
  readonly certificate?: () => Tls | undefined;
  readonly listening?: (at: Listener) => void;
  /** The VIN data is loaded, or failed to load. */
  readonly ready?: () => void;
  /** The supervisor renews all processes. */
  readonly certificateChanged?: () => void;
  /** Resolves when the process is to end. */
  readonly ended: Promise<ShutdownReason>;
}

/** Serves until it is to end; resolves to the exit code. */
export async function serveNode(setup: NodeSetup): Promise<number> {
  const { log, shared, ended } = setup;
  // Immediately, so that `/livez` answers and a used port is noticed before the database is opened.
  const listenOptions = setup.certificate && { certificate: setup.certificate };
  let listener =
    setup.listens === "immediately" ? listen(setup.config, log, shared, listenOptions) : undefined;
  const config = listener ? onPort(setup.config, listener.port) : setup.config;
  const replaced = endWithReplaced(config);
  const creating = createApp(config, setup.features, { ...setup.overrides, log, replaced });
  // If the process ends before, nothing waits for it.
  creating.catch(() => undefined);
  const created = await Promise.race([creating, ended]);
  if ("reason" in created) return created.code;
  const { app, firstRun } = created;
  if (firstRun) announceFirstRun(config, firstRun);
  const serve = createServe(app);
  const tell = (at: Listener) => {
    log.info("listening", { host: at.hostname, port: at.port, build: app.process.build });
    setup.listening?.(at);
  };
  if (listener) {
    listener.answerWith(serve);
    tell(listener);
  }
  // With several processes the supervisor renews each as a whole.
  if (!shared && config.tlsCert !== undefined)
    process.on("SIGHUP", () => void renewCertificate(listener, log));
  const reported = reportLoading(log, app.vinPack);
  const useless = Promise.withResolvers<ShutdownReason>();
  const loaded = app.vinPack.ended.then(() => {
    reported();
    if (app.process.stopping.signal.aborted) return;
    const { error } = app.vinPack;
    if (error) log.error("the VIN decoder did not load", errorFields(error));
    // Alone it still serves what needs no decoder; among others it is of no use.
    if (error && !listener) return useless.resolve({ reason: "no VIN decoder", code: 1 });
    if (!listener) {
      listener = listen(config, log, shared, listenOptions);
      listener.answerWith(serve);
      tell(listener);
    }
    if (!error) log.info("ready", { url: config.publicUrl });
    setup.ready?.();
  });
  const endCertificates = startCertificates(
    app,
    serve,
    setup.certificateChanged ?? (() => void renewCertificate(listener, log)),
  );
  const endHousekeeping = startHousekeeping(app);
  for (const one of app.running) one.start?.();
  const endNodeHeartbeat = startNodeHeartbeat(app);
  const watch = watchDatabase(app);

  const ending = await Promise.race([ended, useless.promise, watch.left]);
  watch.end();
  log.info("stopping", { reason: ending.reason });
  if (!ending.quietly) {
    // /readyz is 503 now. A balancer sends requests until some of its probes have failed.
    app.process.stopping.abort();
    await Bun.sleep(config.drainSeconds * 1000);
  }
  const late = Bun.sleep(endMs).then(() => "late");
  endHousekeeping();
  const stopped = Promise.all(app.running.map((one) => one.stop?.()));
  const silent = endNodeHeartbeat();
  endCertificates();
  app.responses.streams.end();
  await listener?.drain(requestsMs);
  await silent;
  await stopped;
  app.process.stopping.abort();
  // A half-loaded demo set releases its lock; the next start loads the rest.
  await Promise.race([loaded, Bun.sleep(loadingMs)]);
  // The next process applies what is left in the journal.
  if ((await Promise.race([closeApp(app), late])) === "late") log.warn("shutdown timed out");
  log.info("stopped");
  return ending.code;
}

async function renewCertificate(listener: Listener | undefined, log: Log): Promise<void> {
  try {
    await listener?.renewCertificate();
  } catch (error) {
    log.error("certificate not renewed; the current one stays in use", errorFields(error));
  }
}

/** One line a stage until it ends: a first start compiles for seconds, and must show that it is working. */
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

/** The settings, with port 0 replaced by the actual port. */
export function onPort(config: Config, port: number): Config {
  if (config.port !== 0) return config;
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

/** A call to copy, if there is a key for it. */
function tryLine({ publicUrl }: Config, { demo_key: key }: Pick<FirstRun, "demo_key">): string {
  if (key === undefined) return "";
  return `\nTry it:\n  curl ${publicUrl}/vin-decoder/5J6RW2H59JL990075 -H "x-AuthKey: ${key}"\n`;
}

/**
 * Credentials are for a person at a terminal. Elsewhere stderr is a log that others read, so only the path of the
 * file is printed. A token that the operator chose is known.
 */
function announceFirstRun(config: Config, { operator_token, ...made }: FirstRun): void {
  const file = firstRunPath(config);
  if (!process.stderr.isTTY || config.log === "json")
    return void process.stderr.write(
      `\nA new installation. Its credentials are in ${file}, which only this user can read.\n\n`,
    );
  const shown = config.operatorToken === undefined ? { operator_token, ...made } : made;
  const rows = Object.entries(shown).map(([name, value]) => `  ${name.padEnd(18)} ${value}`);
  process.stderr.write(
    `\nA new installation. These credentials are shown once, and kept in ${file}:\n${rows.join("\n")}\n${tryLine(config, made)}\n`,
  );
}
