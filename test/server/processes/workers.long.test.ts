import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { kinds } from "../../database/databases.ts";
import { freePort } from "../../service-process.ts";
import { until } from "../../until.ts";
import { startCallers } from "./load-callers.ts";
import { isAlive, startWorkerService, type WorkerService } from "./worker-service.ts";

const callers = 8;
/** A test starts up to six processes, each of which takes 10 s or more on a busy machine. */
const testMs = 300_000;

/** The comparison of a stopped service that has charged so many credits. */
const charged = (used: number) => ({ used, held: 0, journalsOpen: 0, findings: [] });

for (const kind of kinds)
  describe.skipIf(kind.missing)(`two workers, on ${kind.dialect}`, () => {
    let running: WorkerService | undefined;
    afterEach(async () => {
      await running?.remove();
      running = undefined;
    });

    test(
      "initialize once, share the port and log whole numbered lines",
      async () => {
        running = await startWorkerService(kind, 2, { pack: kind.dialect !== "sqlite" });
        const { service, folder } = running;
        expect(service.output().match(/^A new installation/gm)).toHaveLength(1);
        const instances = new Set<string>();
        await until(async () => {
          const answer = await fetch(`${service.url}/identity`, { headers: { connection: "close" } });
          return instances.add(((await answer.json()) as { instance: string }).instance).size === 2;
        }, "both workers answer");
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
      },
      testMs,
    );

    test(
      "a suspended worker is replaced and every call is charged once",
      async () => {
        running = await startWorkerService(kind, 2);
        const { service, key, workers } = running;
        const calling = startCallers(service.port, key, callers);
        await until(() => calling.seen.acknowledged > 200, "calls are answered");
        const stopped = workers(2).at(-1)!;
        process.kill(stopped, "SIGSTOP");
        await until(() => service.events("worker ended").length === 1, "the suspended worker is killed");
        expect(service.events("worker does not respond")).toMatchObject([{ worker: 2, pid: stopped }]);
        const answered = calling.seen.acknowledged;
        await until(() => calling.seen.acknowledged > answered + 200, "the other worker answers calls");
        await until(() => service.events("ready").length === 3, "another worker is ready");
        await until(
          () => service.events("journal recovered").length === 1,
          "the killed worker's journal is recovered",
        );
        const seen = await calling.stop();
        service.signal("SIGTERM");
        expect(await service.exited).toBe(0);
        const comparison = await running.runComparisons();
        expect(comparison).toMatchObject({ held: 0, journalsOpen: 0, findings: [] });
        // On PostgreSQL the worker may have been suspended in the middle of a transaction.
        const { 503: _, ...otherwise } = seen.refused;
        expect([otherwise, seen.unanswered <= 4 * callers]).toEqual([{}, true]);
        expect(comparison.used).toBeGreaterThanOrEqual(seen.acknowledged);
        expect(comparison.used).toBeLessThanOrEqual(seen.acknowledged + seen.unanswered);
      },
      testMs,
    );

    // What follows is of processes and their sockets. Its statements are those of the tests above, and of kills of nodes.
    if (kind.dialect !== "sqlite") return;

    test(
      "a killed worker is restarted and every call is charged once",
      async () => {
        running = await startWorkerService(kind, 2);
        const { service, key, workers } = running;
        const calling = startCallers(service.port, key, callers);
        for (const number of [1, 2]) {
          await until(() => calling.seen.acknowledged > 200 * number, "calls are answered");
          process.kill(workers(number).at(-1)!, "SIGKILL");
          await until(
            () => service.events("ready").filter((line) => line.worker === number).length === 2,
            "the worker is ready again",
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
        const comparison = await running.runComparisons();
        expect(comparison).toMatchObject({ held: 0, journalsOpen: 0, findings: [] });
        expect(seen.refused).toEqual({});
        // Each kill may cost a caller one response on its connection and one on a connection not yet accepted.
        expect(seen.unanswered).toBeLessThanOrEqual(4 * callers);
        expect(comparison.used).toBeGreaterThanOrEqual(seen.acknowledged);
        expect(comparison.used).toBeLessThanOrEqual(seen.acknowledged + seen.unanswered);
      },
      testMs,
    );

    test(
      "workers end with their supervisor and the next start charges their calls",
      async () => {
        running = await startWorkerService(kind, 2);
        const { service, key, workers } = running;
        const calling = startCallers(service.port, key, callers);
        await until(() => calling.seen.acknowledged > 200, "calls are answered");
        service.signal("SIGKILL");
        await until(() => ![workers(1), workers(2)].flat().some(isAlive), "no worker is left");
        const seen = await calling.stop();
        expect([seen.refused, seen.unanswered]).toEqual([{}, 0]);
        const next = await running.startAgain();
        next.signal("SIGTERM");
        expect(await next.exited).toBe(0);
        expect(await running.runComparisons()).toEqual(charged(seen.acknowledged));
      },
      testMs,
    );

    test(
      "of two suspended workers one is killed, and the other when its replacement answers",
      async () => {
        running = await startWorkerService(kind, 2);
        const { service, workers } = running;
        for (const number of [1, 2]) process.kill(workers(number)[0]!, "SIGSTOP");
        await until(() => service.events("ready").length === 4, "both workers are replaced");
        const order = service
          .output()
          .match(/"event":"(worker does not respond|ready)"/g)
          ?.slice(2);
        const [killed, ready] = ["worker does not respond", "ready"].map((event) => `"event":"${event}"`);
        expect(order).toEqual([killed!, ready!, killed!, ready!]);
        service.signal("SIGTERM");
        expect(await service.exited).toBe(0);
      },
      testMs,
    );

    test(
      "SIGTERM under load answers all requests",
      async () => {
        running = await startWorkerService(kind, 2);
        const { service, key } = running;
        const calling = startCallers(service.port, key, callers);
        await until(() => calling.seen.acknowledged > 200, "calls are answered");
        service.signal("SIGTERM");
        expect(await service.exited).toBe(0);
        const seen = await calling.stop();
        expect([seen.refused, seen.unanswered]).toEqual([{}, 0]);
        expect(await running.runComparisons()).toEqual(charged(seen.acknowledged));
      },
      testMs,
    );

    test(
      "a restart whose first new worker fails keeps the old workers",
      async () => {
        running = await startWorkerService(kind, 2);
        const { service, key, folder, workers } = running;
        const calling = startCallers(service.port, key, callers);
        await until(() => calling.seen.acknowledged > 50, "calls are answered");
        // The running workers have loaded the pack; a new one compiles it and cannot replace the folder.
        rmSync(vinPackFile(folder));
        mkdirSync(vinPackFile(folder));
        service.signal("SIGHUP");
        await until(
          () => service.events("not all workers were restarted").length === 1,
          "the restart is abandoned",
        );
        // A restart that went on would start the next worker meanwhile.
        const answered = calling.seen.acknowledged;
        await until(() => calling.seen.acknowledged > answered + 500, "calls are answered after it");
        const seen = await calling.stop();
        expect([workers(1).length, workers(2).length]).toEqual([2, 1]);
        expect([isAlive(workers(1)[0]!), isAlive(workers(2)[0]!)]).toEqual([true, true]);
        expect([seen.reasons, seen.unanswered, seen.unconnected]).toEqual([[], 0, 0]);
        service.signal("SIGTERM");
        expect(await service.exited).toBe(0);
      },
      testMs,
    );

    test(
      "a killed supervisor's replacement at the same port loses no request",
      async () => {
        running = await startWorkerService(kind, 2, { port: freePort() });
        const { service, key, workers } = running;
        const calling = startCallers(service.port, key, callers);
        const fresh = startCallers(service.port, key, callers, true);
        const all = [calling, fresh];
        await until(() => all.every((each) => each.seen.acknowledged > 200), "calls are answered");
        const orphans = [workers(1), workers(2)].flat();
        service.signal("SIGKILL");
        const next = await running.startAgain();
        await until(() => !orphans.some(isAlive), "the orphans end");
        const answered = all.map(({ seen }) => seen.acknowledged);
        await until(
          () => all.every(({ seen }, index) => seen.acknowledged > answered[index]! + 200),
          "the new workers answer calls",
        );
        const saw = [await calling.stop(), await fresh.stop()];
        for (const seen of saw) expect([seen.reasons, seen.unanswered, seen.unconnected]).toEqual([[], 0, 0]);
        next.signal("SIGTERM");
        expect(await next.exited).toBe(0);
        expect(await running.runComparisons()).toEqual(charged(saw[0]!.acknowledged + saw[1]!.acknowledged));
      },
      testMs,
    );
  });
