// `bun test/server/processes/supervisor-kills.ts [kills, 5] [sqlite | postgres]`: kills the supervisor of two
// workers under load this many times and starts the service again at the same port. Every request must be
// answered 200 and charged once; otherwise the exit code is 1. Prints the longest time without a response.
import { kinds } from "../../database/databases.ts";
import { freePort, type ServiceProcess } from "../../service-process.ts";
import { until } from "../../until.ts";
import { startCallers } from "./load-callers.ts";
import { isAlive, startWorkerService } from "./worker-service.ts";

const [kills = "5", dialect = "sqlite"] = process.argv.slice(2);
const kind = kinds.find((each) => each.dialect === dialect);
if (!kind || kind.missing || !(Number(kills) > 0)) {
  console.error("usage: bun test/server/processes/supervisor-kills.ts [kills, 5] [sqlite | postgres]");
  process.exit(2);
}

const workersOf = (service: ServiceProcess) => service.events("worker started").map(({ pid }) => Number(pid));
const running = await startWorkerService(kind, 2, { port: freePort() });
let { service } = running;
const { port } = service;
let failed = true;
try {
  const seen = { kept: [] as object[], fresh: [] as object[] };
  let [answered, wrong] = [0, 0];
  for (let kill = 1; kill <= Number(kills); kill++) {
    const callers = [startCallers(port, running.key, 8), startCallers(port, running.key, 8, true)] as const;
    await until(() => callers.every((each) => each.seen.acknowledged > 500), "calls are answered");
    const orphans = workersOf(service);
    service.signal("SIGKILL");
    service = await running.startAgain();
    await until(() => !orphans.some(isAlive), "the orphans go", 60_000);
    const before = callers.map((each) => each.seen.acknowledged);
    await until(
      () => callers.every((each, index) => each.seen.acknowledged > before[index]! + 500),
      "calls are answered",
    );
    for (const [index, name] of (["kept", "fresh"] as const).entries()) {
      const { gapMs, longestMs, acknowledged, refused, unanswered, unconnected } =
        await callers[index]!.stop();
      seen[name].push({ gapMs: Math.round(gapMs), longestMs: Math.round(longestMs) });
      answered += acknowledged;
      wrong += unanswered + unconnected + Object.keys(refused).length;
    }
  }
  service.signal("SIGTERM");
  const exit = await service.exited;
  const comparison = await running.runComparisons();
  console.log(
    JSON.stringify({ dialect, kills: Number(kills), answered, wrong, ...seen, exit, ...comparison }),
  );
  failed = wrong > 0 || exit !== 0 || comparison.used !== answered || comparison.findings.length > 0;
} finally {
  await running.remove();
}
process.exit(failed ? 1 : 0);
