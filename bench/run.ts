import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { type Figure, table } from "./figure.ts";

// `npm run bench [part…]`: every part, or those named, each in a process of its own, so that none warms or
// fills another's. bench/RESULTS.md keeps the last figures of each part, with the commit they are of.
const parts = {
  start: "Starting",
  decode: "Decoding",
  vpic: "Compiling the whole vPIC",
  "decode-file": "Decoding a file into a file",
  batch: "Decoding a batch over HTTP",
  demo: "Loading the demo set",
  import: "Importing a million small records",
  management: "Managing 100,000 users and 300,000 subscriptions",
  reports: "Reporting",
  console: "Using the console over a million calls and 100,000 users",
  "policy-preview": "Previewing a policy over a day of a million calls",
  bodies: "Bodies and lists made to take long",
  lookups: "Looking records up",
  valuation: "Valuing over a million sales",
  http: "Serving over HTTP",
  "vpic-form": "Serving in vPIC's form over HTTP",
  workers: "Serving with two processes",
  metering: "Metering by leases and journals, without HTTP",
  applying: "Carrying journalled calls into the database",
  "cold-calls": "First leases beside callers of exhausted keys",
} as const;

const partMs = 600_000;

type Part = keyof typeof parts;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`no part "${unknown[0]}"; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}
const chosen = (asked.length > 0 ? asked : Object.keys(parts)) as Part[];

async function measure(part: Part): Promise<readonly Figure[]> {
  const script = `const found = Object.entries(await import(${JSON.stringify(join(import.meta.dir, `${part}.ts`))}))
    .find(([name]) => name.startsWith("bench"));
    const figures = await found[1]();
    process.stdout.write("\\n\\u0001" + JSON.stringify(figures));`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: partMs,
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("it failed, or did not end in ten minutes");
  return JSON.parse(output.slice(output.lastIndexOf("\u0001") + 1)) as Figure[];
}

const resultsFile = join(import.meta.dir, "RESULTS.md");
const cpu = cpus();
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const machine = `${cpu.length} × ${cpu[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Bun ${Bun.version}`;
const today = new Date().toISOString().slice(0, 10);

const sections = keptSections();
for (const part of chosen) {
  console.error(`measuring ${part} …`);
  // One part that fails must not take the others' figures with it.
  const figures = await measure(part).then(table, (error: Error) => `Not measured: ${error.message}.`);
  const section = `## ${parts[part]}\n\n\`npm run bench ${part}\`, ${today}, commit ${commit}, ${machine}\n\n${figures.trim()}\n`;
  console.log(section);
  sections.set(parts[part], section);
}

const ordered = Object.values(parts).flatMap((title) => sections.get(title) ?? []);
const preface =
  "# Measured figures\n\nA shared virtual machine: ratios of one run hold better than figures, and figures of CPU better than those of time.\n";
writeFileSync(resultsFile, [preface, ...ordered].join("\n"));

/** The sections of the last results, by their titles. */
function keptSections(): Map<string, string> {
  const kept = existsSync(resultsFile) ? readFileSync(resultsFile, "utf8") : "";
  const found = kept.split(/^(?=## )/m).slice(1);
  return new Map(found.map((section) => [section.slice(3, section.indexOf("\n")), `${section.trim()}\n`]));
}
