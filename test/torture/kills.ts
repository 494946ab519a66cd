import { children } from "../database/server.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import type { Callers } from "./callers.ts";
import type { Installation } from "./installation.ts";
import { type Called, type Scenario, type ScenarioReport, suffer } from "./scenario.ts";
import { percentile } from "./throughput.ts";

const leastMs = 50;
const mostMs = 550;
const pauseMs = 300;
/** Answered calls before each kill, so that there is something to lose on a slow machine too. */
const callsPerKill = 80;

/**
 * Kills nodes at random moments while they are called, and restarts each immediately. Resolves to the number of kills,
 * and to how long nodes lived together.
 */
export async function killNodes(
  { nodes }: Installation,
  callers: Callers,
  kills: number,
): Promise<{ readonly done: number; readonly livingMs: number }> {
  let [done, livingMs] = [0, 0];
  await Promise.all(
    nodes.map(async (node) => {
      while (done < kills) {
        done += 1;
        const lives = leastMs + Math.random() * (mostMs - leastMs);
        const born = performance.now();
        await Promise.all([Bun.sleep(lives), callers.untilAnswered(done * callsPerKill)]);
        livingMs += performance.now() - born;
        await node.end("SIGKILL");
        await node.start();
      }
    }),
  );
  return { done, livingMs };
}

/** Kills nodes at random moments and restarts each immediately. `prepare` returns what is called instead of lookups. */
export function sufferKills(
  scenario: Scenario,
  kills: number,
  prepare?: (service: Installation) => Promise<Called>,
): Promise<ScenarioReport> {
  // Unlimited concurrency, so that some calls are always under way.
  return suffer(
    { perSecond: 8000, ...scenario },
    async (service, callers) => {
      const from = performance.now();
      const doctor = scenario.filled ? undefined : await watch(service);
      const { done, livingMs } = await killNodes(service, callers, kills);
      await Bun.sleep(leastMs);
      const looks = await doctor?.();
      const starts = service.nodes.flatMap(({ startsMs }) => startsMs.slice(1)).sort((a, b) => a - b);
      const acknowledged = callers.idsOf(200, 404).length;
      return {
        kills: done,
        ...(looks !== undefined && { "consistency checks passed": looks }),
        "acknowledged a second": Math.round((acknowledged * 1000) / (performance.now() - from)),
        "acknowledged a second of a node's life": Math.round((acknowledged * 1000) / livingMs),
        "ready after ms, median": percentile(starts, 0.5),
        "ready after ms, longest": percentile(starts, 1),
      };
    },
    prepare,
  );
}

const betweenMs = 700;
const everySupervisor = 8;

/** Kills the workers of one node at random moments, and sometimes their supervisor. */
export function sufferWorkerKills(
  scenario: Scenario & { workers: number },
  kills: number,
): Promise<ScenarioReport> {
  const settings = { ...scenario.settings, VINGATE_WORKERS: String(scenario.workers) };
  return suffer({ perSecond: 4000, ...scenario, settings }, async (service, callers) => {
    const from = performance.now();
    const node = service.nodes[0]!;
    const doctor = await watch(service);
    let supervisors = 0;
    for (let done = 1; done <= kills; done++) {
      await Bun.sleep(Math.random() * 2 * betweenMs);
      if (done % everySupervisor === 0) {
        supervisors += 1;
        await node.end("SIGKILL");
        await node.start();
      } else kill(node.process.pid);
    }
    await Bun.sleep(betweenMs);
    const looks = await doctor();
    const acknowledged = callers.idsOf(200, 404).length;
    return {
      kills,
      supervisors,
      "consistency checks passed": looks,
      "acknowledged a second": Math.round((acknowledged * 1000) / (performance.now() - from)),
    };
  });
}

/** Kills a random child of a process, if it has any. */
function kill(pid: number): void {
  const workers = children(pid);
  const worker = workers[Math.floor(Math.random() * workers.length)];
  try {
    if (worker !== undefined) process.kill(worker, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * Repeats the consistency check under load; the returned function stops it and gives the number of checks.
 */
async function watch(service: Installation): Promise<() => Promise<number>> {
  const db = await service.open();
  let [ended, times] = [false, 0];
  const look = async () => {
    for (; !ended; times++) {
      const findings = await consistencyFindings(db);
      if (findings.length > 0) throw new Error(`beside the nodes: ${JSON.stringify(findings)}`);
      await Bun.sleep(pauseMs);
    }
    return times;
  };
  const looking = look().finally(() => db.close());
  // The error reaches the caller that stops it.
  looking.catch(() => undefined);
  return () => {
    ended = true;
    return looking;
  };
}
