import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { runJson, script } from "./common/child.ts";
import { type Figure, printJson, table } from "./common/figure.ts";
import { scale } from "./common/settings.ts";

// `npm run bench [part…]` measures every part, or those named, each in a process of its own. RESULTS.md keeps the last
// figures of each part. Settings: BENCH_SCALE multiplies sizes (0.01 tries a part; nothing is kept), BENCH_ROUNDS and
// BENCH_SECONDS the rounds, BENCH_DATABASE (sqlite, postgres), BENCH_IMPORT, BENCH_TOOLS (keeps wrk and the peers).
interface Part {
  readonly title: string;
  readonly file: string;
  readonly minutes?: number;
  /** Measured when named alone; its figures are printed and not kept. */
  readonly onRequest?: boolean;
}

const parts: Readonly<Record<string, Part>> = {
  start: { title: "Starting", file: "http/start.ts" },
  decode: { title: "Decoding", file: "decode/decode.ts" },
  vpic: { title: "Compiling the whole vPIC", file: "decode/vpic.ts" },
  "decode-file": { title: "Decoding a file into a file", file: "decode/file.ts" },
  batch: { title: "Decoding a batch over HTTP", file: "http/batch.ts" },
  "batch-limits": { title: "Batches at their limits", file: "http/batch-limits.ts" },
  demo: { title: "Loading the demo set", file: "import/demo.ts" },
  import: { title: "Importing a million small records", file: "import/import.ts", minutes: 30 },
  columns: { title: "Reading columns of other people's sales", file: "import/columns.ts" },
  supplier: { title: "Importing a supplier's hostile files", file: "import/supplier.ts", minutes: 30 },
  management: {
    title: "Managing 100,000 users and 300,000 subscriptions",
    file: "management/management.ts",
  },
  customers: {
    title: "The list of 5,000 customers",
    file: "../src/features/papers/bench/customers.ts",
    onRequest: true,
  },
  money: {
    title: "Money as lines at 300,000 payments",
    file: "../src/features/papers/bench/money.ts",
    onRequest: true,
  },
  papers: {
    title: "Finding 10,000 papers of a month, and its downloads",
    file: "../src/features/papers/bench/find.ts",
    onRequest: true,
  },
  search: {
    title: "One search over 5,000 customers and 10,000 invoices",
    file: "management/search.ts",
    onRequest: true,
  },
  reports: { title: "Reporting", file: "management/reports.ts" },
  searches: { title: "Searching single calls", file: "management/reports.ts", minutes: 60, onRequest: true },
  calls: { title: "Calls at 300,000 calls", file: "management/calls.ts", onRequest: true },
  console: {
    title: "Using the console over a million calls and 100,000 users",
    file: "management/console.ts",
  },
  "policy-preview": {
    title: "Previewing a policy over a day of a million calls",
    file: "management/policy-preview.ts",
  },
  "open-answers": {
    title: "Cutting open answers whose credential ends, two nodes over PostgreSQL",
    file: "management/open-answers.ts",
  },
  documents: { title: "Making OpenAPI documents", file: "management/documents.ts" },
  bodies: { title: "Bodies made to take long", file: "management/bodies.ts" },
  "vpic-lists": { title: "Reading vPIC's lists", file: "../src/features/nhtsa-api/bench/lists.ts" },
  lookups: { title: "Looking records up", file: "lookups/lookups.ts" },
  watches: {
    title: "Comparing a million watched VINs after an import",
    file: "../src/features/watches/bench/watches.ts",
    minutes: 30,
  },
  billing: {
    title: "Renewing 100,000 subscriptions that are due in one second",
    file: "../src/features/billing/bench/billing.ts",
  },
  valuation: { title: "Valuing over a million sales", file: "../src/features/valuation/bench/valuation.ts" },
  http: { title: "Serving over HTTP", file: "http/http.ts" },
  gateway: { title: "Forwarding to registered APIs", file: "gateway/gateway.ts", minutes: 15 },
  "gateway-isolation": {
    title: "Forwarding beside an API whose upstream never answers",
    file: "gateway/isolation.ts",
  },
  "gateway-others": {
    title: "Forwarding beside the worst calls of another customer",
    file: "gateway/others.ts",
    onRequest: true,
  },
  "gateway-soak": {
    title: "A million forwarded calls",
    file: "gateway/soak.ts",
    minutes: 125,
    onRequest: true,
  },
  "vpic-form": { title: "Serving in vPIC's form over HTTP", file: "http/vpic-form.ts" },
  mcp: { title: "Calling tools of the Model Context Protocol", file: "../src/features/mcp/bench/mcp.ts" },
  report: {
    title: "Reporting a vehicle by several lookups",
    file: "../src/features/report/bench/report.ts",
  },
  metrics: { title: "Counting calls and reading metrics", file: "http/metrics.ts" },
  thread: { title: "Holding the thread", file: "http/thread.ts" },
  "first-calls": {
    title: "First calls beside connections of keys without credits",
    file: "http/first-calls.ts",
    onRequest: true,
  },
  digits: { title: "Looking up beside long bodies of digits", file: "http/digits.ts", onRequest: true },
  workers: { title: "Serving with two processes", file: "http/workers.ts" },
  locks: { title: "Waiting for other workers' rows on PostgreSQL", file: "http/locks.ts", minutes: 20 },
  attacks: { title: "Bursts, and clients that do not read", file: "http/attacks.ts", minutes: 20 },
  soak: { title: "A million requests", file: "http/soak.ts", minutes: 125, onRequest: true },
  profile: { title: "CPU of a request by function", file: "http/profile.ts", onRequest: true },
  metering: { title: "Metering by leases and journals, without HTTP", file: "metering/metering.ts" },
  "calls-store": {
    title: "Single calls in ClickHouse",
    file: "../src/features/clickhouse/bench/calls-store.ts",
    onRequest: true,
  },
  "calls-minute": {
    title: "A minute of 100,000 calls a second, applied and sent to ClickHouse",
    file: "../src/features/clickhouse/bench/calls-store.ts",
    onRequest: true,
  },
  renewals: { title: "Renewing 100,000 subscriptions in one second", file: "metering/renewals.ts" },
  applying: { title: "Applying journaled calls to the database", file: "metering/applying.ts" },
  recovery: {
    title: "First calls beside the recovery of a large journal",
    file: "metering/recovery.ts",
    minutes: 30,
  },
  doctor: { title: "Checking the consistency of 2.2 million calls", file: "metering/doctor.ts", minutes: 30 },
  backup: {
    title: "Backing up a gigabyte beside lookups, and restoring it",
    file: "../src/features/backup/bench/backup.ts",
    minutes: 30,
  },
  proving: { title: "Proving a day of a million calls", file: "../src/features/proof/bench/proving.ts" },
  verify: { title: "Checking a statement of a million calls", file: "verify/verify.ts" },
  "cold-calls": { title: "First leases during calls with exhausted keys", file: "metering/cold-calls.ts" },
};

const [first, ...rest] = process.argv.slice(2);
if (first === "--child") await printPart(rest[0]!);
else
  await measureParts(first ? [first, ...rest] : Object.keys(parts).filter((name) => !parts[name]!.onRequest));

/** In the child process: prints the part's figures as JSON. `some-part` is measured by `benchSomePart`. */
async function printPart(name: string): Promise<never> {
  const functions: Record<string, () => Promise<readonly Figure[]>> = await import(
    join(import.meta.dir, parts[name]!.file)
  );
  printJson(await functions[`bench-${name}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())]!());
  process.exit(0);
}

async function measureParts(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !(name in parts));
  if (unknown) {
    console.error(`no part "${unknown}"; there are ${Object.keys(parts).join(", ")}`);
    process.exit(2);
  }
  const file = join(import.meta.dir, "RESULTS.md");
  const kept = existsSync(file) ? readFileSync(file, "utf8") : "";
  const sections = new Map<string, string>();
  for (const section of kept.split(/^(?=## )/m).slice(1))
    sections.set(section.slice(3, section.indexOf("\n")), `${section.trim()}\n`);
  for (const name of names) {
    const { title, onRequest } = parts[name]!;
    const section = await sectionOf(name, parts[name]!);
    console.log(section);
    if (!onRequest) sections.set(title, section);
  }
  if (scale !== 1) return;
  const ordered = Object.values(parts).flatMap(({ title }) => sections.get(title) ?? []);
  const preface = kept.slice(0, kept.indexOf("\n## "));
  writeFileSync(file, [preface, ...ordered].join("\n"));
}

async function sectionOf(name: string, { title, minutes = 10 }: Part): Promise<string> {
  console.error(`measuring ${name} …`);
  const measured = runJson<Figure[]>(script("run.ts", "--child", name), { seconds: 60 * minutes });
  // A part that fails does not end the others.
  const text = await measured.then(
    ({ result }) => table(result),
    ({ message }: Error) => `Not measured: ${message}.`,
  );
  return `## ${title}\n\n\`npm run bench ${name}\`, ${machine()}\n\n${text.trim()}\n`;
}

function machine(): string {
  const cpu = cpus();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const today = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 2 ** 30);
  const host = `${cpu.length} × ${cpu[0]?.model.trim()}, ${memory} GiB, ${process.platform} ${process.arch}`;
  return `${today}, commit ${commit}, ${host}, Bun ${Bun.version}`;
}
