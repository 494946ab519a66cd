import type { Log } from "../../base/log.ts";
import type { MeteringStore } from "../../metering/store/store.ts";
import type { Sample } from "../../telemetry/metrics/families.ts";
import type { Tls } from "../certificates/tls.ts";
import type { ShutdownReason } from "./shutdown-reason.ts";
import { openStoreServer } from "./store-server.ts";
import { WorkerMetrics } from "./worker-metrics.ts";
import { spawnWorker, type WorkerProcess } from "./worker-process.ts";

/** Workers end by themselves sooner: one that is left then hangs. */
const endMs = 9400;
const storeEndMs = 400;
/** Orphaned workers first close their connections, which takes them a second. */
const orphansLeaveMs = 5000;
const replaceMs = 120_000;
const pauseLeastMs = 100;
const pauseMostMs = 10_000;
/** A worker that ran this long did not fail at its start. */
const livedMs = 30_000;

export interface SupervisorOptions {
  readonly workers: number;
  /** 0: the first worker takes a free one. */
  readonly port: number;
  readonly log: Log;
  /** Receives whole lines of the workers' logs. */
  readonly line: (line: string) => void;
  /** The store of all workers, if this process keeps it. */
  readonly store: MeteringStore | undefined;
  /** Signals the workers of a killed supervisor, which still listen at the port, to end. */
  readonly dismissOrphans: (() => void) | undefined;
  /** Reads the certificate for the next worker. */
  readonly certificate: () => Tls | undefined;
  readonly ended: Promise<ShutdownReason>;
  /** Whether a worker writes a copy of the database, for longer than one that responds. */
  readonly isRescuing: () => boolean;
  /** How long workers still answer after the signal to end. */
  readonly drainMs: number;
}

/** One of the positions for a worker. */
interface Place {
  readonly number: number;
  worker: WorkerProcess | undefined;
  /** The worker being started to replace this one. */
  next: WorkerProcess | undefined;
  pauseMs: number;
  /** Since when no worker answers here, although one did. */
  missingSince: number | undefined;
}

/** Keeps this many workers serving at one port. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #places: readonly Place[];
  readonly #alive = new Set<WorkerProcess>();
  readonly #metrics = new WorkerMetrics();
  #port: number;
  #ending: ShutdownReason | undefined;
  #started = false;
  #renewing = false;
  /** Files may have changed since a renewal or the start has read them. */
  #renewsAgain = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#places = Array.from({ length: options.workers }, (_, index) => ({
      number: index + 1,
      worker: undefined,
      next: undefined,
      pauseMs: pauseLeastMs,
      missingSince: undefined,
    }));
  }

  /** Resolves to the exit code when all have ended. */
  async run(): Promise<number> {
    void this.#options.ended.then((ending) => this.#stop(ending));
    const failed = await this.#startFirst();
    if (failed !== undefined) return this.#finish(failed);
    for (const place of this.#places.slice(1)) this.#start(place);
    void this.#dismissOrphans();
    if (this.#renewsAgain) void this.renew();
    const ending = await this.#options.ended;
    return this.#finish(ending.code);
  }

  /**
   * Replaces the workers one after another; each old one ends when its replacement serves. A request during a
   * start or a renewal is followed afterwards.
   */
  async renew(): Promise<void> {
    this.#renewsAgain = true;
    if (!this.#started || this.#renewing) return;
    this.#renewing = true;
    while (this.#renewsAgain && !this.#ending) {
      this.#renewsAgain = false;
      await this.#renewAll();
    }
    this.#renewing = false;
  }

  async #renewAll(): Promise<void> {
    const { log } = this.#options;
    log.info("restarting workers");
    for (const place of this.#places)
      if (!(await this.#replace(place))) return log.error("not all workers were restarted");
    log.info("workers restarted");
  }

  /**
   * Alone at first: it migrates, creates the credentials, compiles and loads what all others then find.
   * Resolves to an exit code if it fails: the others would fail in the same way.
   */
  async #startFirst(): Promise<number | undefined> {
    const place = this.#places[0]!;
    const { dismissOrphans } = this.#options;
    const worker = this.#spawn(place, dismissOrphans ? "when ready" : "immediately");
    place.worker = worker;
    this.#port = (await worker.listening) ?? this.#port;
    if (await worker.ready) {
      this.#watch(place, worker);
      this.#started = true;
      return undefined;
    }
    const end = await worker.exited;
    if (this.#ending) return undefined;
    return typeof end === "number" && end > 0 ? end : 1;
  }

  /**
   * The first takes their connections. A socket that leaves the port gives its index to the last that came:
   * with as many new workers as orphans, no orphan has the first index until all have left.
   */
  async #dismissOrphans(): Promise<void> {
    const { dismissOrphans } = this.#options;
    if (!dismissOrphans) return;
    const workers = this.#places.flatMap(({ worker }) => worker ?? []);
    await Promise.all(workers.map(({ ready }) => ready));
    workers[0]?.takeConnections(true);
    dismissOrphans();
    await Bun.sleep(orphansLeaveMs);
    workers[0]?.takeConnections(false);
  }

  #start(place: Place): void {
    if (this.#ending) return;
    const worker = this.#spawn(place, "when ready");
    place.worker = worker;
    this.#watch(place, worker);
  }

  #watch(place: Place, worker: WorkerProcess): void {
    const since = performance.now();
    void worker.exited.then((end) => {
      if (this.#ending || place.worker !== worker) return;
      place.worker = undefined;
      place.missingSince ??= performance.now();
      this.#options.log.error("worker ended", { worker: place.number, pid: worker.pid, end });
      if (performance.now() - since > livedMs) place.pauseMs = pauseLeastMs;
      this.#startLater(place);
    });
  }

  #startLater(place: Place): void {
    setTimeout(() => {
      if (!place.worker && !place.next) this.#start(place);
    }, place.pauseMs);
    place.pauseMs = Math.min(place.pauseMs * 2, pauseMostMs);
  }

  async #replace(place: Place): Promise<boolean> {
    const next = this.#spawn(place, "when ready");
    place.next = next;
    const late = setTimeout(() => next.kill(), replaceMs);
    const ready = await next.ready;
    clearTimeout(late);
    place.next = undefined;
    if (!ready) {
      if (!place.worker) this.#startLater(place);
      return false;
    }
    const old = place.worker;
    place.worker = next;
    this.#watch(place, next);
    if (old) {
      next.takeConnections(true);
      await this.#retire(old);
      next.takeConnections(false);
    }
    return true;
  }

  async #retire(worker: WorkerProcess): Promise<void> {
    worker.end("renewed", true);
    const late = setTimeout(() => worker.kill(), endMs);
    await worker.exited;
    clearTimeout(late);
  }

  #spawn(place: Place, listens: "immediately" | "when ready"): WorkerProcess {
    const { log, line, store, certificate } = this.#options;
    const { number } = place;
    const tls = certificate();
    const storeServer = store && openStoreServer(store);
    const begin = { port: this.#port, listens, store: store !== undefined, tls };
    const metrics = (shared: readonly Sample[]) => this.#metrics.text(shared);
    const unresponsive = () => this.#killUnresponsive(place, worker);
    const worker = spawnWorker({
      number,
      begin,
      line,
      storeServer,
      metrics,
      unresponsive,
      certificateChanged: () => void this.renew(),
    });
    log.info("worker started", { worker: number, pid: worker.pid });
    this.#alive.add(worker);
    this.#metrics.add(worker);
    void worker.ready.then((ready) => {
      if (ready) place.missingSince = undefined;
    });
    void worker.exited.then(() => {
      this.#alive.delete(worker);
      this.#metrics.remove(worker);
      storeServer?.leave();
    });
    return worker;
  }

  /**
   * Kills one worker at a time, and the next when the replacement answers or has had two minutes. Load that
   * makes all of them hang would otherwise end the service.
   */
  #killUnresponsive(place: Place, worker: WorkerProcess): boolean {
    const now = performance.now();
    const isAwaited = (other: Place) =>
      other !== place && other.missingSince !== undefined && now - other.missingSince < replaceMs;
    if (this.#places.some(isAwaited) || this.#options.isRescuing()) return false;
    this.#options.log.error("worker does not respond", { worker: place.number, pid: worker.pid });
    place.missingSince = now;
    // Its connections wait for nothing; its journal is recovered like that of any killed process.
    worker.kill();
    return true;
  }

  #stop(ending: ShutdownReason): void {
    const { log } = this.#options;
    log.info("stopping", { reason: ending.reason });
    this.#ending = ending;
    for (const worker of this.#alive) worker.end(ending.reason, false);
  }

  /** Waits until all have ended; kills those that take too long, which loses no answered call. */
  async #finish(code: number): Promise<number> {
    const { log, store } = this.#options;
    let killed = false;
    const late = setTimeout(() => {
      killed = true;
      for (const worker of this.#alive) {
        log.error("worker did not end in time", { worker: worker.number, pid: worker.pid });
        worker.kill();
      }
    }, endMs + this.#options.drainMs);
    await Promise.all([...this.#alive].map((worker) => worker.exited));
    clearTimeout(late);
    await Promise.race([store?.end(), Bun.sleep(storeEndMs)]);
    log.info("stopped");
    return killed ? 1 : code;
  }
}
