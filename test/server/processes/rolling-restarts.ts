// `bun test/serving/rolling-restarts.ts [renewals, 100] [sqlite | postgres]`: two workers are renewed so many times under
// load, then stopped under load; every request must be answered 200 and charged once. Exit code 1 where not.
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { startCallers } from "./load-callers.ts";
import { startWorkerService } from "./worker-service.ts";

const [renewals = "100", dialect = "sqlite"] = process.argv.slice(2);
const kind = kinds.find((each) => each.dialect === dialect);
if (!kind || kind.missing || !(Number(renewals) > 0)) {
  console.error("usage: bun test/serving/rolling-restarts.ts [renewals, 100] [sqlite | postgres]");
  process.exit(2);
}

const running = await startWorkerService(kind, 2);
const { service, key } = running;
let failed = true;
try {
  const begun = performance.now();
  const kept = startCallers(service.port, key, 8);
  const fresh = startCallers(service.port, key, 4, true);
  const renewed = () => service.events("workers restarted").length;
  for (let times = 1; times <= Number(renewals); times++) {
    service.signal("SIGHUP");
    await until(() => renewed() === times, `renewal ${times}`, 60_000);
    if (times % 10 === 0) console.error(`${times} renewals, ${kept.seen.sent + fresh.seen.sent} requests`);
  }
  const before = [kept.seen, fresh.seen].map(({ gapMs, unconnected }) => ({
    gapMs: Math.round(gapMs),
    unconnected,
  }));
  const asked = performance.now();
  service.signal("SIGTERM");
  const code = await service.exited;
  const tookMs = performance.now() - asked;
  const seen = [await kept.stop(), await fresh.stop()];
  const books = await running.runComparisons();
  const sum = (of: (one: (typeof seen)[number]) => number) => of(seen[0]!) + of(seen[1]!);
  const refused = seen.map((one) => one.refused);
  const [answered, unanswered] = [sum((one) => one.acknowledged), sum((one) => one.unanswered)];
  console.log(
    JSON.stringify({
      dialect,
      renewals: renewed(),
      minutes: Number(((asked - begun) / 60_000).toFixed(1)),
      sent: sum((one) => one.sent),
      answered,
      unanswered,
      refused,
      "kept, fresh": before,
      exit: code,
      exitMs: Math.round(tookMs),
      ...books,
    }),
  );
  const exact = books.used === answered && books.findings.length === 0 && books.journalsOpen === 0;
  for (const reason of seen.flatMap(({ reasons }) => reasons)) console.log(reason);
  for (const line of service.output().split("\n")) if (/"level":"(warn|error)"/.test(line)) console.log(line);
  failed = unanswered > 0 || refused.some((each) => Object.keys(each).length > 0) || code !== 0 || !exact;
} finally {
  await running.remove();
}
console.log(failed ? "FAILED" : "ok");
process.exit(failed ? 1 : 0);
