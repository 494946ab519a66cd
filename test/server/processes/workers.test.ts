import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { kinds } from "../../database/databases.ts";
import { freePort, newFolder, spawnProcess, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { startCallers } from "./load-callers.ts";
import { isAlive, startWorkerService, type WorkerService } from "./worker-service.ts";

const callers = 8;
const stopMs = 10_000;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`two workers, on ${kind.dialect}`, () => {
    let running: WorkerService | undefined;
    afterEach(async () => {
      await running?.remove();
      running = undefined;
    });

    test("start with one first run, share the port, and write whole lines with their number", async () => {
      running = await startWorkerService(kind, 2, { pack: false });
      const { service, folder } = running;
      expect(service.output().match(/^A new installation/gm)).toHaveLength(1);
      const instances = new Set<string>();
      for (let attempt = 0; attempt < 200 && instances.size < 2; attempt++) {
        const answer = await fetch(`${service.url}/identity`, { headers: { connection: "close" } });
        instances.add(((await answer.json()) as { instance: string }).instance);
      }
      expect(instances.size).toBe(2);
      const first = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
      expect(first.console_url).toBe(`${service.url}/console`);
      const log = service
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"));
      const lines = log.map((line) => JSON.parse(line) as { event: string; worker?: number });
      expect(
        lines
          .filter(({ event }) => event === "ready")
          .map(({ worker }) => worker)
          .sort(),
      ).toEqual([1, 2]);
      expect(service.events("migrated")).toHaveLength(1);
      expect(service.events("preparing the vehicle data").map(({ worker }) => worker)).not.toContain(2);
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
    }, 90_000);

    test("a killed one is started again; every call is charged once, whoever answered it", async () => {
      running = await startWorkerService(kind, 2);
      const { service, key, workers } = running;
      const calling = startCallers(service.port, key, callers);
      for (const number of [1, 2]) {
        await until(() => calling.seen.acknowledged > 200 * number, "calls are answered");
        process.kill(workers(number).at(-1)!, "SIGKILL");
        await until(
          () => service.events("ready").filter((line) => line.worker === number).length === 2,
          "it is there again",
        );
      }
      const answered = calling.seen.acknowledged;
      await until(() => calling.seen.acknowledged > answered + 200, "both workers answer calls");
      const seen = await calling.stop();
      await until(() => service.events("journal recovered").length === 2, "both journals are recovered");
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
      expect(service.events("worker ended").map(({ worker, end }) => [worker, end])).toEqual([
        [1, "SIGKILL"],
        [2, "SIGKILL"],
      ]);
      const books = await running.runComparisons();
      expect(books).toMatchObject({ held: 0, journalsOpen: 0, findings: [] });
      expect(seen.refused).toEqual({});
      // A caller may lose one answer to each kill, and another to the port of the one that is dying.
      expect(seen.unanswered).toBeLessThanOrEqual(4 * callers);
      expect(books.used).toBeGreaterThanOrEqual(seen.acknowledged);
      expect(books.used).toBeLessThanOrEqual(seen.acknowledged + seen.unanswered);
    }, 90_000);

    test("one that is stopped is noticed and replaced; every call is charged once", async () => {
      running = await startWorkerService(kind, 2);
      const { service, key, workers } = running;
      const calling = startCallers(service.port, key, callers);
      await until(() => calling.seen.acknowledged > 200, "calls are answered");
      const stopped = workers(2).at(-1)!;
      process.kill(stopped, "SIGSTOP");
      await until(() => service.events("worker ended").length === 1, "it is killed");
      expect(service.events("worker does not respond")).toMatchObject([{ worker: 2, pid: stopped }]);
      const answered = calling.seen.acknowledged;
      await until(() => calling.seen.acknowledged > answered + 200, "the other answers");
      await until(() => service.events("ready").length === 3, "there is another");
      await until(() => service.events("journal recovered").length === 1, "its journal is recovered");
      const seen = await calling.stop();
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
      const books = await running.runComparisons();
      expect(books).toMatchObject({ held: 0, journalsOpen: 0, findings: [] });
      // On PostgreSQL it may have been stopped in the middle of a transaction.
      const { 503: _, ...otherwise } = seen.refused;
      expect([otherwise, seen.unanswered <= 4 * callers]).toEqual([{}, true]);
      expect(books.used).toBeGreaterThanOrEqual(seen.acknowledged);
      expect(books.used).toBeLessThanOrEqual(seen.acknowledged + seen.unanswered);
    }, 90_000);

    test("SIGTERM under load answers all that was asked, and ends in time", async () => {
      running = await startWorkerService(kind, 2);
      const { service, key } = running;
      const calling = startCallers(service.port, key, callers);
      await until(() => calling.seen.acknowledged > 200, "calls are answered");
      const asked = performance.now();
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
      expect(performance.now() - asked).toBeLessThan(stopMs);
      const seen = await calling.stop();
      expect([seen.refused, seen.unanswered]).toEqual([{}, 0]);
      expect(await running.runComparisons()).toEqual({
        used: seen.acknowledged,
        held: 0,
        journalsOpen: 0,
        findings: [],
      });
    }, 90_000);

    test("SIGHUP renews one after the other, and no request fails", async () => {
      running = await startWorkerService(kind, 2);
      const { service, key, workers } = running;
      const calling = startCallers(service.port, key, callers);
      for (let times = 1; times <= 2; times++) {
        service.signal("SIGHUP");
        await until(() => service.events("workers restarted").length === times, "they are renewed", 30_000);
      }
      const seen = await calling.stop();
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
      expect([workers(1).length, workers(2).length]).toEqual([3, 3]);
      expect([seen.refused, seen.unanswered, seen.unconnected]).toEqual([{}, 0, 0]);
      expect(await running.runComparisons()).toEqual({
        used: seen.acknowledged,
        held: 0,
        journalsOpen: 0,
        findings: [],
      });
    }, 90_000);

    test("a renewal whose first new worker fails leaves the old ones in their places", async () => {
      running = await startWorkerService(kind, 2);
      const { service, key, folder, workers } = running;
      const calling = startCallers(service.port, key, callers);
      await until(() => calling.seen.acknowledged > 50, "calls are answered");
      // The running ones have read it; a new one compiles it anew, and cannot put it in its place.
      rmSync(vinPackFile(folder));
      mkdirSync(vinPackFile(folder));
      service.signal("SIGHUP");
      await until(() => service.events("not all workers were restarted").length === 1, "it is given up");
      const seen = await calling.stop();
      expect([workers(1).length, workers(2).length]).toEqual([2, 1]);
      expect([isAlive(workers(1)[0]!), isAlive(workers(2)[0]!)]).toEqual([true, true]);
      expect([seen.refused, seen.unanswered, seen.unconnected]).toEqual([{}, 0, 0]);
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
    }, 90_000);

    test("they end with their supervisor, and the next start charges what they answered", async () => {
      running = await startWorkerService(kind, 2);
      const { service, key, workers } = running;
      const calling = startCallers(service.port, key, callers);
      await until(() => calling.seen.acknowledged > 200, "calls are answered");
      service.signal("SIGKILL");
      await until(() => ![workers(1), workers(2)].flat().some(isAlive), "no worker is left", stopMs);
      const seen = await calling.stop();
      expect([seen.refused, seen.unanswered]).toEqual([{}, 0]);
      const next = await running.startAgain();
      next.signal("SIGTERM");
      expect(await next.exited).toBe(0);
      expect(await running.runComparisons()).toEqual({
        used: seen.acknowledged,
        held: 0,
        journalsOpen: 0,
        findings: [],
      });
    }, 90_000);

    test("killed, and started again at the same port, it is never without an answer", async () => {
      running = await startWorkerService(kind, 2, { port: freePort() });
      const { service, key, workers } = running;
      const calling = startCallers(service.port, key, callers);
      const fresh = startCallers(service.port, key, callers, true);
      const all = [calling, fresh];
      await until(() => all.every((each) => each.seen.acknowledged > 200), "calls are answered");
      const orphans = [workers(1), workers(2)].flat();
      service.signal("SIGKILL");
      const next = await running.startAgain();
      await until(() => !orphans.some(isAlive), "the orphans go", stopMs);
      const answered = all.map(({ seen }) => seen.acknowledged);
      await until(
        () => all.every(({ seen }, index) => seen.acknowledged > answered[index]! + 200),
        "the new ones answer",
      );
      const saw = [await calling.stop(), await fresh.stop()];
      for (const seen of saw) expect([seen.refused, seen.unanswered, seen.unconnected]).toEqual([{}, 0, 0]);
      next.signal("SIGTERM");
      expect(await next.exited).toBe(0);
      expect(await running.runComparisons()).toEqual({
        used: saw[0]!.acknowledged + saw[1]!.acknowledged,
        held: 0,
        journalsOpen: 0,
        findings: [],
      });
    }, 90_000);
  });

test("a port that is taken refuses the start of all", async () => {
  const { folder, remove } = newFolder();
  const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const failed = startProcess(folder, { VINGATE_WORKERS: "2", VINGATE_PORT: String(taken.port) });
  await expect(failed).rejects.toThrow(
    new RegExp(
      `ended with 1: [\\s\\S]*another program listens on port ${taken.port} of 127.0.0.1: stop it, or`,
    ),
  );
  taken.stop(true);
  remove();
}, 30_000);

test("a first worker that cannot start ends the service with its code", async () => {
  const { folder, remove } = newFolder();
  const settings = {
    VINGATE_WORKERS: "2",
    VINGATE_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    VINGATE_MASTER_KEY: "0".repeat(64),
  };
  await expect(startProcess(folder, settings)).rejects.toThrow(/ended with 1: /);
  remove();
}, 30_000);

test("a start waits for a port that is being left", async () => {
  const { folder, remove } = newFolder();
  const leaving = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const service = spawnProcess(folder, { VINGATE_PORT: String(leaving.port) });
  await until(() => service.events("waiting for the port").length > 0, "the service waits for the port");
  leaving.stop(true);
  await until(() => service.events("listening").length > 0, "the service listens");
  expect(service.events("waiting for the port")).toMatchObject([{ port: leaving.port }]);
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 60_000);

test("an address that is none of this machine's is named as such", async () => {
  const { folder, remove } = newFolder();
  const failed = startProcess(folder, { VINGATE_HOST: "203.0.113.1", VINGATE_PORT: "18080" });
  await expect(failed).rejects.toThrow(
    /ended with 1: vingate serve: VINGATE_HOST 203.0.113.1 is no address of this/,
  );
  remove();
});
