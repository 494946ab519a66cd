import { parseArgs } from "node:util";
import { Cluster } from "./cluster.ts";
import { allFaults } from "./faults.ts";
import { findPrograms } from "./programs.ts";
import { type TormentReport, torment } from "./torment.ts";

// `npm run cluster`: starts a whole cluster, injects faults at random, and compares the callers' calls with all data.
// Exits with 1 if a promise was broken, with 2 if it cannot run.
const help = `usage: npm run cluster -- [--minutes 10] [--faults NAME,NAME…] [--pool transaction|session]
                          [--per-second 400] [--pause-seconds 8] [--no-call-store]
faults: ${Object.keys(allFaults).join(", ")}`;

function fail(reason: string): never {
  console.error(reason);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    faults: { type: "string" },
    pool: { type: "string", default: "transaction" },
    "per-second": { type: "string", default: "400" },
    "pause-seconds": { type: "string", default: "8" },
    "call-store": { type: "boolean", default: true },
    help: { type: "boolean", default: false },
  },
  allowNegative: true,
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const faults = values.faults?.split(",").map((name) => name.trim());
const unknown = faults?.find((name) => !(name in allFaults));
if (unknown !== undefined) fail(`there is no fault "${unknown}"\n${help}`);
const mode = values.pool;
if (mode !== "transaction" && mode !== "session") fail(`there is no pool mode "${mode}"\n${help}`);
const numbers = [values.minutes, values["per-second"], values["pause-seconds"]].map(Number);
if (!numbers.every((each) => each > 0)) fail(help);
const [minutes, perSecond, pauseSeconds] = numbers as [number, number, number];

const programs = findPrograms();
if ("reason" in programs) fail(`no cluster: ${programs.reason}`);

let cluster: Cluster | undefined;
let ending = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    console.log("ends the cluster");
    await cluster?.end();
    process.exit(1);
  });

const print = (line: string) => console.log(line);
print("starts PostgreSQL under Patroni and etcd, PgBouncer, HAProxy and three nodes of two workers");
try {
  cluster = await Cluster.start({ programs, mode, callStore: values["call-store"] });
  const plan = { lastingMs: minutes * 60_000, perSecond, pauseMs: pauseSeconds * 1000, print };
  const report = await torment(cluster, { ...plan, ...(faults && { faults }) });
  if (!ending) {
    printTable(report);
    process.exitCode = report.broken.length === 0 ? 0 : 1;
  }
} catch (error) {
  if (!ending) console.error(error);
  process.exitCode = 1;
} finally {
  if (!ending) {
    ending = true;
    await cluster?.end();
    process.exit();
  }
}

function printTable({ faults: happened, outcome, figures, refusals, broken }: TormentReport): void {
  const { sent, acknowledged, unknown: open, charged, lost, twice, invented, wronglyCharged, hung } = outcome;
  print("\n| fault | times | whole again after, at most |\n|---|---:|---:|");
  for (const [name, { times, longestMs }] of [...happened].sort())
    print(`| ${name} | ${times} | ${(longestMs / 1000).toFixed(1)} s |`);
  print("\n| figure | |\n|---|---:|");
  const counts = { sent, acknowledged, unknown: open, charged, lost, twice, invented, wronglyCharged, hung };
  for (const [name, value] of Object.entries({ ...figures, ...counts })) print(`| ${name} | ${value} |`);
  print("\n| 503 because | calls |\n|---|---:|");
  for (const [reason, calls] of Object.entries(refusals).sort(([, a], [, b]) => b - a))
    print(`| ${reason} | ${calls} |`);
  print(broken.length === 0 ? "\nno promise was broken" : `\nbroken:\n${broken.join("\n")}`);
}
