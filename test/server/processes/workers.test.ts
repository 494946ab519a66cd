import { afterEach, describe, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { faultsOf, startCallers } from "./load-callers.ts";
import { startWorkerService, type WorkerService } from "./worker-service.ts";

const callers = 8;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`two workers, on ${kind.dialect}`, () => {
    let running: WorkerService | undefined;
    afterEach(async () => {
      await running?.remove();
      running = undefined;
    });

    test("SIGHUP replaces the workers one by one without failed requests", async () => {
      running = await startWorkerService(kind, 2);
      const { service, key, workers } = running;
      const calling = startCallers(service.port, key, callers);
      await until(() => calling.seen.acknowledged > callers, "calls are answered");
      service.signal("SIGHUP");
      await until(() => service.events("workers restarted").length === 1, "the workers are restarted");
      const answered = calling.seen.acknowledged;
      await until(() => calling.seen.acknowledged > answered + callers, "the new workers answer calls");
      const seen = await calling.stop();
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
      expect([workers(1).length, workers(2).length]).toEqual([2, 2]);
      expect([faultsOf(seen), seen.unanswered, seen.unconnected]).toEqual([[], 0, 0]);
      expect(await running.runComparisons()).toEqual({
        used: seen.acknowledged,
        held: 0,
        journalsOpen: 0,
        findings: [],
      });
    });
  });
