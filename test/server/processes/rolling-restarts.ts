// `bun test/server/processes/rolling-restarts.ts [restarts, 100] [sqlite | postgres]`: restarts two workers
// this many times under load, then stops them under load. Every request must be answered 200 and charged
// once; otherwise the exit code is 1.
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { startCallers } from "./load-callers.ts";
import { startWorkerService } from "./worker-service.ts";

const [restarts = "100", dialect = "sqlite"] = process.argv.slice(2);
const kind = kinds.find((each) => each.dialect === dialect);
if (!kind || kind.missing || !(Number(restarts) > 0)) {
  console.error("usage: bun test/server/processes/rolling-restarts.ts [restarts, 100] [sqlite | postgres]");
  process.exit(2);
}

const running = await startWorkerService(kind, 2);
const { service, key } = running;
let failed = true;
try {
  const begun = performance.now();
  const kept = startCallers(service.port, key, 8);
  const fresh = startCallers(service.port, key, 4, true);
  const restarted = () => service.events("workers restarted").length;
  for (let times = 1; times <= Number(restarts); times++) {
    service.signal("SIGHUP");
    await until(() => restarted() === times, `restart ${times}`, 60_000);
    if (times % 10 === 0) console.error(`${times} restarts, ${kept.seen.sent + fresh.seen.sent} requests`);
  }
  const before = [kept.seen, fresh.seen].map(({ gapMs, unconnected }) => ({
    gapMs: Math.round(gapMs),
    unconnected,
  }));
  const stopAt = performance.now();
  service.signal("SIGTERM");
  const code = await service.exited;
  const tookMs = performance.now() - stopAt;
  const seen = [await kept.stop(), await fresh.stop()];
  const comparison = await running.runComparisons();
  const sum = (of: (one: (typeof seen)[number]) => number) => of(seen[0]!) + of(seen[1]!);
  const refused = seen.map((one) => one.refused);
  const [answered, unanswered] = [sum((one) => one.acknowledged), sum((one) => one.unanswered)];
  console.log(
    JSON.stringify({
      dialect,
      restarts: restarted(),
      minutes: Number(((stopAt - begun) / 60_000).toFixed(1)),
      sent: sum((one) => one.sent),
      answered,
      unanswered,
      refused,
      "kept, fresh": before,
      exit: code,
      exitMs: Math.round(tookMs),
      ...comparison,
    }),
  );
  const exact =
    comparison.used === answered && comparison.findings.length === 0 && comparison.journalsOpen === 0;
  for (const reason of seen.flatMap(({ reasons }) => reasons)) console.log(reason);
  for (const line of service.output().split("\n")) if (/"level":"(warn|error)"/.test(line)) console.log(line);
  failed = unanswered > 0 || refused.some((each) => Object.keys(each).length > 0) || code !== 0 || !exact;
} finally {
  await running.remove();
}
console.log(failed ? "FAILED" : "ok");
process.exit(failed ? 1 : 0);
